# SPDX-License-Identifier: BSL-1.0
"""Calls of CuTe's tuple algorithms, function objects and sequences of integers."""

# The operators of algorithm/functional.hpp that have folds.
ARITHMETIC = {"plus": "+", "minus": "-", "multiplies": "*", "divides": "/", "modulus": "%"}
BITS = {"bit_and": "&", "bit_or": "|", "bit_xor": "^", "left_shift": "<<", "right_shift": ">>"}
LOGICAL = {"logical_and": "&&", "logical_or": "||"}
RELATIONS = {"equal_to": "==", "not_equal_to": "!=", "greater": ">", "less": "<", "greater_equal": ">=",
             "less_equal": "<="}


def functional_of(d):
    """Function objects. A fold or an assignment is called with variables, which are shown after it."""
    calls = {}

    def number(op):
        # Divisors and shifts that have a meaning.
        return d.random.randrange(1, 5) if "shift" in op else d.random.randrange(1, 1000)

    def with_variables(name, count):
        numbers = [d.random.randrange(1, 5) if i and "shift" in name else d.random.randrange(1, 2000) for i in range(count)]
        if "divides" in name and "rfold" in name:  # each number is at least what it is divided by
            numbers.sort(reverse=True)
            numbers = numbers[-1:] + numbers[:-1] if "binary" in name else numbers
        values = ",".join(f"a{i} = {number}" for i, number in enumerate(numbers))
        used = ",".join(f"a{i}" for i in range(count))
        return (f"[] {{ int {values}; auto const r = int(cute::{name}{{}}({used}));"
                f" return make_tuple(r,{used}); }}()")

    operators = ARITHMETIC | BITS | LOGICAL | RELATIONS
    for name in operators:
        calls[name] = lambda name=name: d.among(
            f"cute::{name}{{}}({number('')},{number(name)})",
            f"cute::{name}{{}}({d.integer(number(''), 1.0)},{d.integer(number(name), 0.6)})")
    assigned = [f"{name}_assign" for name in ARITHMETIC | BITS]
    for name in assigned:
        calls[name] = lambda name=name: with_variables(name, 2)
    for name in [*operators, *assigned]:
        for fold in ("unary_rfold", "unary_lfold", "binary_rfold", "binary_lfold"):
            of_name = f"{name}_{fold}"
            # a right fold of shifts shifts by what a shift gives: two or three operands
            most = 2 if "shift" in name and "rfold" in fold else 4
            calls[of_name] = lambda of_name=of_name, most=most: with_variables(of_name, d.random.randrange(2, most + 1))
    for name in ("max_fn", "min_fn"):
        calls[name] = lambda name=name: f"cute::{name}{{}}({d.integer()},{d.integer()})"
    signed = lambda: str(d.random.randrange(-999, 999))
    for name in ("unary_plus", "negate", "bit_not", "identity", "abs_fn", "logical_not"):
        calls[name] = lambda name=name: f"cute::{name}{{}}({d.among(signed(), signed(), f'Int<{signed()}>{{}}')})"
    for name in ("pre_increment", "pre_decrement", "post_increment", "post_decrement"):
        calls[name] = lambda name=name: with_variables(name, 1)
    calls["dereference"] = lambda: f"[] {{ int a = {signed()}; return cute::dereference{{}}(&a); }}()"
    calls["address_of"] = lambda: f"[] {{ int a = {signed()}; return *cute::address_of{{}}(a); }}()"
    calls["conjugate"] = lambda: f"drawn::parts(cute::conjugate{{}}(cute::complex<float>({signed()},{signed()})))"
    calls["constant_fn"] = lambda: f"cute::constant_fn<{d.among('int', f'Int<{signed()}>')}>{{{d.among('{}', signed())}}}({signed()})".replace(
        f"{{{{}}}}", "{}")
    calls["constant_fn"] = lambda: f"cute::constant_fn<int>{{{signed()}}}({signed()},{signed()})"
    for name in ("shift_right_const", "shift_left_const"):
        calls[name] = lambda name=name: f"cute::{name}<{d.random.randrange(9)}>{{}}({d.random.randrange(1 << 16)})"
    op = lambda: d.among("plus", "minus", "multiplies", "less", "max_fn")
    calls["bind"] = lambda: f"cute::bind({op()}{{}},{d.integer()})({d.integer()})"
    calls["bound_fn"] = lambda: f"[] {{ cute::bound_fn<{(o := op())},int> f{{{o}{{}},{d.number()}}}; return f({d.integer()}); }}()"
    return calls


