# SPDX-License-Identifier: BSL-1.0
"""The definitions of docs/algebra.md, by visiting every index.

A layout is (shape, stride) with nested tuples. A call is (operation, operand, ...), where an operand is ("L", shape,
stride), ("Z", (bits, base, shift), shape, stride) for a swizzle after a layout, ("T", tiler, ...) for a tuple, an
integer or None. `judge(call, result)` is "right"; BEYOND, where A was asked beyond its end and readings differ; "short",
a complement that does not reach M; "open", not decided; or the reason why the result is wrong. `exists(call)` is whether
some layout is a right result, or None where these definitions do not decide. Nothing here knows how the explorer
computes.
"""
import functools
import itertools

COINCIDE = "two copies of A are in one place"
BEYOND = "right as far as A reaches"
ANY = None  # an offset beyond the end of A, on which definitions differ


def flat(t):
    return [x for e in t for x in flat(e)] if isinstance(t, tuple) else [t]


def leaves(layout):
    """[(extent, stride)]"""
    return list(zip(flat(layout[0]), flat(layout[1])))


def modes(layout):
    """The layouts of the top level."""
    shape, stride = layout
    return list(zip(shape, stride)) if isinstance(shape, tuple) else [layout]


def size(layout):
    result = 1
    for s in flat(layout[0]):
        result *= s
    return result


def at(parts, x):
    """The offset of an index; the last mode extends without bound."""
    total = 0
    for s, d in parts[:-1]:
        total += x % s * d
        x //= s
    return total + x * parts[-1][1] if parts else 0


def table(layout):
    parts = leaves(layout)
    return tuple(at(parts, x) for x in range(size(layout)))


def swizzled(swizzle, offset):
    bits, base, shift = swizzle
    return offset ^ (offset & ((1 << bits) - 1) << base + shift) >> shift


def injective(values):
    return len(set(values)) == len(values)


