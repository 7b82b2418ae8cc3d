# SPDX-License-Identifier: BSL-1.0
"""Calls of CuTe's tensors: views, partitions, algorithms. The elements that they read are compared."""


def calls_of(d):
    random = d.random
    number = lambda: random.randrange(-99, 99)
    compact = d.layout_of_rank
    view = lambda l: f"drawn::view({l},{random.randrange(99)})"
    owned = lambda l: f"drawn::filled({l},{d.seed()})"
    values = lambda t: f"drawn::values({t})"
    some = lambda: compact(d.among(1, 2, 3))
    power = lambda least=0: 1 << random.randrange(least, 3)
    calls = {}

    def of_view(name, make):
        calls[name] = lambda: values(make())

    # ---- tensor_impl.hpp, pointer_flagged.hpp
    of_view("make_tensor", lambda: f"cute::make_tensor(counting_iterator<int>{{{random.randrange(99)}}},{d.among(some(), d.layout())})")
    of_view("make_tensor: of an array", lambda: f"cute::make_tensor(drawn::memory({d.seed()}),{d.layout(one_to_one=False)})")
    of_view("Tensor", lambda: f"cute::Tensor({view(some())})")
    calls["Tensor: at a coordinate"] = lambda: f"{view(compact(2))}({random.randrange(2)},{random.randrange(2)})"
    calls["Tensor: a slice"] = lambda: values(f"{view(compact(3))}({d.among('_', '0', '1')},_,{d.among('_', '0', 'Int<1>{}')})")
    calls["Tensor: composed"] = lambda: values(f"{view(compact(2))}.compose({d.tile()})")
    of_view("MakeTensor", lambda: f"drawn::with_values(cute::MakeTensor<int>{{}}({compact(2)}),{d.seed()})")
    calls["ArrayEngine"] = lambda: (
        f"[] {{ cute::ArrayEngine<int,{(n := random.randrange(1, 20))}> e; for (int i = 0; i < {n}; ++i) "
        f"e.begin()[i] = {number()} * i; return e.begin()[{random.randrange(n)}] + {n} * int(sizeof(e.begin("
        f")[0])); }}()")
    calls["ViewEngine"] = lambda: (
        f"[] {{ static int a[16] = {{{','.join(str(number()) for _ in range(16))}}}; cute::ViewEngine<int*> "
        f"e{{a}}; return e.begin()[{random.randrange(16)}]; }}()")
    maybe = lambda: d.among(view(some()), owned(some()), d.layout(), d.shape(), "int{}")
    calls["is_tensor"] = lambda: f"int(cute::is_tensor<decltype({maybe()})>::value)"
    calls["is_tensor_v"] = lambda: f"int(cute::is_tensor_v<decltype({maybe()})>)"
    of_view("group_modes", lambda: f"cute::group_modes<{d.among(0, 1)},{d.among(2, 3)}>({d.among(view, view)(compact(3))})")
    for name in ("inner_partition", "outer_partition"):
        of_view(name, lambda name=name: (
            f"cute::{name}({view(compact(2))},make_tile(Int<{power()}>{{}},Int<{power()}>{{}}),make_coord("
            f"{d.among(0, 1)},{d.among('0', '_')}))")
                if name == "inner_partition" else
                f"cute::{name}({view(compact(2))},make_tile(Int<2>{{}},Int<2>{{}}),make_coord("
                f"{d.among(0, 1)},{d.among(0, 1)}))")
    tile_coord = lambda: d.among(f"make_coord({d.among(0, 1)},{d.among('0', '_', '1')})", "make_coord(_,0)", "make_coord(_,_)", "make_coord(0,Int<0>{})")
    of_view("local_tile", lambda: f"cute::local_tile({view(compact(2))},make_tile(Int<{power()}>{{}},Int<{power()}>{{}}),{tile_coord()})")
    of_view("local_tile: with a projection", lambda: (
        f"cute::local_tile({view(compact(2))},make_tile(Int<2>{{}},Int<4>{{}},Int<2>{{}}),make_coord(0,"
        f"{d.among('_', '0')},0),Step<{d.among('_1,X,_1', 'X,_1,_1', '_1,_1,X')}>{{}})"))
    of_view("local_partition", lambda: (
        f"cute::local_partition({view(compact(2))},make_layout(make_tuple(Int<{(a := power())}>{{}},"
        f"Int<{(b := power())}>{{}}){d.among('', ',LayoutRight{}')}),{random.randrange(a * b)})"))
    of_view("local_partition: with a projection", lambda: (
        f"cute::local_partition({view(compact(2))},make_layout(make_tuple(Int<2>{{}},Int<2>{{}},Int<2>{{}})),"
        f"{random.randrange(8)},Step<{d.among('_1,X,_1', 'X,_1,_1', '_1,_1,X')}>{{}})"))
    of_view("make_identity_tensor", lambda: f"cute::make_identity_tensor({d.shape_of_numbers()})")
    of_view("make_coord_tensor", lambda: f"cute::make_coord_tensor(make_identity_layout({d.shape_of_numbers()}))")
    calls["make_tensor_like"] = lambda: f"cute::make_tensor_like({d.among(owned, view)(some())}).layout()"
    calls["make_fragment_like: of a tensor"] = lambda: f"cute::make_fragment_like({d.among(owned, view)(some())}).layout()"
    of_view("recast", lambda: (
        f"cute::recast<{d.among('uint16_t', 'uint8_t', 'int', 'uint64_t')}>("
        f"{owned(f'make_layout(make_tuple(Int<{power(1)}>{{}},Int<{power()}>{{}}))')})"))
    of_view("tensor", lambda: f"cute::tensor<{d.among('', '0', '1', '2')}>({view(compact(3))})".replace("tensor<>", "tensor"))
    canonical = lambda t: (
        f"tile_to_shape(GMMA::Layout_{d.among('K', 'MN')}_{d.among('SW128', 'SW64', 'SW32')}_Atom<{t}>{{}},"
        f"Shape<_{d.among(64, 128)},_{d.among(64, 128)}>{{}})")
    calls["as_position_independent_swizzle_tensor"] = lambda: (
        f"drawn::places_read(cute::as_position_independent_swizzle_tensor(drawn::shared_tile<std::uint16_t>("
        f"{canonical('half_t')})),{d.seed()},8)", 8)
    calls["as_position_independent_swizzle_layout"] = lambda: (
        f"drawn::at_places(cute::as_position_independent_swizzle_layout("
        f"{canonical(d.among('half_t', 'float', 'int8_t'))}),{d.seed()},8)", 8)
    for name in ("coalesce", "flatten", "filter_zeros", "filter"):
        of_view(f"{name}: of a tensor", lambda name=name: f"cute::{name}({view(d.layout(1.0))})")
    for name in ("logical_divide", "zipped_divide", "tiled_divide", "flat_divide"):
        of_view(f"{name}: of a tensor", lambda name=name: f"cute::{name}({view(compact(2))},make_tile(Int<{power()}>{{}},Int<{power()}>{{}}))")
    calls["take: of a tensor"] = lambda: values(f"cute::take<{d.among(0, 1)},{d.among(2, 3)}>({view(compact(3))})")
    calls["domain_offset: of a tensor"] = lambda: values(f"cute::domain_offset(make_coord({d.among(0, 1)},{d.among(0, 1)}),{view(compact(2))})")
    for name in ("max_common_vector", "max_common_layout"):
        calls[f"{name}: of tensors"] = lambda name=name: f"cute::{name}({owned(compact(2))},{owned(compact(2))})"

    # ---- atom/partitioner.hpp
    tv = lambda: "Layout<Shape<Shape<_2,_2>,Shape<_2,_%d>>,Stride<Stride<_%d,_1>,Stride<_%d,_%d>>>{}" % d.among((2, 2, 4, 8), (2, 4, 2, 8), (1, 2, 4, 8), (2, 8, 4, 2))
    tiler = lambda: d.among("make_tile(Int<4>{},Int<4>{})", "make_tile(Int<2>{},Int<8>{})", "make_tile(Int<8>{},Int<2>{})")
    tiled = lambda: (
        f"make_layout(make_tuple(Int<{d.among(8, 16)}>{{}},"
        f"Int<{d.among(8, 16)}>{{}}){d.among('', ',LayoutRight{}')})")
    of_view("make_tiler_impl", lambda: f"cute::make_tiler_impl({tv()},{tiler()}).get_slice({random.randrange(4)}).partition({view(tiled())})")
    of_view("TV_Tiler", lambda: (
        f"cute::TV_Tiler<decltype({tv()}),decltype({tiler()})>::get_slice({random.randrange(4)}).partition("
        f"{view(tiled())})"))

    # ---- algorithms: what stands in the destination after them
    def algorithm(name, text, tensors=2):
        """`text` with the tensors a, b, c of one drawn shape."""
        def call():
            shape = ",".join(f"Int<{e}>{{}}" for e in (d.among(2, 4, 8), d.among(1, 2, 4)))
            form = lambda: f"make_layout(make_tuple({shape}){d.among('', ',LayoutRight{}')})"
            declared = " ".join(f"auto {t} = {owned(form())};" for t in "abc"[:tensors])
            return f"[] {{ {declared} {text()} return drawn::values({'abc'[tensors - 1]}); }}()"
        calls[name] = call

    function = lambda: f"[](auto x) {{ return {number()} * x + {number()}; }}"
    of_two = lambda: f"[](auto x, auto y) {{ return {number()} * x + {number()} * y; }}"
    algorithm("axpby", lambda: f"cute::axpby({number()}, a, {number()}, b);")
    algorithm("clear", lambda: f"cute::clear(b(_,{0}));")
    algorithm("fill", lambda: f"cute::fill(b{d.among('', '(_,0)', '(0,_)')}, {number()});", )
    algorithm("copy", lambda: "cute::copy(a, b);")
    algorithm("copy: with an atom", lambda: (
        f"cute::copy(Copy_Atom<{d.among('UniversalCopy<int>', 'DefaultCopy', 'UniversalCopy<float>')},int>{{}}, "
        f"a, b);"))
    algorithm("copy_aligned", lambda: "cute::copy_aligned(a, b);")
    algorithm("AutoFilter", lambda: "AutoVectorizingCopy op{}; cute::copy(cute::AutoFilter(op), a, b);")
    algorithm("copy_if", lambda: (
        f"auto p = make_tensor<bool>(b.layout()); for (int i = 0; i < int(size(p)); ++i) p(i) = b(i) % "
        f"{random.randrange(2, 5)} == 0; cute::copy_if(p, a, b);"))
    algorithm("cooperative_copy", lambda: (
        f"auto s = drawn::in_memory(a); auto r = drawn::in_memory(b); for (int t = 0; t < "
        f"{(n := d.among(1, 2, 4, 8))}; ++t) cute::cooperative_copy<{n}>(t, s, r);"))
    algorithm("for_each: of a tensor", lambda: f"int s = 0; cute::for_each(a, [&](int x) {{ s = 3 * s + x; }}); b(0) = s;")
    algorithm("transform: of a tensor", lambda: d.among(f"cute::transform(b, {function()});", f"cute::transform(a, b, {function()});"))
    algorithm("transform: of two tensors", lambda: f"cute::transform(a, b, c, {of_two()});", 3)
    algorithm("lazy::transform", lambda: f"cute::copy(cute::lazy::transform(a, {function()}), b);")
    algorithm("reduce", lambda: f"b(0) = cute::reduce(a, {number()}{d.among('', ', multiplies{}', ', max_fn{}', ', minus{}')});")
    algorithm("batch_reduce", lambda: (
        f"auto r = {owned('make_layout(size<1>(a))')}; cute::batch_reduce(a, "
        f"r{d.among('', ', max_fn{}', ', minus{}')}); for (int i = 0; i < int(size(r)); ++i) b(i) = r(i);"))
    algorithm("logical_reduce", lambda: (
        f"auto r = {owned('make_layout(size<1>(a))')}; cute::logical_reduce(a, r, make_tuple(size<0>(a),"
        f"_){d.among('', ', max_fn{}', ', minus{}')}); for (int i = 0; i < int(size(r)); ++i) b(i) = r(i);"))
    calls["gemm"] = lambda: (lambda m, n, k: (
        f"[] {{ auto a = {owned(f'Layout<Shape<_{m},_{k}>>{{}}')}; auto b = "
        f"{owned(f'Layout<Shape<_{n},_{k}>>{{}}')};"
        f" auto c = {owned(f'Layout<Shape<_{m},_{n}>>{{}}')}; cute::gemm("
        f"{d.among('', 'MMA_Atom<UniversalFMA<int>>{}, ')}a, b, c); return drawn::values(c); }}()"))(
            d.among(1, 2, 4), d.among(1, 2, 4), d.among(1, 2, 4))
    calls["prefer"] = lambda: (
        f"int(sizeof(cute::prefer<{random.randrange(9)}>)) + int("
        f"std::is_base_of_v<cute::prefer<{random.randrange(9)}>,cute::prefer<{random.randrange(9)}>>) * "
        f"{random.randrange(1, 99)}")

    # ---- pictures in text
    shown = lambda text: f"[] {{ {text}; return std::string(); }}()"
    table = lambda: (
        f"make_layout(make_tuple({d.integer(d.among(2, 3, 4))},"
        f"{d.integer(d.among(2, 3, 5))}){d.among('', ',LayoutRight{}')})")
    calls["print_layout"] = lambda: shown(f"cute::print_layout({table()})")
    calls["print_tensor"] = lambda: shown(f"drawn::table({view(table())})")
    calls["block"] = lambda: f"int(cute::block({random.randrange(99)}))"
    calls["block0"] = lambda: f"int(cute::block0()) + {random.randrange(999)}"
    calls["thread"] = lambda: f"int(cute::thread({random.randrange(99)},{random.randrange(9)}))"
    calls["thread0"] = lambda: f"int(cute::thread0()) + {random.randrange(999)}"
    return calls
