# SPDX-License-Identifier: BSL-1.0
"""Reads a header: its declarations, and the changes of what computes addresses, predicates and
counts, for index_faults.py.

Changed are each comparison, && and || (to its neighbour); each extent and leading dimension of
arguments (to another one, or by 1); each element of Shape, Stride, Layout, make_shape, make_stride
and make_coord (by 1, and the order of two); each std::int64_t and Index but of a constant (to int);
each + 1 and - 1 (dropped); each quotient (1 more) and remainder (the quotient). Left out are
static_assert, requires, `using ... = theorems<...>`, lists of template parameters, what only nvcc
compiles, and comparisons of factors. White space around comparisons and signs tells them from
brackets.
"""
import collections
import re

from seeding import PAIRS, joined, text_of

COMPARISON, EXTENT, STRIDE, WIDTH, COUNT, QUOTIENT = (
    "comparison", "extent", "stride", "64-bit integer", "count", "quotient")
NEXT = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}
MEMBERS = {"m": "n", "n": "m", "k": "m", "lda": "ldb", "ldb": "lda", "ldc": "lda", "ldd": "ldc",
           "ld_in": "ld_out", "ld_out": "ld_in"}
FACTOR = re.compile(r"alpha|beta|scale\w*")

place = collections.namedtuple("place", "token begin end")


def without_directives(text):
    """(the text with blanks for lines of the preprocessor, the spans that only nvcc compiles)"""
    hidden, found, at, lines = [], [], 0, []
    for line in text.splitlines(True):
        word = re.match(r"#\s*(\w+)", line)
        if word and word[1].startswith("if"):
            hidden.append("__CUDA" in line or "DEVICE_CHECKS" in line)
        elif word and word[1] in ("else", "elif"):
            hidden[-1] = False
        elif word and word[1] == "endif":
            hidden.pop()
        if any(hidden):
            found.append((at, at + len(line)))
        lines.append(re.sub(r"[^\n]", " ", line) if word else line)
        at += len(line)
    return "".join(lines), found


