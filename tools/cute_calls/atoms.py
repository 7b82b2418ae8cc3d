# SPDX-License-Identifier: BSL-1.0
"""Calls of CuTe's atoms: the elements that drawn threads and values of instructions and tilings have."""
import re

PLACES = 128  # (thread,value)s drawn of an instruction


def arguments_of_wgmma(name, d):
    """Template arguments of a wgmma instruction: majors, signs."""
    shape_and_types = re.sub(r".*_64x\d+", "", name)
    if shape_and_types.startswith("x32_S32") or "_S32" in shape_and_types:
        return ""
    sign = lambda: f"GMMA::ScaleIn::{d.among('One', 'Neg')}"
    signs = d.among("", f"{sign()},{sign()}")
    if shape_and_types.endswith("_TN"):
        return f"<{signs}>"
    # A in registers is K-major
    first = "GMMA::Major::K" if shape_and_types.endswith("_RS") else f"GMMA::Major::{d.among('K', 'MN')}"
    return f"<{first},GMMA::Major::{d.among('K', 'MN')}{',' + signs if signs else ''}>"


def instructions_of(d):
    """The MMA instructions: each name with places drawn of A, B and C."""
    calls = {}
    for name, (kind, _header) in d.same.items():
        if kind not in ("class", "alias") or "SPARSE" in name or "16x8x128_S32U1" in name:
            continue
        if re.match(r"(SM90::GMMA::MMA|SM90)_64x\d+x", name):
            arguments = lambda name=name: arguments_of_wgmma(name, d)
        elif re.match(r"SM\d\d_\d+x\d+x\d+_|SM90::MMA_", name):
            arguments = lambda: ""
        else:
            continue
        calls[name] = lambda name=name, arguments=arguments: (
            f"drawn::instruction<cute::{name}{arguments()}>({d.seed()},{PLACES})", PLACES)
    return calls


def operand_layouts_of(d):
    """SM90::GMMA: the layouts of operands and of swizzled tiles."""
    calls = {}
    at = lambda layout: (f"drawn::at_places({layout},{d.seed()},{PLACES})", PLACES)
    of_type = lambda: d.among("half_t", "float", "int8_t", "bfloat16_t", "tfloat32_t", "float_e4m3_t")
    for name in d.same:
        if name == "SM90::GMMA::CLayout_64xN":
            calls[name] = lambda name=name: (f"drawn::at_places(cute::{name}<{8 * d.random.randrange(1, 33)}>{{}},{d.seed()},8)", 8)
        elif re.match(r"SM90::GMMA::[AC]Layout_64x", name):
            calls[name] = lambda name=name: at(f"cute::{name}{{}}")
        elif re.match(r"SM90::GMMA::Layout_(K|MN)_\w+_Bits", name):
            calls[name] = lambda name=name: at(f"cute::as_position_independent_swizzle_layout(cute::{name}{{}})")
        elif re.match(r"SM90::GMMA::Layout_(K|MN)_", name):
            calls[name] = lambda name=name: at(f"cute::as_position_independent_swizzle_layout(cute::{name}<{of_type()}>{{}})")
            calls[f"{name}: tiled"] = lambda name=name: at(
                f"cute::as_position_independent_swizzle_layout(cute::tile_to_shape("
                f"cute::{name}<{of_type()}>{{}},Shape<_128,_128>{{}}))")
        elif re.match(r"SM90::GMMA::Layout_\w+_Atom", name):
            calls[name] = lambda name=name: at(
                f"cute::as_position_independent_swizzle_layout(cute::{name}<{of_type()},"
                f"GMMA::Major::{d.among('K', 'MN')}>{{}})")
    calls["SM90::GMMA::ABLayout"] = lambda: at(f"cute::SM90::GMMA::ABLayout<{d.among(8, 16, 64, 128, 256)},{d.among(8, 16, 32, 64)}>{{}}")
    for name in ("ss_op_selector", "rs_op_selector"):
        types = lambda: d.among("half_t,half_t,float", "half_t,half_t,half_t", "bfloat16_t,bfloat16_t,float", "tfloat32_t,tfloat32_t,float",
                                "int8_t,int8_t,int32_t", "uint8_t,int8_t,int32_t", "float_e4m3_t,float_e4m3_t,float", "float_e5m2_t,float_e4m3_t,half_t")
        calls[f"SM90::GMMA::{name}"] = lambda name=name: (
            f"drawn::instruction<decltype(cute::SM90::GMMA::{name}<{types()},Shape<Int<{d.among(64, 128)}>,"
            f"Int<{8 * d.random.randrange(1, 33)}>,_64>,"
            f"GMMA::Major::K,GMMA::Major::K>())>({d.seed()},8)", 1)
    return calls


