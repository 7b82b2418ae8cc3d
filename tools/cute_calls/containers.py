# SPDX-License-Identifier: BSL-1.0
"""Calls of CuTe's containers, bit fields and pointers."""


def calls_of(d):
    random = d.random
    numbers = lambda n: ",".join(str(random.randrange(-99, 999)) for _ in range(n))
    extent = lambda: random.randrange(1, 9)
    nibble = lambda: random.randrange(-8, 8)
    calls = {}
    calls["array"] = lambda: (lambda n: f"drawn::elements(cute::array<int,{n}>{{{{{numbers(n)}}}}})")(extent())
    calls["array: cleared"] = lambda: (lambda n: (
        f"[] {{ cute::array<int,{n}> a{{{{{numbers(n)}}}}}; auto b = a; "
        f"a.{d.among('clear()', f'fill({numbers(1)})')}; return drawn::elements(a) + drawn::elements(b); }}("
        f")"))(extent())
    calls["get"] = lambda: (lambda n: f"cute::get<{random.randrange(n)}>({d.among(f'cute::array<int,{n}>{{{{{numbers(n)}}}}}', d.flat(n))})")(d.among(1, 2, 3))
    calls["get: of a tree"] = lambda: f"cute::get<{d.among('0', '1', '0,1', '1,0')}>(make_tuple({d.shape()},{d.shape()}))"
    calls["swap"] = lambda: (lambda n: (
        f"[] {{ cute::array<int,{n}> a{{{{{numbers(n)}}}}}, b{{{{{numbers(n)}}}}}; cute::swap(a, b); return "
        f"drawn::elements(a) + drawn::elements(b); }}()"))(extent())
    calls["operator=="] = lambda: (lambda n, a: f"int(cute::array<int,{n}>{{{{{a}}}}} == cute::array<int,{n}>{{{{{d.among(a, numbers(n))}}}}})")(*(lambda n: (n, numbers(n)))(extent()))
    calls["operator==: of tuples"] = lambda: (lambda a: f"{a} == {d.among(a, d.shape(), d.like(a))}")(d.shape())
    calls["reverse: of an array"] = lambda: (lambda n: f"drawn::elements(cute::reverse(cute::array<int,{n}>{{{{{numbers(n)}}}}}))")(extent())
    types = ("int8_t", "half_t", "float", "double", "uint16_t")
    calls["array_aligned"] = lambda: (lambda n: (
        f"[] {{ using A = cute::array_aligned<int,{n},{d.among(4, 8, 16, 32, 64)}>; A a{{{{{numbers(n)}}}}}; "
        f"return drawn::elements(a) + std::to_string(alignof(A)) + \"/\" + std::to_string(sizeof(A)); }}()"))(extent())
    # array_subbyte and what points into it: written at drawn places, read everywhere
    filled = lambda n: (
        f"cute::array_subbyte<cute::int4b_t,{n}> a{{}}; for (int i = 0; i < {n}; ++i) a[i] = cute::int4b_t(i * "
        f"{extent()} % 7 - 3);")
    written = lambda n: f"a[{random.randrange(n)}] = cute::int4b_t({nibble()});"
    shown = "return drawn::numbers_in(a);"
    some = lambda: random.randrange(2, 20)
    calls["array_subbyte"] = lambda: (lambda n: f"[] {{ {filled(n)} {written(n)} {written(n)} {shown} }}()")(some())
    calls["subbyte_reference"] = lambda: (lambda n: (
        f"[] {{ {filled(n)} cute::subbyte_reference<cute::int4b_t> r = a[{random.randrange(n)}]; r = "
        f"cute::int4b_t({nibble()}); {shown} }}()"))(some())
    calls["subbyte_iterator"] = lambda: (lambda n: (
        f"[] {{ {filled(n)} cute::subbyte_iterator<cute::int4b_t> p = a.begin(); *(p + {random.randrange(n)}) = "
        f"cute::int4b_t({nibble()}); p[{random.randrange(n)}] = cute::int4b_t({nibble()}); {shown} }}()"))(some())
    calls["subbyte_storage_type_t"] = lambda: (
        f"int(sizeof(cute::subbyte_storage_type_t<cute::{d.among('int4b_t', 'uint4b_t', 'uint1b_t')}>)) + "
        f"{random.randrange(999)}")
    calls["recast_ptr"] = lambda: (
        f"[] {{ unsigned a[4] = {{{','.join(str(random.getrandbits(31)) for _ in range(4))}}}; auto p = "
        f"cute::recast_ptr<{d.among('uint8_t', 'uint16_t', 'uint64_t')}>("
        f"{d.among('a', 'make_gmem_ptr(a)', 'make_smem_ptr(a)')} + 0); return (long long)("
        f"p[{random.randrange(2)}]); }}()").replace("a + 0", "&a[0]").replace("ptr(a) + 0", "ptr(&a[0])")
    calls["raw_pointer_cast"] = lambda: (
        f"[] {{ static int a[9]; return (long long)(cute::raw_pointer_cast("
        f"{d.among('make_gmem_ptr(&a[0])', 'make_smem_ptr(&a[0])', '&a[0]')} + {random.randrange(9)}) - a) + "
        f"{random.randrange(99)}; }}()")
    calls["is_byte_aligned"] = lambda: (
        f"int(cute::is_byte_aligned<{d.among(1, 2, 4, 8, 16, 32, 64)}>(reinterpret_cast<void const*>("
        f"{random.randrange(1 << 12)}ull << {random.randrange(6)})))")
    # up to 256 bytes: CuTe's of more is aligned to 1
    calls["aligned_struct"] = lambda: f"int(alignof(cute::aligned_struct<{1 << random.randrange(9)}>)) * {random.randrange(1, 99)}"

    def field():
        start, bits = random.randrange(0, 100), random.randrange(1, 65)
        value, before = random.getrandbits(bits), random.getrandbits(8)
        return (f"[] {{ cute::bit_field<{start},{bits}> f; std::memset(&f, {before}, sizeof f); f = {value}ull;"
                " return drawn::bytes_of(f); }()")
    calls["bit_field"] = field
    calls["dummy_type"] = lambda: f"int(sizeof(cute::bit_field<{random.randrange(64)},{random.randrange(1, 64)},cute::dummy_type>))"
    calls["find_true"] = lambda: f"int(cute::find_true<{','.join(d.among('true', 'false', 'false') for _ in range(random.randrange(1, 12)))}>::value)"
    calls["find_true_v"] = lambda: f"int(cute::find_true_v<{','.join(d.among('true', 'false', 'false') for _ in range(random.randrange(1, 12)))}>)"
    names = ("int", "float", "char", "double", "long", "short")
    calls["type_list"] = lambda: (lambda listed: (
        f"int(cute::find<{d.among(*listed)}>(cute::type_list<{','.join(listed)}>{{}})) * "
        f"{random.randrange(1, 99)}"))(random.sample(names, d.among(3, 4, 5)))
    calls["max_alignment"] = lambda: f"cute::max_alignment({d.among(d.layout(), d.layout(1.0), d.swizzled(), f'Int<{random.randrange(1, 2000)}>{{}}')})"
    return calls | pointers_of(d)


