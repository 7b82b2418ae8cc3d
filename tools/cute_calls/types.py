# SPDX-License-Identifier: BSL-1.0
"""Calls of util/type_traits.hpp: traits of drawn types, and the names of the types that they give."""


def calls_of(d):
    random = d.random
    numbers = ("bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
               "unsigned long", "long long", "float", "double")
    classes = ("drawn::base", "drawn::derived", "drawn::empty", "drawn::no_default", "drawn::kinds", "std::string")
    number = lambda: d.among(*numbers)

    def of_object():
        """A type with qualifiers, pointers, an extent."""
        t = d.among(number(), number(), d.among(*classes))
        for _ in range(d.among(0, 0, 1, 2)):
            t += d.among(" const", " volatile", "*", " const*")
        return t.replace(" const const", " const").replace(" volatile volatile", " volatile")

    sized = lambda: d.among(of_object, of_object, lambda: f"{of_object()}[{random.randrange(1, 99)}]")()
    any_type = lambda: d.among(of_object, of_object, lambda: of_object() + d.among("&", "&&"), sized)()
    value = lambda trait: f"int({trait})"
    named = lambda t: f"drawn::name_of<{t}>()"
    calls = {}

    def of_one(names, draw=any_type, traits=("", "_v")):
        for name in names.split():
            if "" in traits:
                calls[name] = lambda name=name: value(f"cute::{name}<{draw()}>::value")
            if "_v" in traits:
                calls[f"{name}_v"] = lambda name=name: value(f"cute::{name}_v<{draw()}>")

    of_one("is_const is_volatile is_lvalue_reference is_pointer is_signed is_unsigned is_default_constructible")
    of_one("is_standard_layout is_empty", sized)
    of_one("alignment_of", sized)
    of_one("is_reference is_arithmetic is_std_integral", traits=("",))
    of_one("is_trivially_copyable", sized, traits=("",))
    calls["is_void_v"] = lambda: value(f"cute::is_void_v<{d.among('void', 'void const', any_type(), any_type())}>")
    calls["extent"] = lambda: value(f"cute::extent<{sized()}>::value")
    calls["is_same"] = lambda: (lambda t: value(f"cute::is_same<{t},{d.among(t, any_type())}>::value"))(any_type())
    calls["is_same_v"] = lambda: (lambda t: value(f"cute::is_same_v<{t},{d.among(t, any_type())}>"))(any_type())
    two = lambda: f"{any_type()},{any_type()}"
    kin = lambda: f"{d.among(*classes)}{d.among('', ' const', ' volatile')},{d.among(*classes)}{d.among('', ' const')}"
    for suffix, end in (("", "::value"), ("_v", "")):
        for name, draw in (("is_convertible", two), ("is_constructible", two), ("is_base_of", kin)):
            calls[name + suffix] = lambda name=name, draw=draw, suffix=suffix, end=end: value(f"cute::{name}{suffix}<{draw()}>{end}")
        calls[f"is_any_of{suffix}"] = lambda suffix=suffix, end=end: value(f"cute::is_any_of{suffix}<{number()},{','.join(number() for _ in range(4))}>{end}")
        flags = lambda: ",".join(f"std::is_{d.among('const', 'pointer', 'signed')}<{any_type()}>" for _ in range(3))
        for name in ("conjunction", "disjunction"):
            calls[name + suffix] = lambda name=name, flags=flags, suffix=suffix, end=end: value(f"cute::{name}{suffix}<{flags()}>{end}")
        calls[f"negation{suffix}"] = lambda suffix=suffix, end=end: value(f"cute::negation{suffix}<std::is_const<{any_type()}>>{end}")
    calls["dependent_false"] = lambda: value(f"cute::dependent_false<{two()}>")

    transforms = {"add_pointer": any_type, "decay": any_type, "remove_cvref": any_type, "remove_pointer": any_type,
                  "make_signed": lambda: d.among(*numbers[1:11]) + d.among("", " const", " volatile", " const volatile")}
    for name, draw in transforms.items():
        calls[name] = lambda name=name, draw=draw: named(f"typename cute::{name}<{draw()}>::type") if name != "make_signed" else (
            named(f"typename cute::make_signed<{draw()}>::type") + f" + std::to_string({random.randrange(99)})")
        calls[f"{name}_t"] = lambda name=name, draw=draw: named(f"cute::{name}_t<{draw()}>") + (
            f" + std::to_string({random.randrange(99)})" if name == "make_signed" else "")
    calls["remove_extent"] = lambda: named(f"typename cute::remove_extent<{sized()}>::type")
    for name in ("add_const_t", "remove_const_t", "remove_cv_t", "remove_reference_t"):
        calls[name] = lambda name=name: named(f"cute::{name}<{any_type()}>")
    calls["void_t"] = lambda: named(f"cute::void_t<{two()}>")
    calls["copy_cv"] = lambda: named(f"typename cute::copy_cv<{two()}>::type")
    calls["copy_cv_t"] = lambda: named(f"cute::copy_cv_t<{two()}>")
    calls["common_type"] = lambda: named(f"typename cute::common_type<{number()},{number()},{number()}>::type")
    calls["common_type_t"] = lambda: named(f"cute::common_type_t<{number()},{number()},{number()}>")
    flag = lambda: d.among("true", "false")
    calls["conditional"] = lambda: named(f"typename cute::conditional<{flag()},{two()}>::type")
    calls["conditional_t"] = lambda: named(f"cute::conditional_t<{flag()},{two()}>")
    calls["conditional_template"] = lambda: named((
        f"typename cute::conditional_template<{flag()},std::pair,std::tuple>::template type<{of_object()},"
        f"{of_object()}>"))
    calls["enable_if"] = lambda: named(f"typename cute::enable_if<true,{any_type()}>::type") + (
        f" + std::to_string(drawn::enables<cute::enable_if<{flag()},{any_type()}>>)")
    calls["enable_if_t"] = lambda: named(f"cute::enable_if_t<true,{any_type()}>")
    calls["invoke_result_t"] = lambda: named(f"cute::invoke_result_t<std::plus<>,{number()},{number()}>") + f" + std::to_string({random.randrange(9)})"
    calls["declval"] = lambda: named(f"decltype(cute::declval<{any_type()}>())")
    calls["forward"] = lambda: (lambda t: named(f"decltype(cute::forward<{t}>(std::declval<std::remove_reference_t<{t}>&>()))"))(any_type())
    calls["move"] = lambda: named(f"decltype(cute::move(std::declval<{of_object()}{d.among('', '&', '&&')}>()))")
    calls["is_valid"] = lambda: (f"int(decltype(cute::is_valid([](auto&& x) -> decltype({d.among('x + 1', '*x', '++x', 'x.size()', '-x', 'x % 2')})"
                                 f" {{ return {{}}; }})(std::declval<{any_type()}>()))::value)")
    element = lambda: f"cute::tuple<{','.join(number() for _ in range(3))}>"
    calls["tuple_element"] = lambda: named(f"typename cute::tuple_element<{random.randrange(3)},{element()}>::type")
    calls["tuple_element_t"] = lambda: named(f"cute::tuple_element_t<{random.randrange(3)},{element()}>")
    tuples = lambda: d.among(f"decltype({d.shape()})", f"cute::array<int,{random.randrange(1, 99)}>", f"cute::tuple<{','.join(number() for _ in range(random.randrange(1, 9)))}>",
                             f"cute::make_seq<{random.randrange(1, 99)}>")
    calls["tuple_size"] = lambda: value(f"cute::tuple_size<{tuples()}>::value")
    calls["tuple_size_v"] = lambda: value(f"cute::tuple_size_v<{tuples()}>")
    calls["ptrdiff_t"] = lambda: f"cute::ptrdiff_t({random.getrandbits(62) - (1 << 61)}ll)"
    calls["uintptr_t"] = lambda: f"cute::uintptr_t({random.getrandbits(63)}ll)"
    return calls