def layout_of(values):
    """[(extent, stride)] with this table, or None: whether digits of some mixed radix add up to it."""
    n = len(values)
    if n == 1:
        return [] if values[0] == 0 else None
    for p in range(2, n + 1):
        if n % p or any(p % q == 0 for q in range(2, p)):
            continue
        rest = values[::p]
        if all(values[x] == x % p * values[1] + rest[x // p] for x in range(n)):
            found = layout_of(rest)
            if found is not None:
                return [(p, values[1])] + found
    return None


def sums(*tables):
    """The table of modes side by side, the first one fastest."""
    result = (0,)
    for t in tables:
        result = tuple(ANY if a is ANY or b is ANY else a + b for b in t for a in result)
    return result


def readings(a):
    """The modes of A as functions without bound: as they stand, and without last extents of 1."""
    parts = leaves(a)
    short = list(parts)
    while len(short) > 1 and short[-1][0] == 1:
        short.pop()
    return [parts] if short == parts else [parts, short]


def composed(a, b_leaves):
    """Whether a layout of B's modes is A(B(c)), and its table, where A ends ANY."""
    best = None
    for parts in readings(a):
        each = [tuple(at(parts, x * d) for x in range(s)) for s, d in b_leaves]
        inner = sums(*[tuple(x * d for x in range(s)) for s, d in b_leaves])
        truth = tuple(at(parts, b) for b in inner)
        good = truth == sums(*each) and all(layout_of(t) is not None for t in each)
        shown = tuple(t if b < size(a) else ANY for t, b in zip(truth, inner))
        if best is None or good:
            best = (good, shown)
    return best


def complements(a, m):
    """The layouts that complete A up to M as lists of modes: [] if none can, None if not decided here."""
    parts = sorted((d, s) for s, d in leaves(a) if s > 1 and d != 0)
    filled = sums(*[tuple(x * d for x in range(s)) for d, s in parts])
    if not injective(filled):
        return []
    if any(d < 0 for d, _s in parts):
        return None
    found, gaps, reach = [], [], 1
    for d, s in parts:
        if d % reach:
            break
        gaps.append((d // reach, reach))
        reach = d * s
    else:
        end = max(filled) + 1
        for count in {-(-m // reach), max(1, -(-(m - end) // reach) + 1)}:
            found.append(gaps + [(max(count, 1), reach)])
        return found
    for n in range(-(-m // len(filled)), -(-m // len(filled)) + 4 * len(filled)):
        taken, starts = set(), []
        for x in range(n * len(filled)):
            if x not in taken:
                starts.append(x)
                taken.update(x + f for f in filled)
        if len(starts) == n and max(taken) < n * len(filled):
            made = layout_of(tuple(starts))
            if made is not None:
                return [made]
    return None


def divided(a, b):
    """[(exists, tile, rest)] of logical_divide(A,B), None if not decided."""
    cs = complements(b, size(a))
    if cs is None:
        return None
    result = []
    for c in cs:
        good, whole = composed(a, leaves(b) + c)
        n = size(b)
        result.append((good, whole, n))
    return result


def layout(operand):
    if isinstance(operand, int):
        return (operand, 1)
    return operand[1:] if operand[0] == "L" else operand[2:]


def by_mode(a, tiler, gather):
    """[(exists, table)] of a divide by a tuple of tilers."""
    choices = []
    for i, mode in enumerate(modes(a)):
        t = tiler[1 + i] if i + 1 < len(tiler) else None
        if t is None:  # the whole mode is the tile, or nothing of it is
            whole = table(mode)
            choices.append([(True, whole, (0,), whole), (True, (0,), whole, whole)])
            continue
        found = divided(mode, layout(t))
        if found is None:
            return None
        n = size(layout(t))
        choices.append([(good, w, n) for good, w, n in found])
    result = []
    for chosen in itertools.product(*choices):
        good = all(c[0] for c in chosen)
        if gather:
            tiles = [c[1] if len(c) == 4 else c[1][:c[2]] for c in chosen]
            rests = [c[2] if len(c) == 4 else c[1][::c[2]] for c in chosen]
            split = all(len(c) == 4 or same(c[1], sums(c[1][:c[2]], c[1][::c[2]])) for c in chosen)
            result.append((good and split, sums(*tiles, *rests)))
        else:
            result.append((good, sums(*[c[3] if len(c) == 4 else c[1] for c in chosen])))
    return result


def product(a, b, order):
    """[(exists, table)] of A and its repetitions, the modes in the ORDER of the operation."""
    cs = complements(a, size(a) * (max(table(b)) + 1))
    if cs is None:
        return None
    result = []
    for c in cs:
        c = [m for m in c if m[0] > 1] or c[-1:]
        each = [sums(*[tuple(at(c, x * d) for x in range(s)) for s, d in leaves(m)]) for m in modes(b)]
        inner = table(b)
        good = tuple(at(c, x) for x in inner) == sums(*each) and all(
            layout_of(tuple(at(c, x * d) for x in range(s))) is not None for s, d in leaves(b))
        mine = [table(m) for m in modes(a)]
        count = max(len(mine), len(each))
        mine += [(0,)] * (count - len(mine))
        each += [(0,)] * (count - len(each))
        both = {"product": mine + each, "blocked": [t for ab in zip(mine, each) for t in ab],
                "raked": [t for ab in zip(mine, each) for t in ab[::-1]]}[order]
        whole = sums(*both)
        apart = injective(whole) or not injective(table(a)) or not injective(inner)
        result.append((good and apart, whole))
    return result


PRODUCTS = {"logical_product": "product", "zipped_product": "product", "tiled_product": "product",
            "flat_product": "product", "blocked_product": "blocked", "raked_product": "raked"}
DIVIDES = {"logical_divide": False, "zipped_divide": True, "tiled_divide": True, "flat_divide": True}


def wide(a, n):
    """Whether each mode is whole groups of N or steps over them, and the table of the wide elements."""
    whole, tables = True, []
    for s, d in leaves(a):
        if d == 0 or d % n == 0:
            tables.append(tuple(x * d // n for x in range(s)))
        elif d > 0 and n % d == 0:
            whole &= s % (n // d) == 0
            tables.append(tuple(range(-(-s // (n // d)))))
        else:
            return False, None
    return whole, sums(*tables)


@functools.lru_cache(4)
def tables_of(call):
    """[(exists, table)]: the tables that a right result may have; None if not decided by a table."""
    op, a, *rest = call
    if op in ("size", "cosize", "offset", "max_common_vector", "slice", "swizzled_offset"):
        return None
    if a[0] == "Z":
        inner = tables_of((op, ("L", *a[2:]), *rest))
        return inner and [(good, tuple(ANY if x is ANY else swizzled(a[1], x) for x in t)) for good, t in inner]
    a = layout(a)
    b = rest[0] if rest else None
    if op in ("coalesce", "flatten"):
        return [(True, table(a))]
    if op == "composition":
        if isinstance(b, tuple) and b[0] == "T":
            each = [(True, table(m)) if t is None else composed(m, leaves(layout(t)))
                    for m, t in zip(modes(a), b[1:])]
            return [(all(good for good, _t in each), sums(*[t for _good, t in each]))]
        return [composed(a, leaves(layout(b)))]
    if op in DIVIDES:
        if isinstance(b, tuple) and b[0] == "T":
            return by_mode(a, b, DIVIDES[op])
        found = divided(a, layout(b))
        return found and [(good, whole) for good, whole, _n in found]
    if op in PRODUCTS:
        return product(a, layout(b), PRODUCTS[op])
    if op == "upcast":
        whole, t = wide(a, b)
        return None if t is None else [(True if whole else None, t)]
    if op == "downcast":
        ones = [s for s, d in leaves(a) if abs(d) == 1 and s > 1]
        if len(ones) != 1 or any(d < 0 for _s, d in leaves(a)):
            return None
        return [(True, sums(*[tuple(range(s * b)) if d == 1 and s > 1 else tuple(x * d * b for x in range(s))
                              for s, d in leaves(a)]))]
    return None


@functools.lru_cache(4)
def exists(call):
    """Whether a layout is a right result; None: not decided."""
    op, a, *rest = call
    if op == "complement":
        found = complements(layout(a), rest[0])
        return None if found is None else bool(found)
    if op == "left_inverse":
        return inverse_exists(layout(a))
    if op in ("right_inverse", "size", "cosize", "offset", "slice", "max_common_vector"):
        return True
    found = tables_of(call)
    if found is None:
        return None
    if any(good for good, _t in found):
        return True
    return None if any(good is None for good, _t in found) else False


def inverse_exists(a):
    """Whether the sorted strides divide one another, for which the quotients are an inverse."""
    parts = sorted((d, s) for s, d in leaves(a) if s > 1 and d)
    if any(d < 0 for d, _s in parts):
        return None
    return True if all(n % d == 0 and n >= d * s for (d, s), (n, _s) in zip(parts, parts[1:])) else None


def same(truth, values):
    return len(truth) == len(values) and all(ANY in (t, v) or t == v for t, v in zip(truth, values))


def slice_of(operand, coordinate):
    """The offset and the table of the modes that a coordinate leaves open."""
    fixed, left = 0, [(0,)]
    for m, c in zip(modes(layout(operand)), coordinate):
        if c is None:
            left.append(table(m))
        else:
            fixed += table(m)[c]
    whole = tuple(fixed + x for x in sums(*left))
    if operand[0] == "Z":
        whole = tuple(swizzled(operand[1], x) for x in whole)
    return whole


def number_of(call):
    """The number that a call has as its result."""
    op, a, *rest = call
    values = table(layout(a))
    if op == "size":
        return len(values)
    if op == "cosize":
        return values[-1] + 1
    if op == "offset":
        return slice_of(a, rest[0])[0] if isinstance(rest[0], tuple) else (
            swizzled(a[1], values[rest[0]]) if a[0] == "Z" else values[rest[0]])
    return None


def judge(call, result):
    """RESULT is a number, ("L", shape, stride) or ("Z", swizzle, offset, shape, stride)."""
    op, a, *rest = call
    if not isinstance(result, int) and min(flat(result[-2])) < 1:
        return "an extent of 0"
    if isinstance(result, int):
        truth = number_of(call)
        return "open" if truth is None else "right" if truth == result else f"it is {truth}"
    if result[0] == "Z":
        _z, swizzle, start, *inner = result
        values = tuple(swizzled(swizzle, start + x) for x in table(tuple(inner)))
    else:
        values = table(result[1:])
    if op == "slice":
        truth = slice_of(a, rest[0])
        if a[0] == "L":
            truth = tuple(x - truth[0] for x in truth)
        return "right" if values == truth else "another function"
    if op == "complement":
        return judge_complement(layout(a), rest[0], values)
    if op == "right_inverse":
        mine = table(layout(a))
        good = all(0 <= v < len(mine) and mine[v] == i for i, v in enumerate(values))
        return "right" if good else "L(R(i)) is not i"
    if op == "left_inverse":
        mine, parts = table(layout(a)), leaves(result[1:])
        good = all(0 <= at(parts, v) < len(mine) and mine[at(parts, v)] == v for v in mine)
        return "right" if good else "L(I(L(i))) is not L(i)"
    found = tables_of(call)
    if found is None:
        return judge_set(call, values)
    if any(same(t, values) for _good, t in found):
        if not any(good is not False and same(t, values) for good, t in found) and op in PRODUCTS:
            return COINCIDE
        return "right" if any(same(t, values) and ANY not in t for _good, t in found) else BEYOND
    if op in PRODUCTS:
        return judge_product(call, values)
    if not found:
        return "no layout can complete this operand"
    sizes = {len(t) for _good, t in found}
    return "another function" if len(values) in sizes else "another number of elements"


def judge_set(call, values):
    op, a, *rest = call
    mine = table(layout(a))
    if op == "upcast":
        truth = {x // rest[0] for x in mine}
    elif op == "downcast" and any(d == 1 and s > 1 for s, d in leaves(layout(a))):
        truth = {x * rest[0] + j for x in mine for j in range(rest[0])}
    elif op in PRODUCTS:
        return judge_product(call, values)
    else:
        return "open"
    return "open" if set(values) == truth else "another set of elements"


def judge_complement(a, m, values):
    parts = [(s, d) for s, d in leaves(a) if s > 1 and d != 0]
    filled = sums(*[tuple(x * d for x in range(s)) for s, d in parts])
    if not injective(filled):
        return "A is not injective, no layout completes it"
    if list(values) != sorted(set(values)):
        return "it is not ordered"
    both = sums(filled, values)
    if not injective(both):
        return "two copies of A overlap"
    if max(both) + 1 < m:
        return "short"
    found = complements(a, m)
    return "right" if found and any(sums(*[tuple(x * d for x in range(s)) for s, d in c]) == values
                                    for c in found) else "open"


def judge_product(call, values):
    a, b = layout(call[1]), layout(call[2])
    if len(values) != size(a) * size(b):
        return "another number of elements"
    if injective(table(a)) and injective(table(b)) and not injective(values):
        return COINCIDE
    if PRODUCTS[call[0]] == "product" and values[:size(a)] != table(a):
        return "its first copy is not A"
    return "open"