def sequences_of(d):
    small = lambda: d.random.randrange(12)
    listed = lambda: ",".join(str(small()) for _ in range(d.random.randrange(1, 6)))
    shown = lambda kind: f"drawn::listed(cute::{kind}{{}})"
    ranged = lambda: (lambda a: f"{a},{a + small()}")(small())
    many = lambda: d.random.randrange(1, 120)
    calls = {
        "integer_sequence": lambda: shown(f"integer_sequence<{d.among('int', 'unsigned', 'char')},{listed()}>"),
        "make_integer_range": lambda: shown(f"make_integer_range<int,{ranged()}>"),
        "to_seq": lambda: (
            f"drawn::listed(typename "
            f"cute::to_seq<cute::tuple<{','.join(f'Int<{d.number()}>' for _ in range(3))}>>::type{{}})"),
        "to_seq_t": lambda: shown(f"to_seq_t<cute::tuple<{','.join(f'Int<{d.number()}>' for _ in range(3))}>>"),
        "tuple_seq": lambda: shown(f"tuple_seq<decltype({d.shape()})>"),
        "tuple_rseq": lambda: shown(f"tuple_rseq<decltype({d.shape()})>"),
    }
    for name in ("make_integer_sequence", "make_integer_sequence_reverse"):
        calls[name] = lambda name=name: shown(f"{name}<{d.among('int', 'std::size_t')},{many()}>")
    for name in ("int_sequence", "index_sequence", "seq"):
        calls[name] = lambda name=name: shown(f"{name}<{listed()}>")
    for name in ("make_int_sequence", "make_int_rsequence", "make_index_sequence", "make_index_rsequence", "make_seq",
                 "make_rseq"):
        calls[name] = lambda name=name: shown(f"{name}<{many()}>")
    for name in ("make_int_range", "make_index_range", "make_range"):
        calls[name] = lambda name=name: shown(f"{name}<{ranged()}>")
    return calls


