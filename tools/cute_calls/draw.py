# SPDX-License-Identifier: BSL-1.0
"""Drawn arguments of the calls that compare_with_cute.py compares."""
import pathlib
import random
import re

import cute_names

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def names_called_same():
    """{name: (kind, header of CuTe)} of the names that docs/from_cute.md calls the same."""
    names = cute_names.read_list(ROOT / "static_tests/cute/names.txt")
    answer, _idle = cute_names.answered(names, cute_names.answers_of(ROOT / "static_tests/cute/answers.txt"))
    return {name: of for name, of in names.items() if answer[name][0] == "same"}


class Draw:
    """Drawn arguments, as C++ expressions that both libraries read."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.same = names_called_same()

    def seed(self):
        return self.random.randrange(1, 1 << 30)

    def among(self, *choices):
        return self.random.choice(choices)

    def number(self):
        return self.among(1, 2, 2, 3, 4, 4, 6, 8, 8, 12, 16, 24, 32)

    def integer(self, value=None, fixed=0.8):
        value = self.number() if value is None else value
        return f"Int<{value}>{{}}" if self.random.random() < fixed else str(value)

    def tree(self, leaf, depth=2, least=1):
        """A tuple of leaves and tuples."""
        n = self.among(1, 2, 2, 3) if least < 2 else self.among(2, 2, 3)
        inner = [self.tree(leaf, depth - 1) if depth > 1 and self.random.random() < 0.3 else leaf()
                 for _ in range(n)]
        return f"make_tuple({','.join(inner)})"

    def shape(self):
        return self.tree(self.integer)

    def flat(self, n=None, fixed=0.8):
        n = n or self.among(1, 2, 3)
        return f"make_tuple({','.join(self.integer(fixed=fixed) for _ in range(n))})"

    def pair(self, same_profile=True):
        """Two tuples of one profile."""
        leaves = []

        def build(depth):
            n = self.among(1, 2, 3)
            parts = []
            for _ in range(n):
                if depth > 1 and self.random.random() < 0.3:
                    parts.append(build(depth - 1))
                else:
                    leaves.append(None)
                    parts.append("%s")
            return f"make_tuple({','.join(parts)})"

        form = build(2)
        fill = lambda: form % tuple(self.integer() for _ in leaves)
        return fill(), fill()

    def layout(self, fixed=0.85, one_to_one=True):
        """A layout of one to four modes whose strides, in a drawn order, are compact or have gaps."""
        n = self.among(1, 2, 2, 3, 4)
        extents = [self.among(1, 2, 2, 3, 4, 4, 8) for _ in range(n)]
        strides = [0] * n
        step = 1
        for i in self.random.sample(range(n), n):
            if not one_to_one and self.random.random() < 0.3:
                strides[i] = self.among(0, 1, 2, step)
                continue
            strides[i] = step
            step *= extents[i] * self.among(1, 1, 1, 2, 3)
        shape = [self.integer(e, fixed) for e in extents]
        stride = [self.integer(d, fixed) for d in strides]
        if n > 2 and self.random.random() < 0.5:
            join = lambda x: [f"make_tuple({x[0]},{x[1]})"] + x[2:]
            shape, stride = join(shape), join(stride)
        return f"make_layout(make_tuple({','.join(shape)}),make_tuple({','.join(stride)}))"

    def tile(self):
        extent = self.among(1, 2, 2, 4)
        return self.among(f"Int<{extent}>{{}}", f"make_layout(Int<{extent}>{{}},Int<{self.among(1, 2, 4)}>{{}})")

    def tiler(self, n=None):
        return f"make_tile({','.join(self.tile() for _ in range(n or self.among(1, 2)))})"

    def swizzle(self):
        bits = self.among(0, 1, 2, 3)
        return f"Swizzle<{bits},{self.among(0, 1, 2, 3)},{self.among(3, 4, -3)}>{{}}"

    def swizzled(self):
        return (
            f"composition({self.swizzle()},Int<{self.among(0, 0, 8, 64)}>{{}},"
            f"{self.layout_of_rank(self.among(1, 2))})")

    def layout_of_rank(self, n, fixed=1.0):
        """A compact layout of n modes in a drawn order."""
        extents = ",".join(self.integer(self.among(2, 4, 8), fixed) for _ in range(n))
        order = ",".join(f"Int<{o}>{{}}" for o in self.random.sample(range(n), n))
        return f"make_ordered_layout(make_tuple({extents}),make_tuple({order}))"

    def indices(self, n, end=16):
        return "".join(f",{self.random.randrange(end)}" for _ in range(n))

    def type_of_integer(self):
        return self.among(f"Int<{self.number()}>", f"Int<{self.number()}>", f"Int<{self.number()}>", "int")

    def static_shape(self):
        return self.tree(lambda: self.integer(fixed=1.0))

    def modes(self):
        """The indices of a basis vector."""
        return ",".join(str(self.random.randrange(3)) for _ in range(self.among(1, 1, 2, 3)))

    def shape_of_numbers(self):
        """A shape of at most 24 coordinates, all run-time integers."""
        return self.tree(lambda: str(self.among(1, 2, 3)), least=2)

    def order_like(self, shape):
        """A static tuple of the shape's profile, of which each leaf is its place from the fastest."""
        parts = re.split(r"(\b\d+\b)", shape)
        order = iter(self.random.sample(range(len(parts) // 2), len(parts) // 2))
        return "".join(f"Int<{next(order)}>{{}}" if part.isdigit() else part for part in parts)

    def like(self, tuple_):
        """A tuple of the same profile, with other integers."""
        return re.sub(r"Int<\d+>\{\}|\b\d+\b", lambda _: self.integer(), tuple_)

    def coordinate_in_shape(self, fixed=0.8):
        """A coordinate that is congruent to a shape, or an index, and the shape, static with that probability."""
        extents = []

        def leaf():
            extents.append(self.number())
            return f"@{len(extents) - 1}@"

        form = self.tree(leaf)
        fill = lambda value, fixed=0.8: re.sub(r"@(\d+)@", lambda m: self.integer(value(extents[int(m[1])]), fixed), form)
        shape = fill(lambda e: e, fixed)
        index = self.integer(self.random.randrange(24))
        return (index if self.random.random() < 0.3 else fill(self.random.randrange)), shape

    def sliced(self, whole):
        """A coordinate with underscores, and the tuple or layout of three modes that it slices."""
        at = [self.among("_", "_", "0", "Int<1>{}", "1") for _ in range(3)]
        at[self.random.randrange(3)] = "_"
        return f"make_coord({','.join(at)})", whole
