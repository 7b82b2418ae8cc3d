# SPDX-License-Identifier: BSL-1.0
"""Calls of CuTe's numbers: static integers, bits, number types, complex numbers."""
import re

UNSIGNED = ("uint8_t", "uint16_t", "uint32_t", "uint64_t")
WIDTHS = ("int8_t", "int16_t", "int32_t", "int64_t") + UNSIGNED


def constants_of(d):
    """_4 and its like, in expressions with drawn integers."""
    def call(name):
        other = d.random.randrange(-99, 999)
        op = d.among("+", "-", "*", "<", "==", "%")
        if op == "%":
            other = abs(other) + 1
        return f"cute::{name}{{}} {op} {d.among(str(other), str(other), str(other), f'Int<{other}>{{}}')}"

    return {name: lambda name=name: call(name) for name in d.same if re.fullmatch(r"_m?\d+", name)}


def calls_of(d):
    integer, random = d.integer, d.random
    signed = lambda: random.randrange(-999, 999)
    static = lambda value: f"Int<{value}>{{}}"
    mixed = lambda value: d.among(static(value), str(value))
    positive = lambda: random.randrange(1, 999)
    calls = constants_of(d)

    # ---- swizzle.hpp
    def mixed_bits():
        static, flags = random.randrange(256), random.randrange(256)
        return f"cute::make_mixed_bits(C<{static}u>{{}},{random.randrange(256)}u,C<{flags}u>{{}})"

    # The number, and whether it is static.
    bits = lambda call: f"[] {{ auto x = {call}; return make_tuple(uint32_t(x), int(is_static<decltype(x)>::value)); }}()"
    calls["make_mixed_bits"] = lambda: bits(mixed_bits())
    calls["MixedBits"] = lambda: bits(
        f"{mixed_bits()} {d.among('&', '|', '^')} {d.among(mixed_bits(), f'C<{random.randrange(256)}u>{{}}')}")
    calls["MixedBits: shifted"] = lambda: bits(f"{mixed_bits()} {d.among('<<', '>>')} C<{random.randrange(8)}>{{}}")

    def to_mixed_bits():
        extents = [1 << random.randrange(4) for _ in range(d.among(1, 2, 3))]
        strides, at = [], 0
        for n in random.sample(range(len(extents)), len(extents)):
            strides.append((n, 1 << at))
            at += extents[n].bit_length() - 1
        strides = [stride for _n, stride in sorted(strides)]
        each = lambda values: "make_tuple(" + ",".join(values) + ")"
        return bits(f"cute::to_mixed_bits({each(map(static, extents))},{each(map(static, strides))},"
                    f"{each(mixed(random.randrange(n)) for n in extents)})")
    calls["to_mixed_bits"] = to_mixed_bits

    # ---- numeric/integral_constant.hpp
    for op in ("%", "&", "/", "<", "<=", ">", ">=", "^", "|", ">>"):
        def pair(op=op):
            a, b = positive(), random.randrange(1, 9) if op == ">>" else positive()
            if d.among(0, 1):
                return f"{static(a)} {op} {static(b)}"
            return f"{static(a)} {op} {b}" if d.among(0, 1) else f"{a} {op} {static(b)}"
        calls[f"operator{op}"] = pair
    for op in ("&&", "||"):
        calls[f"operator{op}"] = lambda op=op: (
            f"({mixed(signed())} {d.among('<', '>')} {static(signed())}) {op} ({static(signed())} < "
            f"{mixed(signed())})")
    calls["operator!"] = lambda: f"!{static(d.among(0, signed()))}"
    calls["operator~"] = lambda: f"~{static(signed())}"
    calls['operator""_c'] = lambda: f"[] {{ using cute::operator\"\"_c; return {random.randrange(100000)}_c; }}()"
    calls["Int"] = lambda: f"cute::Int<{signed()}>{{}}"
    calls["C"] = lambda: f"cute::C<{signed()}>{{}}"
    boolean = lambda: f"{signed()} {d.among('<', '>')} {signed()}"
    calls["bool_constant"] = lambda: f"int(cute::bool_constant<({boolean()})>::value)"
    calls["true_type"] = lambda: f"make_tuple(cute::true_type{{}}, cute::true_type{{}} && bool_constant<({boolean()})>{{}})"
    calls["false_type"] = lambda: f"make_tuple(cute::false_type{{}}, cute::false_type{{}} || bool_constant<({boolean()})>{{}})"
    calls["conditional_return"] = lambda: (
        f"cute::conditional_return<({boolean()})>({d.among(integer(), d.shape())},"
        f"{d.among(integer(), d.shape())})")
    calls["conditional_return: of a type"] = lambda: f"cute::conditional_return(bool_constant<({boolean()})>{{}},{integer()},{integer()})"
    calls["conditional_return: at run time"] = lambda: f"cute::conditional_return({boolean()},{mixed(signed())},{mixed(signed())})"
    calls["static_value"] = lambda: (
        f"cute::static_value<{d.among(f'Int<{signed()}>', f'sizeof_bits<{d.among(*WIDTHS)}>', f'tuple_size<decltype({d.shape()})>')}>("
        f")")
    calls["lcm"] = lambda: f"cute::lcm({integer()},{integer()})"
    for name in ("shiftl", "shiftr"):
        calls[name] = lambda name=name: (
            lambda m: f"cute::{name}({m(random.randrange(1 << 12))},{m(d.among(-3, -1, 0, 2, 5))})")(d.among(static, str))
    for name in ("signum", "abs"):
        calls[name] = lambda name=name: f"cute::{name}({mixed(signed())})"
    calls["has_single_bit"] = lambda: (
        f"cute::has_single_bit("
        f"{d.among(static(1 << random.randrange(12)), static(positive()), f'{positive()}u', f'{1 << random.randrange(16)}u')})")
    some = lambda: d.among(integer(), integer(), d.shape(), d.layout(), d.layout(1.0), f"{signed()}L", "_", d.swizzled(), "2.0f")
    known = lambda x: f"cute::remove_cvref_t<decltype({x})>"
    for name in ("is_integral", "is_static"):
        calls[name] = lambda name=name: f"int(cute::{name}<{known(some())}>::value)"
        calls[f"{name}_v"] = lambda name=name: f"int(cute::{name}_v<{known(some())}>)"
    for suffix, value in (("", "::value"), ("_v", "")):
        calls[f"is_constant{suffix}"] = lambda suffix=suffix, value=value: (
            lambda n: (
                f"int(cute::is_constant{suffix}<{n},decltype("
                f"{d.among(static(n), static(n + 1), str(n), d.integer())})>{value})"))(d.number())

    # ---- numeric/math.hpp, integral_ratio.hpp, util/print.hpp
    word = lambda: d.among(*((f"cute::{t}", 8 << i) for i, t in enumerate(UNSIGNED)))
    for name in ("bit_ceil", "bit_floor", "bit_width", "countl_one", "countl_zero", "countr_one", "countr_zero", "popcount",
                 "rotl", "rotr", "log_2"):
        def of_bits(name=name):
            of_type, bits = word()
            if name in ("countl_one", "countr_one", "bit_ceil") and bits < 32:  # CuTe takes such a word as an int
                of_type, bits = "cute::uint32_t", 32
            value = d.among(random.getrandbits(bits - 1), random.getrandbits(bits - 1), (1 << random.randrange(1, bits)) - 1,
                            ((1 << bits) - 1) ^ ((1 << random.randrange(1, bits)) - 1))
            value = max(value, 1)
            if name == "bit_ceil":
                value = min(value, 1 << (bits - 2))
            second = f",{random.randrange(bits)}" if name.startswith("rot") else ""
            return f"cute::{name}({of_type}({value}u{'ll' if bits == 64 else ''}){second})"
        calls[name] = of_bits
    calls["divmod"] = lambda: f"drawn::parts(cute::divmod({mixed(positive())},{mixed(positive())}))"
    calls["DivModReturnType"] = lambda: f"drawn::parts(cute::DivModReturnType<int,int>({positive()},{positive()}))"
    calls["num_digits"] = lambda: f"cute::num_digits({random.randrange(10 ** random.randrange(1, 9))})"

    # ---- numeric/real.hpp, complex.hpp
    for name in ("add", "mul"):
        calls[name] = lambda name=name: (
            f"[] {{ {d.among('int', 'float', 'double')} c = 0; cute::{name}(c, {signed()}, {signed()}); return "
            f"c; }}()")
    number = lambda: f"cute::complex<{d.among('float', 'double')}>({signed()},{signed()})"
    calls["fma"] = lambda: (
        f"[] {{ {d.among('int', 'float', 'double')} r = 0; cute::fma(r, {signed()}, {signed()}, {signed()}); "
        f"return r; }}()")
    calls["complex"] = lambda: (
        f"drawn::parts({number().replace('double', 'float')} {d.among('+', '-', '*')} "
        f"{number().replace('double', 'float')})")
    calls["conj"] = lambda: f"drawn::parts(cute::conj({number()}))"
    for name in ("real", "imag"):
        calls[name] = lambda name=name: f"cute::{name}({d.among(number(), f'{signed()}.f', f'{signed()}.0')})"
    return calls | number_types_of(d)


