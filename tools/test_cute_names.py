#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests of cute_names.py: each kind of declaration, and what must not be taken for one."""
import unittest

from cute_names import (Parser, answered, family_of, refused_types_text, same_text, tokens_of,
                        wgmma_call, without_comments)


def names(text):
    return Parser("namespace cute {\n" + text + "\n}").names


class Tokens(unittest.TestCase):
    def test_comments_go_and_strings_stay(self):
        text = without_comments('a /* struct B; */ "// no comment" // struct C;\n d')
        self.assertEqual(tokens_of(text), ["a", '"// no comment"', "d"])

    def test_raw_strings_and_numbers_with_separators_are_one_token(self):
        self.assertEqual(tokens_of("R\"x(a \"b\" })x\" 1'000 .5f"), ["R\"x(a \"b\" })x\"", "1'000",
                                                                   ".5f"])


class Declarations(unittest.TestCase):
    def test_each_kind(self):
        self.assertEqual(names("""
            struct A { int inside; void member(); };
            class B;
            template <class T, int N = (1 > 2)> struct D final : A { };
            enum class F : int { one };
            using G = int;
            using std::forward;
            template <class T> using H = typename T::type;
            typedef int I;
            template <class T> constexpr bool j_v = T::value;
            static constexpr int k[2] = {1, 2};
            template <class T> CUTE_HOST_DEVICE constexpr auto l(T const& t) -> decltype(t.x()) {
              struct local {}; return local{}; }
            bool operator==(A, A);
            template <char... d> constexpr int operator "" _m() { return 0; }
            """), {"A": "class", "B": "class", "D": "class", "F": "enum", "G": "alias",
                   "forward": "using", "H": "alias", "I": "alias", "j_v": "variable",
                   "k": "variable", "l": "function", "operator==": "function",
                   'operator""_m': "function"})

    def test_each_name_of_a_using_declaration_and_a_function_that_requires(self):
        self.assertEqual(names("using std::a, std::b::c, std::d;\n"
                               "template <class T> requires(x_v<T>) constexpr auto f(T t);"),
                         {"a": "using", "c": "using", "d": "using", "f": "function"})

    def test_a_specialisation_a_member_and_a_guide_declare_no_name(self):
        self.assertEqual(names("""
            template <> struct A<int> {};
            template <class T> struct A<T*> { };
            template <class T> void A<T>::f() { }
            template <class T> A(T) -> A<T>;
            static_assert(sizeof(int) == 4, "x");
            """), {})

    def test_return_types_with_template_arguments_and_comparisons(self):
        self.assertEqual(names("template <auto a, auto b> C<(a < b)> f(R<a>, R<b>) { return {}; }\n"
                               "bool_constant<R<1>::n * 2 < R<2>::n> g(int);\nint h();"),
                         {"f": "function", "g": "function", "h": "function"})

    def test_namespaces(self):
        self.assertEqual(names("namespace lazy { void f(); } namespace detail { void g(); }\n"
                               "namespace a::b { struct X; } inline namespace v { struct Y; }"),
                         {"lazy::f": "function", "a::b::X": "class", "v::Y": "class"})
        self.assertEqual(Parser("namespace std { struct X; } struct Z;").names, {})

    def test_blackwell_is_left_out(self):
        self.assertEqual(names("struct SM100_MMA; struct SM90_MMA; namespace UMMA { struct X; }"),
                         {"SM90_MMA": "class"})