class header:
    """The tokens of a header, its brackets and its declarations."""

    def __init__(self, include, name):
        self.name, self.text = name, text_of(include, name)
        text, self.hidden = without_directives(self.text)
        self.includes = re.findall(r"#include <tileproof/(\S+)>", self.text)
        self.t = [place(token, *span) for token, span in joined(text, (*PAIRS, "->", "::", "<<"))]
        self.match, self.around = self.brackets()
        self.declarations = list(self.declared())

    def token(self, i):
        return self.t[i].token if 0 <= i < len(self.t) else ""

    def is_binary(self, i):
        return (self.text[self.t[i].begin - 1].isspace() and self.text[self.t[i].end].isspace() and
                self.token(i - 1) != "template")

    def brackets(self):
        """({bracket: its other one}, [the innermost open bracket before each token])"""
        match, around, stack = {}, [], []
        for i, (token, _, _) in enumerate(self.t):
            around.append(stack[-1] if stack else -1)
            if token in "([{" or token == "<" and not self.is_binary(i):
                stack.append(i)
            elif token in ")]}" or token == ">" and not self.is_binary(i):
                if token == ">" and (not stack or self.token(stack[-1]) != "<"):
                    continue
                while stack and self.token(stack[-1]) + token not in ("()", "[]", "{}", "<>"):
                    stack.pop()
                if stack:
                    match[stack[-1]], match[i] = i, stack[-1]
                    stack.pop()
        return match, around

    def declared(self):
        """(name, first token, last token) of each declaration of a namespace"""
        i = 0
        while i < len(self.t):
            first = i
            if "namespace" in (self.token(i), self.token(i + 1)):
                while self.token(i) not in ("{", ";"):
                    i += 1
            elif self.token(i) != "}":
                while self.token(i) not in (";", ""):
                    is_body = self.token(i) == "{"
                    i = self.match.get(i, i) if self.token(i) in "([{<" else i
                    if is_body and self.token(i + 1) != ";":
                        break
                    i += 1
                yield self.name_of(first, i), first, min(i, len(self.t) - 1)
            i += 1

    def name_of(self, first, last):
        i, before = first, ""
        while i < last:
            token = self.token(i)
            if token in ("template", "requires") and i + 1 in self.match:
                i = self.match[i + 1]
            elif before in ("struct", "class", "using") or token in ("(", "=", "{", ";", "<") and (
                    re.match(r"\w", before) and before != "auto"):
                return token if before in ("struct", "class", "using") else before
            elif i in self.match and token in "(<":
                i = self.match[i]
            before = token
            i += 1
        return before

    def calls(self, first, last):
        """The tokens of a declaration; of those that a function could share with a variable, only
        what is called or has arguments of a template"""
        return {self.token(i) for i in range(first, last + 1)
                if self.token(i + 1) in ("(", "<") and not self.is_binary(i + 1)}

    def words(self, first, last):
        return {token for token, _, _ in self.t[first:last + 1]}

    def skipped(self, first, last):
        """The tokens of a declaration that are no code of a kernel."""
        skip, i = set(), first
        while i <= last:
            end = i
            if self.token(i) in ("static_assert", "requires", "template") and i + 1 in self.match:
                end = self.match[i + 1]
            elif self.token(i) == "using":
                while self.token(end) != ";":
                    end += 1
                end = end if self.words(i, end) & {"theorem", "theorems"} else i
            elif any(b <= self.t[i].begin < e for b, e in self.hidden):
                skip.add(i)
            if end > i:
                skip.update(range(i, end + 1))
            i = end + 1
        return skip

    def arguments(self, opening):
        """[(begin, end)] of the texts between the commas of a pair of brackets"""
        commas = [i for i in range(opening + 1, self.match[opening])
                  if self.token(i) == "," and self.around[i] == opening]
        ends = [opening, *commas, self.match[opening]]
        return [(self.t[a + 1].begin, self.t[b - 1].end) for a, b in zip(ends, ends[1:])
                if b > a + 1]

    def operand_end(self, i):
        while i + 1 < len(self.t):
            i = self.match[i] if self.token(i) in "([{<" and i in self.match else i
            if self.token(i + 1) in (".", "::"):
                i += 2
            elif self.token(i + 1) in ("(", "[", "{", "<") and i + 1 in self.match:
                i += 1
            else:
                return self.t[i].end
        return self.t[-1].end

    def changes(self, first, last):
        """(kind, begin, end, new text) of each change of a declaration"""
        skip = self.skipped(first, last)
        for i in range(first, last + 1):
            token, begin, end = self.t[i]
            before, after = self.token(i - 1), self.token(i + 1)
            if i in skip:
                continue
            if token in NEXT and self.is_binary(i):
                if not FACTOR.fullmatch(before) and not FACTOR.fullmatch(after):
                    yield COMPARISON, begin, end, NEXT[token]
            elif token in "+-" and after == "1" and self.is_binary(i):
                yield COUNT, begin, self.t[i + 1].end, ""
            elif token == "/" and self.is_binary(i):
                at = self.operand_end(i + 1)
                yield QUOTIENT, at, at, (
                    " + _1{}" if before in MEMBERS and self.token(i - 2) == "." else " + 1")
            elif token == "%" and self.is_binary(i):
                yield QUOTIENT, begin, end, "/"
            elif token in MEMBERS and before == "." and after != "(" and (
                    self.token(i - 3) + self.token(i - 4) != "(decltype"):
                other = MEMBERS[token]
                has_other = re.search(rf"\.{other}\b", self.text)
                kind = STRIDE if token.startswith("ld") else EXTENT
                yield (kind, begin, end, other) if has_other else (
                    kind, self.t[i - 2].begin, end, f"({self.token(i - 2)}.{token} + _1{{}})")
            elif token in ("make_shape", "make_stride", "make_coord") and after == "(":
                yield from self.changes_of_list(i + 1, STRIDE if token == "make_stride" else EXTENT)
            elif token in ("Shape", "Stride", "Layout") and after == "<" and i + 1 in self.match:
                yield from self.changes_of_list(i + 1, STRIDE if token == "Stride" else EXTENT)
            elif token == "int64_t" and before == "::":
                if self.token(i - 3) != "constexpr" or self.token(i + 2) != "=":  # no constant
                    yield WIDTH, self.t[i - 2].begin, end, "int"
            elif token in ("Index", "index") and (
                    after == "const" or before == "<" and self.token(i - 2) == "static_cast"):
                yield WIDTH, begin, end, "int"

    def changes_of_list(self, opening, kind):
        parts = self.arguments(opening)
        texts = [self.text[b:e] for b, e in parts]
        has_order = kind == STRIDE or self.token(opening) == "("
        if has_order and len(parts) > 1 and texts[0] != texts[1]:
            yield kind, parts[0][0], parts[1][1], f"{texts[1]}, {texts[0]}"
        for (begin, end), text in zip(parts, texts):
            static = re.fullmatch(r"_(\d+)(\{\})?", text)
            of_int = re.fullmatch(r"Int<(.*)>", text, re.DOTALL)
            if static:
                yield kind, begin, end, f"Int<{int(static[1]) + 1}>{static[2] or ''}"
            elif of_int:
                yield kind, begin, end, (f"Int<({of_int[1]}) + 1>" if "?" in text else
                                         f"Int<{of_int[1]} + 1>")
            elif self.token(opening) == "(" and re.search(r"[^\W_]$|\)$", text):
                yield kind, end, end, " + _1{}"