def descriptors_of(d):
    """GmmaDescriptor, its iterator and its enumerations."""
    random = d.random
    bits = lambda: f"{random.getrandbits(64)}ull"
    calls = {}
    for name, listed in {"SM90::GMMA::Major": "K MN", "SM90::GMMA::ScaleIn": "One Neg", "SM90::GMMA::ScaleOut": "Zero One",
                         "SM90::GMMA::LayoutType": "INTERLEAVE B128 B64 B32", "TMA::L2Promotion": "DISABLE B64 B128 B256",
                         "TMA::CacheHintSm90": "EVICT_NORMAL EVICT_FIRST EVICT_LAST"}.items():
        calls[name] = lambda name=name, listed=listed: f"(unsigned long long)cute::{name}::{d.among(*listed.split())} + {random.randrange(999)}"
    kept = "0b1100000000001110001111111111111100111111111111110011111111111111ull"  # the bits that are fields
    calls["GmmaDescriptor"] = lambda: (
        f"[] {{ cute::GmmaDescriptor g{{}}; g.bitfield.start_address_ = {random.getrandbits(14)}; "
        f"g.bitfield.leading_byte_offset_ = {random.getrandbits(14)};"
        f" g.bitfield.stride_byte_offset_ = {random.getrandbits(14)}; g.bitfield.base_offset_ = "
        f"{random.getrandbits(3)};"
        f" g.bitfield.layout_type_ = {random.getrandbits(2)}; return (unsigned long long)g.desc_; }}()")
    calls["print"] = lambda: (
        f"[] {{ cute::GmmaDescriptor g{{}}; g.desc_ = {bits()} & {kept}; cute::print(g); return std::string(); "
        f"}}()")
    kind = lambda: f"SM90::GMMA::LayoutType({random.randrange(4)})"
    calls["SM90::GMMA::to_string"] = lambda: f"std::string(cute::SM90::GMMA::to_string({kind()})) + std::to_string({random.randrange(99)})"
    calls["SM90::GMMA::operator<<"] = lambda: f"drawn::streamed({kind()}) + std::to_string({random.randrange(99)})"
    iterator = lambda: (
        f"[] {{ cute::GmmaDescriptor g{{}}; g.desc_ = {bits()} & {kept} & ~0x2000ull; "
        f"cute::SM90::GMMA::DescriptorIterator p{{g}}; %s }}()")
    calls["SM90::GMMA::DescriptorIterator"] = lambda: iterator() % (
        f"return std::uint64_t(*p) + std::uint64_t(*(p + {random.randrange(99)})) + std::uint64_t("
        f"p[{random.randrange(99)}]);")
    calls["SM90::GMMA::raw_pointer_cast"] = lambda: iterator() % (
        f"return (unsigned long long)cute::SM90::GMMA::raw_pointer_cast<std::uint64_t>(p + "
        f"{random.randrange(99)}).desc_;")
    calls["SM90::GMMA::recast_ptr"] = lambda: iterator() % f"return std::uint64_t(*cute::SM90::GMMA::recast_ptr<std::uint64_t>(p + {random.randrange(99)}));"
    calls["SM90::GMMA::print"] = lambda: iterator() % "print(p); return std::string();"

    def tile(major):
        """An element type and a canonical tile."""
        element = d.among("half_t", "bfloat16_t", "float", "int8_t") if major == "K" else d.among("half_t", "bfloat16_t")
        return element, (f"tile_to_shape(GMMA::Layout_{major}_{d.among('SW128', 'SW64', 'SW32', 'INTER')}_Atom<{element}>{{}},"
                         f"Shape<Int<{d.among(64, 128, 192, 256)}>,"
                         f"Int<{d.among(128, 256)}>>{{}}{d.among('', ',Step<_2,_1>{}', ',Step<_1,_2>{}')})")

    calls["SM90::GMMA::layout_type"] = lambda: f"drawn::layout_type<%s>(%s) + {random.randrange(999)}" % tile(d.among("K", "MN"))
    calls["SM90::GMMA::make_gmma_desc"] = lambda: (lambda m: f"drawn::descriptor<GMMA::Major::{m},%s>(%s,0,{random.randrange(4)})" % tile(m))(
        d.among("K", "MN"))
    return calls