def pointers_of(d):
    """pointer.hpp, pointer_base.hpp: the element that a drawn pointer refers to."""
    random = d.random
    values = lambda: "static int a[16]; for (int i = 0; i < 16; ++i) a[i] = %d * i + %d;" % (random.randrange(-99, 99), random.randrange(99))
    at = lambda: random.randrange(16)
    of_type = lambda: d.among("int", "float", "half_t", "double", "int8_t", "int const", "uint16_t", "complex<float>")
    pointers = lambda: d.among(*(f"{k}_ptr<{of_type()}*>" for k in ("gmem", "smem", "rmem")), f"{of_type()}*", "counting_iterator<int>")
    calls = {}
    for kind in ("gmem", "smem", "rmem"):
        calls[f"make_{kind}_ptr"] = lambda kind=kind: f"[] {{ {values()} auto p = cute::make_{kind}_ptr(a); return p[{at()}] + *(p + {at()}); }}()"
        calls[f"{kind}_ptr"] = lambda kind=kind: f"[] {{ {values()} cute::{kind}_ptr<int*> p = make_{kind}_ptr(&a[0]); return p[{at()}]; }}()"
        calls[f"is_{kind}"] = lambda kind=kind: f"int(cute::is_{kind}<{pointers()}>::value)"
        calls[f"is_{kind}_v"] = lambda kind=kind: f"int(cute::is_{kind}_v<{pointers()}>)"
    calls["counting_iterator"] = lambda: f"cute::counting_iterator<int>{{{random.randrange(999)}}}[{at()}]"
    square = lambda: f"[](auto x) {{ return {random.randrange(9)} * x + {random.randrange(9)}; }}"
    calls["make_transform_iter"] = lambda: (
        f"[] {{ {values()} auto p = cute::make_transform_iter({square()}, &a[0]); return p[{at()}] + *(p + "
        f"{at()}); }}()")
    calls["transform_iter"] = lambda: (
        f"[] {{ {values()} auto f = {square()}; cute::transform_iter<decltype(f),int*> p{{f, a}}; return "
        f"p[{at()}]; }}()")
    plain = lambda: d.among(f"{of_type().replace('complex<float>', 'long')}*", f"gmem_ptr<{of_type().replace('complex<float>', 'long')}*>",
                            f"smem_ptr<{of_type().replace('complex<float>', 'char')}*>", "counting_iterator<int>")
    kinds = lambda t: (
        f"int(sizeof({t})) * {random.randrange(1, 99)} + int(std::is_const_v<std::remove_reference_t<{t}>>) + 2 "
        f"* int(std::is_reference_v<{t}>)")
    for name in ("iter_element", "iter_reference", "iter_value"):
        calls[name] = lambda name=name: kinds(f"typename cute::{name}<{plain()}>::type")
        calls[f"{name}_t"] = lambda name=name: kinds(f"cute::{name}_t<{plain()}>")
    calls["iterator_traits"] = lambda: kinds(f"typename cute::iterator_traits<{plain()}>::{d.among('value_type', 'element_type', 'reference')}")
    calls["has_dereference"] = lambda: f"int(cute::has_dereference<{d.among(pointers(), 'int', d.type_of_integer(), f'decltype({d.shape()})')}>::value)"
    return calls