def number_types_of(d):
    """numeric/int.hpp, numeric_types.hpp: their widths, and numbers that they round."""
    random = d.random
    value = lambda: d.among(f"{random.randrange(-2000, 2000)}.f", f"{random.uniform(-4, 4):.6f}f", f"{random.uniform(-1e-2, 1e-2):.8f}f",
                            f"{random.uniform(-400, 400):.3f}f")
    calls = {}
    for name in ("half_t", "bfloat16_t", "tfloat32_t", "float_e4m3_t", "float_e5m2_t"):
        calls[name] = lambda name=name: f"float(cute::{name}({value()}))"
        calls[f"{name}: arithmetic"] = lambda name=name: f"float(cute::{name}({value()}) {d.among('+', '-', '*')} cute::{name}({value()}))"
    for name in WIDTHS:
        calls[name] = lambda name=name: f"(long long)cute::{name}({random.getrandbits(62) - (1 << 61)}ll)"
    calls["uint128_t"] = lambda: (
        f"drawn::bytes_of(cute::uint128_t(std::uint64_t({random.getrandbits(63)}))) + std::to_string(alignof("
        f"cute::uint128_t))")
    for name, low, high in (("int4_t", -8, 8), ("int4b_t", -8, 8), ("uint4_t", 0, 16), ("uint4b_t", 0, 16), ("uint1_t", 0, 2),
                            ("uint1b_t", 0, 2), ("bin1_t", 0, 2)):
        calls[name] = lambda name=name, low=low, high=high: (
            f"int(cute::{name}({random.randrange(low, high)})) + {random.randrange(999)} * int("
            f"sizeof_bits_v<cute::{name}>)")
    for kind, widths in (("int", (8, 16, 32, 64)), ("uint", (8, 16, 32, 64))):
        v = lambda: f"{random.getrandbits(62) - (1 << 61)}ll"
        calls[f"{kind}_bit"] = lambda kind=kind, widths=widths, v=v: f"(long long)typename cute::{kind}_bit<{d.among(*widths)}>::type({v()})"
        calls[f"{kind}_bit_t"] = lambda kind=kind, widths=widths, v=v: f"(long long)cute::{kind}_bit_t<{d.among(*widths)}>({v()})"
        calls[f"{kind}_byte"] = lambda kind=kind, v=v: f"(long long)typename cute::{kind}_byte<{d.among(1, 2, 4, 8)}>::type({v()})"
        calls[f"{kind}_byte_t"] = lambda kind=kind, v=v: f"(long long)cute::{kind}_byte_t<{d.among(1, 2, 4, 8)}>({v()})"
    # not bool, of which CuTe's elements have a bit
    types = WIDTHS + ("half_t", "bfloat16_t", "tfloat32_t", "float_e4m3_t", "float_e5m2_t", "int4b_t", "uint4b_t", "uint1b_t", "float",
                      "double", "char", "uint128_t")
    array = lambda: f"cute::array<{d.among(*WIDTHS, 'half_t', 'double')},{random.randrange(1, 40)}>"
    some = lambda: d.among(lambda: d.among(*types), array, array, lambda: f"{d.among(*types)} const", lambda: f"float[{random.randrange(1, 99)}]")()
    calls["sizeof_bits"] = lambda: f"int(cute::sizeof_bits<{some()}>::value)"
    calls["sizeof_bits_v"] = lambda: f"int(cute::sizeof_bits_v<{some()}>)"
    calls["is_subbyte"] = lambda: f"int(cute::is_subbyte<{some()}>::value)"
    calls["is_subbyte_v"] = lambda: f"int(cute::is_subbyte_v<{some()}>)"
    for name in ("bits_to_bytes", "bytes_to_bits"):
        calls[name] = lambda name=name: f"cute::{name}({d.among(random.randrange(4096), f'Int<{random.randrange(4096)}>{{}}')})"
    calls["numeric_limits"] = lambda: (
        f"double(cute::numeric_limits<{d.among(*WIDTHS, 'float', 'double')}>::{d.among('max()', 'min()', 'lowest()', 'digits', 'is_signed', 'is_integer', 'epsilon()', 'digits10')}) "
        f"* {d.among(1, 2, 4, 8)}")
    calls["is_complex"] = lambda: f"int(cute::is_complex<{d.among(*(f'complex<{t}>' for t in types[:16]), *types)}>::value)"
    calls["is_complex_v"] = lambda: calls["is_complex"]().replace("is_complex<", "is_complex_v<", 1).replace("::value)", ")")
    calls["RealType"] = lambda: (
        f"int(sizeof_bits_v<typename "
        f"cute::RealType<{d.among(*(f'complex<{t}>' for t in types[:16]), *types)}>::Type>)")
    return calls