# instruction, and the element types of A, B and C
MMAS = ("SM80_16x8x16_F32F16F16F32_TN", "SM80_16x8x8_F32F16F16F32_TN", "SM80_16x8x8_F32TF32TF32F32_TN", "SM80_16x8x32_S32S8S8S32_TN",
        "SM80_8x8x4_F64F64F64F64_TN", "SM75_16x8x8_F32F16F16F32_TN", "SM70_8x8x4_F32F16F16F32_NT", "SM70_8x8x4_F32F16F16F32_TN",
        "UniversalFMA<float>", "SM89_16x8x32_F32E4M3E4M3F32_TN", "SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>",
        "SM90_64x32x16_F16F16F16_RS<GMMA::Major::K,GMMA::Major::K>")
WARP_MMAS = MMAS[:6]


def tilings_of(d):
    """Tiled MMAs and tiled copies. Where a tiling shows 8 drawn (thread,value)s of each operand, or the first 64
    elements of a thread's partition, it counts as 8 calls."""
    random, power = d.random, lambda least, most: 1 << random.randrange(least, most + 1)
    calls = {}

    def threads(op):
        m, n = (1, 1) if "16_SS" in op or "16_RS" in op else (power(0, 2), power(0, 2))
        if op.startswith("SM70"):  # its 8 threads are two of a warp's 8 quads
            m, n = d.among((2, 2), (4, 1), (1, 4), (4, 2))
        if op.startswith("Universal"):
            m, n = power(1, 4), power(1, 4)
        return f"Layout<Shape<Int<{m}>,Int<{n}>,_1>{d.among('', f',Stride<Int<{n}>,_1,_0>')}>{{}}"

    def tiled_mma(ops=MMAS):
        op = d.among(*ops)
        plain = f"make_tiled_mma({op}{{}},{threads(op)})"
        if op in WARP_MMAS and random.random() < 0.4:
            plain = (
                f"make_tiled_mma({op}{{}},Layout<Shape<_2,_2,_1>>{{}},Tile<Int<{d.among(32, 64)}>,"
                f"{d.among('_32', 'Layout<Shape<_8,_2,_2>,Stride<_1,_16,_8>>')},_32>{{}})")
        return plain

    tile = lambda: (
        f"make_layout(make_tuple(Int<{d.among(128, 256)}>{{}},"
        f"Int<{d.among(128, 256)}>{{}}){d.among('', ',LayoutRight{}')})")
    view = lambda: f"drawn::view({tile()},{random.randrange(99)})"
    calls["make_tiled_mma"] = lambda: f"drawn::tiled_mma(cute::{tiled_mma()},{d.seed()},8)"
    calls["TiledMMA"] = lambda: (lambda op: f"drawn::tiled_mma(cute::TiledMMA<MMA_Atom<{op}>,decltype({threads(op)})>{{}},{d.seed()},8)")(d.among(*MMAS))
    calls["MMA_Atom"] = lambda: f"drawn::instruction<cute::MMA_Atom<{d.among(*MMAS)}>>({d.seed()},8)"
    calls["MMA_Traits"] = lambda: f"drawn::traits<cute::MMA_Traits<{d.among(*MMAS)}>>({d.seed()},8)"
    calls["MMA_Op"] = lambda: f"drawn::instruction<typename cute::MMA_Op<MMA_Traits<{d.among(*MMAS)}>>::type>({d.seed()},8)"
    calls["UniversalFMA"] = lambda: (
        f"[] {{ {d.among('int', 'float', 'double')} r = 0; decltype(r) a = {random.randrange(-99, 99)}, b = "
        f"{random.randrange(-99, 99)}, c = {random.randrange(-99, 99)}; cute::UniversalFMA<decltype(r)>::fma(r, "
        f"a, b, c); return r; }}()")
    calls["ThrMMA"] = lambda: (
        f"drawn::values({tiled_mma()}.get_slice({random.randrange(32)}).partition_{d.among('A', 'B', 'C')}("
        f"{view()}))")
    for x in "ABC":
        calls[f"partition_shape_{x}"] = lambda x=x: (
            f"product_each(cute::partition_shape_{x}({tiled_mma(WARP_MMAS)},Shape<Int<{d.among(128, 256)}>,"
            f"Int<{d.among(128, 256)}>>{{}}))")
    calls["partition_fragment_C"] = lambda: (
        f"product_each(shape(cute::partition_fragment_C({tiled_mma(WARP_MMAS)},Shape<Int<{d.among(128, 256)}>,"
        f"Int<{d.among(128, 256)}>>{{}})))")
    calls["thr_size"] = lambda: f"cute::thr_size({tiled_mma()})"
    calls["tile_shape"] = lambda: f"cute::tile_shape({tiled_mma()})"
    calls["tile_size: of a copy"] = lambda: f"cute::tile_size<{d.among(0, 1)}>({tiled_copy()})"
    calls["tile_size"] = lambda: f"cute::tile_size<{d.among(0, 1, 2)}>({tiled_mma()})"
    calls["size: of a tiling"] = lambda: f"cute::size({d.among(tiled_mma(), tiled_copy())})"

    # ---- copies: (operation, element)
    def copy_of():
        bits, element = d.among(("8", "int8_t"), ("16", "half_t"), ("32", "float"), ("64", "double"), ("32", "half_t"), ("64", "half_t"), ("128", "half_t"), ("128", "float"))
        op = d.among(f"UniversalCopy<uint_bit_t<{bits}>>", f"UniversalCopy<uint_bit_t<{bits}>>", f"AutoVectorizingCopyWithAssumedAlignment<{bits}>" if bits != "8" else "UniversalCopy<uint8_t>")
        if op.startswith("Auto"):
            return op, element, 1
        return op, element, int(bits) // {"int8_t": 8, "half_t": 16, "float": 32, "double": 64}[element]

    def tiled_copy():
        op, element, width = copy_of()
        m, n = power(1, 4), power(1, 4)
        values = d.among((1, width), (width, 1), (2, width), (width, 2))
        return (f"make_tiled_copy(Copy_Atom<{op},{element}>{{}},Layout<Shape<Int<{m}>,Int<{n}>>{d.among('', f',Stride<Int<{n}>,_1>')}>{{}},"
                f"Layout<Shape<Int<{values[0]}>,Int<{values[1]}>>{d.among('', f',Stride<Int<{values[1]}>,_1>')}>{{}})")

    atoms = {"SM75_U32x1_LDSM_N": "half_t", "SM75_U32x2_LDSM_N": "half_t", "SM75_U32x4_LDSM_N": "half_t", "SM75_U16x2_LDSM_T": "half_t",
             "SM75_U16x4_LDSM_T": "half_t", "SM75_U16x8_LDSM_T": "half_t", "SM90_U32x1_STSM_N": "half_t", "SM90_U32x2_STSM_N": "half_t",
             "SM90_U32x4_STSM_N": "half_t", "SM90_U16x2_STSM_T": "half_t", "SM90_U16x4_STSM_T": "half_t", "SM90_U16x8_STSM_T": "half_t"}
    for name in atoms:
        calls[name] = lambda name=name: (f"drawn::copy_operation<cute::{name},{d.among('half_t', 'bfloat16_t')}>({d.seed()},{PLACES})", PLACES)
    for name in ("SM80_CP_ASYNC_CACHEALWAYS", "SM80_CP_ASYNC_CACHEGLOBAL", "SM80_CP_ASYNC_CACHEALWAYS_ZFILL", "SM80_CP_ASYNC_CACHEGLOBAL_ZFILL"):
        word = lambda name=name: "uint128_t" if "GLOBAL" in name else d.among("uint32_t", "uint64_t", "uint128_t")
        calls[name] = lambda name=name, word=word: (f"drawn::copy_operation<cute::{name}<{word()}>,{d.among('half_t', 'float', 'int8_t')}>({d.seed()},{PLACES})", PLACES)
    calls["UniversalCopy"] = lambda: (f"drawn::copy_operation<cute::UniversalCopy<{d.among('uint32_t', 'uint64_t', 'uint128_t')}>,{d.among('half_t', 'float', 'int8_t')}>({d.seed()},{PLACES})", PLACES)
    calls["AutoVectorizingCopyWithAssumedAlignment"] = lambda: (f"drawn::copy_operation<cute::AutoVectorizingCopyWithAssumedAlignment<{d.among(32, 64, 128)}>,{d.among('half_t', 'float', 'int8_t')}>({d.seed()},{PLACES})", PLACES)
    for name in ("AutoVectorizingCopy", "DefaultCopy"):
        calls[name] = lambda name=name: (f"drawn::copy_operation<cute::{name},{d.among('half_t', 'float', 'int8_t')}>({d.seed()},{PLACES})", PLACES)
    some_op = lambda: d.among(*atoms, "UniversalCopy<uint64_t>", "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>")
    calls["Copy_Atom"] = lambda: f"drawn::copy_atom<cute::Copy_Atom<{some_op()},half_t>>({d.seed()},8)"
    calls["Copy_Traits"] = lambda: f"drawn::copy_traits<cute::Copy_Traits<{some_op()}>>({d.seed()},8)"
    calls["CPY_Op"] = lambda: f"drawn::copy_operation<typename cute::CPY_Op<Copy_Traits<{some_op()}>>::type,half_t>({d.seed()},8)"
    calls["make_tiled_copy"] = lambda: f"drawn::tiled_copy(cute::{tiled_copy()},{d.seed()},8)"
    calls["TiledCopy"] = lambda: f"drawn::tiled_copy(cute::TiledCopy<Copy_Atom<UniversalCopy<uint32_t>,float>,Layout<Shape<Shape<_{(m := power(1, 3))},_4>,Shape<_2,_{(v := power(0, 2))}>>,Stride<Stride<_1,_{2 * m}>,Stride<_{m},_{8 * m}>>>,Shape<_{2 * m},_{4 * v}>>{{}},{d.seed()},8)"
    calls["make_tiled_copy_impl"] = lambda: f"drawn::tiled_copy(cute::make_tiled_copy_impl(Copy_Atom<UniversalCopy<uint32_t>,float>{{}},Layout<Shape<Shape<_{(m := power(1, 3))},_4>,Shape<_2,_{(v := power(0, 2))}>>,Stride<Stride<_1,_{2 * m}>,Stride<_{m},_{8 * m}>>>{{}},Shape<_{2 * m},_{4 * v}>{{}}),{d.seed()},8)"
    calls["ThrCopy"] = lambda: f"drawn::values({tiled_copy()}.get_slice({random.randrange(4)}).partition_{d.among('S', 'D')}({view()}))"
    mma_for = lambda: f"make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{{}},Layout<Shape<Int<{power(0, 2)}>,Int<{power(0, 1)}>,_1>>{{}},Tile<_64,_32,_16>{{}})"
    for x in "ABC":
        op = lambda x=x: d.among("SM75_U32x4_LDSM_N", "SM75_U32x2_LDSM_N", "UniversalCopy<uint32_t>") if x != "C" else d.among("SM90_U32x4_STSM_N", "SM90_U32x2_STSM_N", "UniversalCopy<uint32_t>")
        calls[f"make_tiled_copy_{x}"] = lambda x=x, op=op: f"drawn::tiled_copy(cute::make_tiled_copy_{x}(Copy_Atom<{op()},half_t>{{}},{mma_for()}),{d.seed()},8)"
    calls["make_tiled_copy_C_atom"] = lambda: f"drawn::tiled_copy(cute::make_tiled_copy_C_atom(Copy_Atom<{d.among('SM90_U32x4_STSM_N', 'SM90_U32x2_STSM_N', 'UniversalCopy<uint32_t>')},half_t>{{}},{mma_for()}),{d.seed()},8)"
    for x in "SD":
        calls[f"make_tiled_copy_{x}"] = lambda x=x: f"drawn::tiled_copy(cute::make_tiled_copy_{x}(Copy_Atom<{d.among('UniversalCopy<uint32_t>', 'UniversalCopy<uint16_t>', 'SM90_U32x2_STSM_N')},half_t>{{}},make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>,half_t>{{}},{mma_for()})),{d.seed()},8)"
    calls["make_cotiled_copy"] = lambda: (lambda t, v: f"drawn::tiled_copy(cute::make_cotiled_copy(Copy_Atom<UniversalCopy<uint32_t>,float>{{}},Layout<Shape<_{t},_{v}>,Stride<_{v},_1>>{{}},Layout<Shape<Int<{t}>,Int<{(w := v * d.among(1, 2))}>>{d.among('', f',Stride<Int<{w}>,_1>')}>{{}}),{d.seed()},8)")(power(2, 5), power(0, 3))
    calls["create_tma_multicast_mask"] = lambda: f"int(cute::create_tma_multicast_mask<{d.among(0, 1, 2)}>(make_layout(make_shape(Int<{d.among(1, 2, 4)}>{{}},Int<{d.among(1, 2, 4)}>{{}},Int<{d.among(1, 2)}>{{}}){d.among('', ',LayoutRight{}')}),make_coord(0,{d.among(0, 0, 1)},{d.among(0, 0, 1)})))"
    return calls


def calls_of(d):
    def counted(call):
        return call if isinstance(call, tuple) else (call, 8 if call.startswith("drawn::") else 1)

    tilings = {name: lambda make=make: counted(make()) for name, make in tilings_of(d).items()}
    return instructions_of(d) | operand_layouts_of(d) | descriptors_of(d) | tilings
