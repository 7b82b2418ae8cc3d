# SPDX-License-Identifier: BSL-1.0
"""Calls of CuTe's algebra: integer tuples, layouts, strides, swizzles, underscores."""


def calls_of(d):
    """{label: a function that draws a call}"""
    shape, layout, flat, two = d.shape, d.layout, d.flat, d.pair
    fixed = lambda: d.layout(1.0)
    compact = d.layout_of_rank
    either = lambda *makes: d.among(*makes)()
    coord = lambda n: f"make_coord({','.join(str(d.random.randrange(2)) for _ in range(n))})"
    types = lambda n: ",".join(d.type_of_integer() for _ in range(n))
    calls = {}

    def unary(names, argument, how=""):
        for name in names.split():
            calls[name + how] = lambda name=name: f"cute::{name}({argument()})"

    # ---- int_tuple.hpp
    unary("rank depth product sum flatten unwrap product_each front back reverse filter_zeros compact_col_major"
          " compact_row_major max min gcd make_basis_like wrap flatten_to_tuple to_array Product{}", shape)
    calls["Product"] = calls.pop("Product{}")
    calls["to_array"] = lambda: f"drawn::elements(cute::to_array<int>({shape()}))"
    unary("rank depth size filter_zeros shape stride", lambda: layout(one_to_one=False), ": of a layout")
    for name in ("congruent weakly_congruent compatible elem_less elem_leq elem_gtr elem_geq lex_less lex_leq lex_gtr"
                 " lex_geq colex_less colex_leq colex_gtr colex_geq inner_product elem_scale").split():
        calls[name] = lambda name=name: "cute::%s(%s,%s)" % (name, *two())
    for name in ("congruent", "weakly_congruent", "compatible"):
        calls[f"{name}: of any two"] = lambda name=name: f"cute::{name}({shape()},{either(shape, d.integer)})"
        calls[f"is_{name}"] = lambda name=name: "cute::is_%s<decltype(%s),decltype(%s)>{}" % (name, *d.among(
            two(), (shape(), shape())))
    calls["rank: of modes"] = lambda: f"cute::rank<{d.among(0, 1, 2)}>({flat(3)})"
    calls["depth: of modes"] = lambda: f"cute::depth<{d.among(0, 1)}>(make_tuple({shape()},{shape()}))"
    calls["shape: of modes"] = lambda: f"cute::shape<{d.among('0', '1', '0,0', '1,0')}>(make_tuple({shape()},{shape()}))"
    for name in ("rank_v", "depth_v", "size_v"):
        calls[name] = lambda name=name: f"int(cute::{name}<decltype({d.static_shape()})>)"
    for name in ("rank_t", "depth_t"):
        calls[name] = lambda name=name: f"cute::{name}<decltype({shape()})>{{}}"
    for name in ("ceil_div", "shape_div"):
        calls[name] = lambda name=name: f"cute::{name}({either(shape, d.integer)},{either(d.integer, flat)})"
    calls["round_up"] = lambda: f"cute::round_up({either(lambda: flat(2), d.integer)},{either(d.integer, lambda: flat(2))})"
    calls["evenly_divides"] = lambda: f"cute::evenly_divides({either(shape, d.integer)},{either(d.integer, flat, d.tiler, d.tile)})"
    calls["product_like"] = lambda: d.among("cute::product_like(%s,%s)" % two(), f"cute::product_like({shape()},{flat(1)})")
    calls["product"] = lambda: f"cute::product({either(shape, d.integer)})"
    for name in ("gcd", "max", "min"):
        calls[f"{name}: of several"] = lambda name=name: f"cute::{name}({','.join(d.integer() for _ in range(d.among(2, 2, 3)))})"
    calls["max: of tuples"] = lambda: f"cute::max({shape()},{either(shape, d.integer)})"
    calls["min: of tuples"] = lambda: f"cute::min({shape()},{either(shape, d.integer)})"
    calls["make_int_tuple"] = lambda: (
        f"[] {{ int const a[] = {{{d.number()},{d.number()},{d.number()}}};"
        f" return cute::make_int_tuple<{d.among(2, 3, 4)}>(a, {d.among(1, 2, 3)}, {d.number()}); }}()")
    calls["make_int_tuple_from"] = lambda: (
        f"cute::make_int_tuple_from<cute::tuple<int,{d.type_of_integer()},cute::tuple<int,{types(2)}>>>"
        f"({','.join(str(d.number()) for _ in range(6))})")
    calls["fill_int_tuple_from"] = lambda: (
        f"[] {{ cute::tuple<int,cute::tuple<Int<{d.number()}>,int>,int> t{{}};"
        f" cute::fill_int_tuple_from(t, make_tuple({','.join(str(d.number()) for _ in range(4))})); return t; }}()")

    # ---- stride.hpp
    def ordered(name):
        n = d.among(1, 2, 3)
        order = ",".join(f"Int<{i}>{{}}" for i in d.random.sample(range(n), n))
        return f"cute::{name}({flat(n)},make_tuple({order}))"

    for name in ("compact_order", "make_ordered_layout"):
        calls[name] = lambda name=name: ordered(name)
    for name in ("GenColMajor", "GenRowMajor", "LayoutLeft", "LayoutRight"):
        calls[name] = lambda name=name: f"make_layout({shape()},cute::{name}{{}})"
    calls["compact_major"] = lambda: f"cute::compact_major<{d.among('LayoutLeft', 'LayoutRight')}>({shape()},{d.integer()})"
    calls["crd2idx"] = lambda: "cute::crd2idx(%s,%s)" % d.coordinate_in_shape()
    calls["crd2idx: with strides"] = lambda: "cute::crd2idx(%s,%s,%s)" % (*(cs := d.coordinate_in_shape()), d.like(cs[1]))
    calls["idx2crd"] = lambda: f"cute::idx2crd({d.random.randrange(24)},{shape()})"
    calls["idx2crd: with strides"] = lambda: (lambda l: f"cute::idx2crd({d.random.randrange(8)},shape({l}),stride({l}))")(fixed())
    # static shapes, whose modes have the same sizes: CuTe goes by mode without a look at them
    calls["crd2crd"] = lambda: "cute::crd2crd(%s,%s,%s)" % (*(cs := d.coordinate_in_shape(1.0)), cs[1])
    calls["crd2crd: of an index"] = lambda: f"cute::crd2crd({d.integer(d.random.randrange(24))},{shape()},{shape()})"

    def walked(order):
        extents = d.shape_of_numbers()
        return f"drawn::visited(cute::make_coord_iterator{order(extents)}({extents}))"

    calls["make_coord_iterator"] = lambda: walked(lambda _extents: "")
    calls["ForwardCoordIterator"] = lambda: walked(lambda extents: f"<decltype({d.order_like(extents)})>")
    calls["ForwardCoordIteratorSentinel"] = lambda: (
        f"int(cute::make_coord_iterator(make_tuple({(e := d.number())},{(f := d.among(2, 3))}),"
        f"make_tuple({d.number()},{d.among(2, 3)})) == cute::ForwardCoordIteratorSentinel{{}})")

    # ---- layout.hpp
    for name in ("make_coord", "make_shape", "make_step", "make_stride", "make_tile"):
        calls[name] = lambda name=name: f"cute::{name}({','.join(either(d.integer, shape) for _ in range(d.among(1, 2, 3)))})"
    calls["make_tile: of layouts"] = lambda: d.tiler().replace("make_tile", "cute::make_tile")
    for name in ("Coord", "Shape", "Step", "Stride", "Tile"):
        calls[name] = lambda name=name: f"cute::{name}<{types(d.among(1, 2, 3))},cute::{name}<{types(d.among(1, 2))}>>{{}}"
    calls["Layout"] = lambda: (lambda n: (
        f"cute::Layout<Shape<{types(n)}>,Stride<{types(n)}>>{{}}"))(d.among(1, 2, 3))
    calls["Layout: at an index"] = lambda: (f"drawn::at({layout()}{d.indices(8)})", 8)
    calls["Layout: a slice"] = lambda: f"{compact(3)}(_,{d.random.randrange(2)},{d.among('_', '1', 'Int<1>{}')})"
    for name in ("get_hier_coord", "get_flat_coord"):
        calls[f"Layout: {name}"] = lambda name=name: f"{layout()}.{name}({d.random.randrange(16)})"
    calls["Layout: get_1d_coord"] = lambda: f"{compact(2)}.get_1d_coord({coord(2)})"
    calls["Layout: with_shape"] = lambda: f"{compact(2)}.with_shape({flat(2)})"
    calls["Layout: compose"] = lambda: f"{layout()}.compose({either(layout, d.tile)})"
    calls["is_layout"] = lambda: f"cute::is_layout<decltype({either(layout, shape, d.integer, d.tiler, d.swizzled)})>{{}}"
    calls["make_layout"] = lambda: f"cute::make_layout({shape()}{d.among('', ',LayoutLeft{}', ',LayoutRight{}')})"
    calls["make_layout: of layouts"] = lambda: f"cute::make_layout({','.join(layout() for _ in range(d.among(1, 2, 3)))})"
    calls["make_layout: with strides"] = lambda: "cute::make_layout(%s,%s)" % two()
    unary("make_identity_layout", shape)
    unary("coalesce cosize filter nullspace coshape coprofile max_alignment layout flatten",
          lambda: layout(one_to_one=False), ": of a layout")
    # where strides are equal, CuTe's two overlap
    unary("make_layout_like make_fragment_like", layout)
    unary("right_inverse left_inverse", fixed)
    for name in ("cosize_v", "cosize_t"):
        calls[name] = lambda name=name: f"int(cute::{name}<decltype({fixed()})>{'{}' if name == 'cosize_t' else ''})"
    for name in ("layout", "shape", "stride", "size", "coshape", "coprofile", "cosize", "rank", "depth"):
        calls[f"{name}: of modes of a layout"] = lambda name=name: f"cute::{name}<{d.among(0, 1, 2)}>({compact(3)})"

    def by_tiles():
        """A layout and what divides it or is composed with it. Run-time layouts have a tile for each mode: by one
        tile, CuTe splits the modes of the result otherwise."""
        n = d.among(1, 2, 3)
        return d.among((fixed(), either(d.tile, d.tiler)), (compact(n, 0.5), d.tiler(d.random.randrange(1, n + 1))))

    for name in ("logical_divide", "zipped_divide", "tiled_divide", "flat_divide"):
        calls[name] = lambda name=name: "cute::%s(%s,%s)" % (name, *by_tiles())
    for name in ("logical_product", "zipped_product", "tiled_product", "flat_product"):
        calls[name] = lambda name=name: f"cute::{name}({fixed()},{fixed()})"
    for name in ("blocked_product", "raked_product"):
        calls[name] = lambda name=name: (lambda n: f"cute::{name}({compact(n)},{compact(n)})")(d.among(1, 2, 3))
    calls["composition"] = lambda: "cute::composition(%s,%s)" % d.among(by_tiles(), (fixed(), layout()))
    calls["complement"] = lambda: f"cute::complement({fixed()}{d.among('', f',{d.integer(d.among(16, 24, 64, 100, 256), 1.0)}')})"
    calls["max_common_vector"] = lambda: f"cute::max_common_vector({fixed()},{fixed()})"
    calls["max_common_layout"] = lambda: f"cute::max_common_layout({fixed()},{fixed()})"
    calls["coalesce: by profile"] = lambda: f"cute::coalesce({layout()},{d.among('Int<1>{}', 'make_tuple(Int<1>{},Int<1>{})')})"
    calls["upcast"] = lambda: f"cute::upcast<{d.among(2, 4)}>({compact(d.among(1, 2, 3))})"
    # with two modes of stride 1, CuTe scales both
    calls["downcast"] = lambda: f"cute::downcast<{d.among(2, 4, 8)}>({compact(d.among(1, 2, 3))})"
    width = lambda: d.among("uint8_t", "uint16_t", "uint32_t", "uint64_t")
    # with two modes of stride 1, CuTe scales both
    calls["recast_layout"] = lambda: f"cute::recast_layout<{width()},{width()}>({compact(d.among(1, 2, 3))})"
    calls["tile_to_shape"] = lambda: "cute::tile_to_shape(%s,make_tuple(%s)%s)" % (
        compact(2), ",".join(d.integer(d.among(8, 16, 32), 0.8) for _ in range(2)), d.among("", ",Step<_2,_1>{}", ",Step<_1,_2>{}"))
    calls["tile_unzip"] = lambda: (
        f"cute::tile_unzip(make_layout(make_tuple({flat(2)},{flat(2)}),make_tuple({flat(2)},{flat(2)})),"
        f"make_tuple({d.integer()},{d.integer()}))")
    calls["transform_layout"] = lambda: (
        f"cute::transform_layout({compact(d.among(2, 3))},{compact(2)},[](auto const& a, auto const& b) {{ "
        f"return make_layout(a, b); }})")
    calls["domain_distribute"] = lambda: f"cute::domain_distribute({flat(2, 1.0)},Int<{d.among(2, 4, 6, 8)}>{{}})"
    calls["domain_offset"] = lambda: "cute::domain_offset(%s,%s)" % (lambda n: (coord(n), compact(n)))(d.among(2, 3))
    calls["slice"] = lambda: "cute::slice(%s,%s)" % d.sliced(either(lambda: flat(3), lambda: compact(3)))
    calls["dice"] = lambda: "cute::dice(%s,%s)" % d.sliced(either(lambda: flat(3), lambda: compact(3)))
    calls["slice_and_offset"] = lambda: "cute::slice_and_offset(%s,%s)" % d.sliced(compact(3))
    calls["append: of a layout"] = lambda: f"cute::append<{d.among(3, 4)}>({compact(2)}{d.among('', f',make_layout({d.integer()},{d.integer()})')})"

    # ---- layout_composed.hpp, swizzle.hpp, swizzle_layout.hpp
    calls["Swizzle"] = lambda: (f"drawn::at({d.swizzle()}{d.indices(8, 4096)})", 8)
    calls["ComposedLayout"] = lambda: (f"drawn::at({d.swizzled()}{d.indices(8, 64)})", 8)
    calls["make_composed_layout"] = lambda: (
        f"drawn::at(cute::make_composed_layout({d.swizzle()},{d.integer(d.among(0, 8, 64))},"
        f"{fixed()}){d.indices(8, 16)})", 8)
    calls["is_composed_layout"] = lambda: f"cute::is_composed_layout<decltype({either(layout, shape, d.tiler, d.swizzled, d.swizzled)})>{{}}"
    calls["get_swizzle_portion"] = lambda: f"cute::get_swizzle_portion({d.swizzled()})"
    calls["get_nonswizzle_portion"] = lambda: f"cute::get_nonswizzle_portion({d.swizzled()})"
    # CuTe's cosize of a swizzled layout is that of the inner one, too small unless it fills whole periods
    calls["cosize: of a swizzled layout"] = lambda: (
        f"cute::cosize(composition(Swizzle<{d.among(1, 2, 3)},{d.among(2, 3)},3>{{}},Int<0>{{}},"
        f"make_layout(make_tuple(Int<{d.among(16, 32)}>{{}},"
        f"Int<{d.among(64, 128)}>{{}}){d.among('', ',LayoutRight{}')})))")
    for name in ("size", "rank", "depth", "shape"):
        calls[f"{name}: of a swizzled layout"] = lambda name=name: f"cute::{name}({d.swizzled()})"
    calls["max_alignment: of a swizzle"] = lambda: f"cute::max_alignment({d.swizzled()})"
    calls["composition: of a swizzled layout"] = lambda: (
        f"drawn::at(cute::composition({d.swizzled()},{d.tile()}){d.indices(4, 2)})", 4)
    for name in ("logical_divide", "zipped_divide"):
        calls[f"{name}: of a swizzled layout"] = lambda name=name: (
            f"drawn::at(cute::{name}({d.swizzled()},Int<{d.among(2, 4)}>{{}}){d.indices(8, 16)})", 8)
    calls["tile_to_shape: of a swizzled layout"] = lambda: (
        "drawn::at(cute::tile_to_shape(composition(%s,Int<0>{},%s),make_tuple(Int<%d>{},Int<%d>{}))%s)" % (
            d.swizzle(), compact(2), d.among(8, 16), d.among(8, 16), d.indices(8, 64)), 8)

    # ---- underscore.hpp, numeric/arithmetic_tuple.hpp
    part = lambda: d.among("_", "Int<0>{}", "Int<1>{}", "Int<2>{}", "3")
    masked = lambda: d.tree(part)
    for name in ("has_underscore", "all_underscore", "has_int0", "has_int1"):
        calls[name] = lambda name=name: (
            f"int(cute::{name}<decltype("
            f"{d.tree(d.among(part, lambda: '_', lambda: 'Int<1>{}', lambda: 'Int<0>{}'))})>::value)")
    for name in ("has_elem", "all_elem"):
        calls[name] = lambda name=name: (lambda e: f"int(cute::{name}<decltype({d.tree(d.among(part, lambda: e))}),decltype({e})>::value)")(
            d.among("Int<1>{}", "Int<2>{}", "int{}"))
    calls["is_underscore"] = lambda: f"int(cute::is_underscore<decltype({d.among('_', 'Underscore{}', part(), masked())})>::value)".replace("decltype(_)", "cute::remove_cvref_t<decltype(_)>")
    calls["_"] = lambda: f"make_tuple(cute::_,{masked()})"
    calls["X"] = lambda: f"Step<{','.join(d.among('cute::X', d.type_of_integer()) for _ in range(3))},cute::X>{{}}"
    calls["Underscore"] = lambda: f"make_tuple(cute::Underscore{{}},{masked()})"
    basis = lambda: f"ScaledBasis<{d.type_of_integer()},{d.modes()}>{{{{}}}}"
    modes = lambda: d.modes()
    calls["E"] = lambda: f"cute::E<{modes()}>{{}}" + d.among("", f" * {d.integer()}", f" * Int<{d.number()}>{{}}")
    calls["ScaledBasis"] = lambda: f"cute::ScaledBasis<{(v := d.number()) and f'Int<{v}>'},{modes()}>{{}}"
    calls["ScaledBasis: at run time"] = lambda: f"cute::ScaledBasis<int,{modes()}>{{{d.number()}}}"
    calls["is_scaled_basis"] = lambda: (
        f"int(cute::is_scaled_basis<decltype("
        f"{d.among(basis(), d.integer(), f'E<{modes()}>{{}}', shape())})>::value)").replace("{{}}", "{}")
    calls["basis_value"] = lambda: f"cute::basis_value({d.among(f'E<{modes()}>{{}} * {d.integer()}', d.integer())})"
    calls["basis_get"] = lambda: f"cute::basis_get(E<{d.among('0', '1', '0,1', '1,0', '1,1')}>{{}},make_tuple({flat(2)},{flat(2)}))"
    arithmetic = lambda: f"cute::make_arithmetic_tuple({','.join(d.integer() for _ in range(d.among(1, 2, 3)))})"
    calls["make_arithmetic_tuple"] = arithmetic
    calls["ArithmeticTuple"] = lambda: f"cute::ArithmeticTuple<{types(3)}>{{}} + {arithmetic()}"
    calls["as_arithmetic_tuple"] = lambda: f"cute::as_arithmetic_tuple({d.among(shape(), f'E<{modes()}>{{}} * {d.integer()}')})"
    for name, op in (("operator+", "+"), ("operator-", "-")):
        calls[name] = lambda op=op: f"{arithmetic()} {op} {d.among(arithmetic(), flat(2))}"
        calls[f"{name}: of bases"] = lambda op=op: f"E<{modes()}>{{}} * {d.integer()} {op} E<{modes()}>{{}} * {d.integer()}"
    calls["operator*"] = lambda: d.among(f"{d.integer()} * E<{modes()}>{{}}", f"E<{modes()}>{{}} * {d.integer()}", f"Int<{d.number()}>{{}} * Int<{d.number()}>{{}}")
    calls["make_inttuple_iter"] = lambda: f"*(cute::make_inttuple_iter({flat(2)}) + {arithmetic()})"
    calls["ArithmeticTupleIterator"] = lambda: f"(cute::ArithmeticTupleIterator({arithmetic()}))[{arithmetic()}]"
    calls["abs: of a basis"] = lambda: f"cute::abs(E<{modes()}>{{}} * Int<{d.among(-3, 4, -8, 2)}>{{}})"
    calls["safe_div"] = lambda: (
        f"cute::safe_div({d.among('', f'E<{modes()}>{{}} * ')}Int<{(q := d.number()) * d.number()}>{{}},"
        f"Int<{q}>{{}})")
    return calls