class Directives(unittest.TestCase):
    def test_all_branches_and_balanced_braces(self):
        self.assertEqual(names("#if A\nstruct X {\n#else\nstruct Y {\n#endif\n int i; };\nstruct Z;"),
                         {"X": "class", "Z": "class"})
        self.assertEqual(names("#if A\nstruct X {};\n#else\nstruct Y {};\n#endif\n"),
                         {"X": "class", "Y": "class"})

    def test_macros_that_define_names_are_expanded(self):
        self.assertEqual(names("#define OP(NAME, X) struct NAME##_fold { int operator()() { return 1 "
                               "X 2; } }\nOP(plus, +);\nOP(minus, -);\n#undef OP\nstruct A;"),
                         {"plus_fold": "class", "minus_fold": "class", "A": "class"})

    def test_macros_that_call_macros_are_expanded(self):
        self.assertEqual(names("#define ONE(NAME) struct NAME {};\n#define TWO(NAME) ONE(NAME) "
                               "ONE(NAME##_fold)\nTWO(plus)\nstruct A;"),
                         {"plus": "class", "plus_fold": "class", "A": "class"})

    def test_public_macros(self):
        self.assertEqual(names("#define CUTE_A 1\n#define OTHER 1\n#define CUTE_B(x) x\n#undef CUTE_B"),
                         {"CUTE_A": "macro"})


class Answers(unittest.TestCase):
    def test_the_first_pattern_decides(self):
        answer, idle = answered(["ab", "ac", "b"], [("ab", "refused", "r"), ("a*", "not yet", ""),
                                                     ("z", "same", "")])
        self.assertEqual(answer, {"ab": ("refused", "r"), "ac": ("not yet", ""), "b": ("same", "")})
        self.assertEqual(idle, ["z"])

    def test_given_names_are_using_declarations_unless_declared_elsewhere(self):
        listed = {n: ("class", "a.hpp") for n in ("here", "there", "never", "SM90_64x8x16_F32",
                                                  "SM90_64x16x16_F32")}
        answer = {n: ("same", "") for n in listed} | {"never": ("refused", "")}
        text = same_text("core", listed, answer, {"there"})
        self.assertIn("using tileproof::here;", text)
        self.assertNotIn("there", text)
        self.assertNotIn("never", text)
        self.assertIn("using tileproof::SM90_64x##N##x16_F32;", text)
        self.assertIn("TILEPROOF_OF(8) TILEPROOF_OF(16)", text)

    def test_refused_types_mean_the_type_of_their_answer(self):
        text = refused_types_text(["A", "B", "SM90::GMMA::C", "TMA::D"],
                                  [("A", "refused", "r", "why"), ("B", "refused", "r"),
                                   ("*C", "refused", "r", "why"), ("TMA::*", "refused", "r", "why")])
        self.assertIn("TILEPROOF_REFUSED(A)", text)
        self.assertNotIn("(B)", text)
        self.assertRegex(text, r"TILEPROOF_NAMESPACE::GMMA \{\nTILEPROOF_REFUSED\(C\)\n\}")
        self.assertRegex(text, r"namespace TMA \{\nTILEPROOF_REFUSED\(D\)\n\}")

    def test_calls_of_wgmma_by_their_parameters(self):
        self.assertEqual(wgmma_call("SM90::GMMA::MMA_64xNx16_F32F16F16_SS"),
                         "TILEPROOF_MAJORS(64x##N##x16, F32F16F16_SS)")
        self.assertEqual(wgmma_call("SM90::GMMA::MMA_64xNx8_F32TF32TF32_RS_TN"),
                         "TILEPROOF_SIGNS(64x##N##x8, F32TF32TF32_RS_TN)")
        self.assertEqual(wgmma_call("SM90::GMMA::MMA_64xNx32_S32S8S8_SS_TN"),
                         "TILEPROOF_PLAIN(64x##N##x32, S32S8S8_SS_TN)")
        self.assertEqual(wgmma_call("SM90::GMMA::SPARSE::GMMA_64xNx64_S32S8S8_SS_TN"),
                         "TILEPROOF_SPARSE(64x##N##x64, S32S8S8_SS_TN)")

    def test_families_of_wgmma(self):
        self.assertEqual(family_of("MMA_64x128x16_F32"), ("MMA_64xNx16_F32", 128))
        self.assertEqual(family_of("make_tensor"), ("make_tensor", None))


if __name__ == "__main__":
    unittest.main()