def calls_of(d):
    shape, flat, two, integer = d.shape, d.flat, d.pair, d.integer
    even = "[](auto const& x) { return x % Int<2>{} == Int<0>{}; }"
    less = "[](auto const& x) { return x < Int<%d>{}; }"
    static_flat = lambda: flat(fixed=1.0)
    predicate = lambda: d.among(even, less % d.number())
    operator = lambda: d.among("plus{}", "multiplies{}", "minus{}", "max_fn{}")
    gathered = "[](auto const&... x) { return make_tuple(x...); }"
    equal_length = lambda: (lambda n: (flat(n), flat(n)))(d.among(1, 2, 3))
    calls = functional_of(d) | sequences_of(d)
    for name in ("any_of", "all_of", "none_of"):
        calls[name] = lambda name=name: f"cute::{name}({flat(d.among(2, 3))},{predicate()})"
    calls |= {
        "find_if": lambda: f"cute::find_if({static_flat()},{predicate()})",
        "find": lambda: f"cute::find({static_flat()},Int<{d.number()}>{{}})",
        "apply": lambda: f"cute::apply({shape()},{gathered})",
        "for_each": lambda: (
            f"[] {{ int s = {d.number()}; cute::for_each({flat()},[&](auto const& x) {{ s = 3 * s + int(x); }});"
            f" return s; }}()"),
        "for_each_leaf": lambda: (
            f"[] {{ int s = {d.number()}; cute::for_each_leaf({shape()},[&](auto const& x) {{ s = 3 * s + int("
            f"x); }}); return s; }}()"),
        "transform": lambda: "cute::transform(%s,%s,%s)" % (*equal_length(), operator()),
        "transform: of one": lambda: f"cute::transform({flat()},[](auto const& x) {{ return x * Int<{d.number()}>{{}}; }})",
        "transform_apply": lambda: "cute::transform_apply(%s,%s,%s,%s)" % (*equal_length(), operator(), gathered),
        "transform_leaf": lambda: f"cute::transform_leaf({shape()},[](auto x) {{ return x + Int<{d.number()}>{{}}; }})",
        "transform_leaf: of two": lambda: "cute::transform_leaf(%s,%s,%s)" % (*two(), operator()),
        "fold": lambda: f"cute::fold({flat()},{integer()},{operator()})",
        "fold_first": lambda: f"cute::fold_first({flat()},{operator()})",
        "filter_tuple": lambda: f"cute::filter_tuple({shape()},[](auto const& x) {{ return repeat<{d.among(1, 2)}>(wrap(x)); }})".replace(
            "repeat<1>(wrap(x))", "wrap(x)").replace("repeat<2>(wrap(x))", "make_tuple(x,x)"),
        "is_flat": lambda: f"int(cute::is_flat<decltype({d.among(shape(), flat(), integer())})>::value)",
        "append": lambda: f"cute::append({shape()},{d.among(integer(), shape())})",
        "append: to a length": lambda: f"cute::append<{d.among(3, 4, 5)}>({flat()},{integer()})",
        "prepend": lambda: f"cute::prepend({shape()},{d.among(integer(), shape())})",
        "prepend: to a length": lambda: f"cute::prepend<{d.among(3, 4)}>({flat()},{integer()})",
        "insert": lambda: f"cute::insert<{d.among(0, 1, 2)}>({flat(3)},{d.among(integer(), shape())})",
        "remove": lambda: f"cute::remove<{d.among(0, 1, 2)}>({flat(3)})",
        "replace": lambda: f"cute::replace<{d.among(0, 1, 2)}>({flat(3)},{d.among(integer(), shape())})",
        "replace_front": lambda: f"cute::replace_front({d.among(flat(3), integer(), shape())},{integer()})",
        "replace_back": lambda: f"cute::replace_back({d.among(flat(3), integer(), shape())},{integer()})",
        "take": lambda: f"cute::take<{d.among(0, 1)},{d.among(2, 3)}>({d.among(flat(3), d.layout_of_rank(3))})",
        "select": lambda: f"cute::select<{d.among(0, 1, 2)},{d.among(0, 1, 2)}>({d.among(flat(3), d.layout_of_rank(3))})",
        "group": lambda: f"cute::group<{d.among(0, 1)},{d.among(2, 3)}>({d.among(flat(3), d.layout_of_rank(3))})",
        "repeat": lambda: f"cute::repeat<{d.among(1, 2, 3, 4)}>({d.among(shape(), integer())})",
        "tuple_repeat": lambda: f"cute::tuple_repeat<{d.among(1, 2, 3, 4)}>({d.among(shape(), integer())})",
        "repeat_like": lambda: f"cute::repeat_like({shape()},{integer()})",
        "unflatten": lambda: (lambda a, b: f"cute::unflatten(cute::flatten_to_tuple({a}),{b})")(*two()),
        "zip": lambda: "cute::zip(%s,%s)" % two(),
        "zip: of one": lambda: "cute::zip(make_tuple(%s,%s))" % equal_length(),
        "zip2_by": lambda: (
            f"cute::zip2_by(make_tuple({flat(2)},{flat(2)}{d.among('', ',' + integer())}),make_tuple("
            f"{integer()},{integer()}))"),
        "iscan": lambda: f"cute::iscan({flat()},{integer()},{operator()})",
        "escan": lambda: f"cute::escan({flat()},{integer()},{operator()})",
        "make_tuple": lambda: f"cute::make_tuple({','.join(d.among(integer, shape)() for _ in range(d.among(1, 2, 3, 4)))})",
        "tuple": lambda: f"cute::tuple<{','.join(d.type_of_integer() for _ in range(d.among(2, 3, 4)))}>{{}}",
        "tuple_cat": lambda: f"cute::tuple_cat({','.join(shape() for _ in range(d.among(1, 2, 3)))})",
        "is_tuple": lambda: f"int(cute::is_tuple<decltype({d.among(shape(), integer(), d.layout(), d.tiler())})>::value)",
        "is_tuple_v": lambda: f"int(cute::is_tuple_v<decltype({d.among(shape(), integer(), d.layout(), d.tiler())})>)",
        "operator!=": lambda: (lambda a: f"{a} != {d.among(a, shape(), d.like(a))}")(shape()),
        "operator<<": lambda: f"drawn::streamed({d.among(shape(), d.layout(), integer(fixed=1.0))})",
    }
    return calls
