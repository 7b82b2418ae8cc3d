// SPDX-License-Identifier: BSL-1.0
#include "syntax.hpp"

#include "operations.hpp"
#include "triton.hpp"
#include "words.hpp"

#include <utility>

namespace tileproof::explorer {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

constexpr std::string_view run_time_comment = "# run-time";

// Whether the name is a type, such as Shape<_4,_8>: it has no parentheses.
bool is_type(operation const* o) { return o != nullptr && o->most == 0; }

class parser {
 public:
  explicit parser(std::string_view line) : line_(line) {}

  parsed whole() {
    parsed r;
    if (line_.size() > longest_line) {
      fail(0, 1,
           "the line has " + std::to_string(line_.size()) + " characters, and at most " +
               std::to_string(longest_line) + " are read");
    } else {
      skip_comment(r);
      skip_spaces();
      if (word() == "let" && is_binding()) binding(r);
      skip_label();
      if (!why_) r.tree = chain();
      if (!why_ && at_ < line_.size()) unexpected("the end of the line");
    }
    r.has_static = has_static_;
    r.has_run_time = has_run_time_;
    r.why = why_;
    return r;
  }

 private:
  // ---- characters

  char front() const { return at_ < line_.size() ? line_[at_] : '\0'; }
  char peek(std::size_t n) const { return at_ + n < line_.size() ? line_[at_ + n] : '\0'; }
  void skip_spaces() {
    while (front() == ' ' || front() == '\t') ++at_;
  }
  bool take(char c) {
    if (front() != c || at_ >= line_.size()) return false;
    last_ = ++at_;
    skip_spaces();
    return true;
  }
  // The word at this place; empty where no letter stands here.
  std::string_view word() const {
    if (!is_letter(front())) return {};
    std::size_t n = 1;
    while (is_word(peek(n))) ++n;
    return line_.substr(at_, n);
  }
  std::string_view take_word() {
    std::string_view const w = word();
    last_ = at_ += w.size();
    skip_spaces();
    return w;
  }

  void fail(std::size_t at, std::size_t length, std::string what) {
    if (!why_) why_ = {status::bad_input, std::move(what), at, length};
  }
  void unexpected(char const* wanted) {
    if (at_ >= line_.size())
      fail(line_.size(), 1, std::string("the line ends where ") + wanted + " is expected");
    else
      fail(at_, 1, std::string("`") + printable(front()) + "` where " + wanted + " is expected");
  }
  static std::string printable(char c) {
    if (c >= ' ' && c <= '~') return std::string(1, c);
    constexpr char const* hex = "0123456789abcdef";
    unsigned char const u = static_cast<unsigned char>(c);
    return std::string("\\x") + hex[u / 16] + hex[u % 16];
  }

  // Cuts the comment off the line.
  void skip_comment(parsed& r) {
    std::size_t at = line_.find('#');
    while (at != std::string_view::npos && !is_comment(line_.substr(at)))
      at = line_.find('#', at + 1);
    if (at == std::string_view::npos) return;
    r.is_run_time = line_.substr(at) == run_time_comment;
    line_ = line_.substr(0, at);
    while (!line_.empty() && (line_.back() == ' ' || line_.back() == '\t')) line_.remove_suffix(1);
  }

  // "Tiler_MN: " of a printed TiledCopy, "TV Layout tiled: " of CuTe DSL: several words, or one
  // that is known.
  void skip_label() {
    std::size_t n = 0;
    std::size_t words = 1;
    while (is_word(peek(n)) || (peek(n) == ' ' && is_word(peek(n + 1)))) {
      words += peek(n) == ' ';
      ++n;
    }
    if (peek(n) != ':' || peek(n + 1) != ' ' || !is_letter(front())) return;
    std::string_view const label = line_.substr(at_, n);
    bool known = words > 1 && label.find(" o ") == std::string_view::npos;
    for (std::string_view const l :
         {"ThrID", "ValLayoutSrc", "ValLayoutDst", "ValLayoutRef", "Tiler_MN", "TiledLayout_TV",
          "Shape_MNK", "LayoutA_TV", "LayoutB_TV", "LayoutC_TV", "ThrLayoutVMNK", "PermutationMNK"})
      known = known || l == label;
    if (!known) return;
    at_ += n + 1;
    skip_spaces();
  }

  // cute::, std::, cute.: names stand alone in the grammar.
  void skip_namespaces() {
    for (;;) {
      std::size_t const n = word().size();
      bool const dot = peek(n) == '.' && (word() == "cute" || word() == "cutlass");
      if (n == 0 || !(dot || (peek(n) == ':' && peek(n + 1) == ':')) || word() == "torch") return;
      at_ += n + (dot ? 1 : 2);
    }
  }
  bool take_text(std::string_view text) {
    if (line_.substr(at_, text.size()) != text) return false;
    last_ = at_ += text.size();
    return true;
  }

  // ---- the grammar

  bool is_binding() const {
    char const next = peek(3);
    return next == ' ' || next == '\t';
  }

  void binding(parsed& r) {
    take_word();
    std::size_t const at = at_;
    std::string_view const name = take_word();
    if (name.empty()) return unexpected("a name");
    if (!is_free_name(name))
      return fail(at, name.size(),
                  "`" + std::string(name) +
                      "` has a meaning in the grammar and cannot be bound: take "
                      "another name");
    if (!take('=')) return unexpected("`=`");
    r.bound = std::string(name);
  }

  node start(form is) const {
    node n;
    n.is = is;
    n.begin = at_;
    return n;
  }
  node finish(node n) const {
    n.end = last_ > n.begin ? last_ : n.begin + 1;
    return n;
  }

  // Counts a level of nesting; false, with a failure, beyond the limit.
  bool enter() {
    if (++depth_ <= deepest_nesting) return true;
    fail(at_, 1, "more than " + std::to_string(deepest_nesting) + " levels of nesting");
    return false;
  }

  node chain() {
    node n = start(form::chain);
    if (!enter()) return n;
    n.parts.push_back(applied());
    while (!why_ && word() == "o") {
      take_word();
      n.parts.push_back(applied());
    }
    --depth_;
    if (n.parts.size() == 1) return std::move(n.parts[0]);
    return finish(std::move(n));
  }

  node applied() { return with_arguments(mode()); }

  // The function f with the arguments that follow it: f(1,2), and f.get_slice(7) of C++, which is
  // get_slice(f,7).
  node with_arguments(node f) {
    while (!why_ && (front() == '(' || is_member())) {
      bool const is_call = front() == '.';
      node n = start(is_call ? form::call : form::apply);
      n.begin = f.begin;
      if (is_call) {
        take('.');
        n.text = std::string(take_word());
        n.is_called = true;
      }
      n.parts.push_back(std::move(f));
      take('(');
      list(')', n.parts);
      f = finish(std::move(n));
    }
    return f;
  }

  // .get_slice( of C++: a member function that is an operation here.
  bool is_member() const {
    std::size_t n = 1;
    while (is_word(peek(n))) ++n;
    return front() == '.' && peek(n) == '(' &&
           find_operation(line_.substr(at_ + 1, n - 1)) != nullptr;
  }

  // The arguments of a function in a stride are those of the layout: (2,4):(2,2)(5).
  node mode() {
    node n = start(form::pair);
    node shape = sum(true);
    if (why_ || !take(':')) return shape;
    n.parts.push_back(std::move(shape));
    n.parts.push_back(sum(false));
    return finish(std::move(n));
  }

  node sum(bool takes_arguments) {
    return infix("+-", [=, this] {
      return infix("*/%",
                   [=, this] { return takes_arguments ? with_arguments(primary()) : primary(); });
    });
  }
  // Operands with these signs between them, from the left.
  template <class Operand>
  node infix(std::string_view signs, Operand const& operand) {
    node a = operand();
    while (!why_ && front() != '\0' && signs.find(front()) != std::string_view::npos) {
      node n = start(form::arithmetic);
      n.begin = a.begin;
      n.text = std::string(1, front());
      take(front());
      n.parts.push_back(std::move(a));
      n.parts.push_back(operand());
      a = finish(std::move(n));
    }
    return a;
  }

  // chain, ... and the closing sign; nothing between them is an empty list.
  void list(char close, std::vector<node>& out, bool is_tuple = false) {
    if (take(close)) return;
    do {
      if (is_tuple && front() == close) break;  // (4,) of Python
      for (std::string_view const name : {"shape", "stride", "order", "stages"})
        if (word() == name && peek(name.size()) == '=') take_text(name), take('=');
      out.push_back(chain());
    } while (!why_ && take(','));
    if (!why_ && !take(close))
      unexpected(close == ')' ? "`,` or `)`" : close == ']' ? "`,` or `]`" : "`,` or `>`");
  }

  node primary() {
    node n = bare_primary();
    if (!why_ && front() == '{' && peek(1) == '}') {
      at_ += 2;
      last_ = at_;
      skip_spaces();
      n.end = last_;
    }
    return n;
  }

  node bare_primary() {
    if (front() == '(' || front() == '<' || front() == '[') {
      char const open = front();
      node n = start(open == '<' ? form::angles : form::tuple);
      take(open);
      list(open == '(' ? ')' : open == '<' ? '>' : ']', n.parts, open != '<');
      return finish(std::move(n));
    }
    if (front() == '?') return unknown();
    if (front() == '#' || word() == "BlockedLayout" || word() == "DistributedLinearLayout")
      return of_triton();
    if (is_digit(front()) || front() == '-' || front() == '_') return number_or_keep();
    if (is_letter(front())) return named();
    node const n = start(form::integer);
    unexpected("an expression");
    return n;
  }

  node unknown() {
    node n = start(form::unknown);
    n.number = 1;
    last_ = ++at_;
    if (is_letter(front())) n.text = std::string(take_word());
    if (is_digit(front())) n.number = digits(false);
    if (front() == '{') {  // ?{i64 div=8}
      std::size_t const end = line_.find('}', at_);
      std::size_t const div = line_.find("div=", at_);
      if (end == std::string_view::npos) return unexpected("`}`"), n;
      if (div < end) {
        at_ = div + 4;
        n.number = digits(false);
      }
      last_ = at_ = end + 1;
    }
    skip_spaces();
    if (!why_ && n.number < 1)
      fail(n.begin, last_ - n.begin, "a multiple of 0 is no unknown: write _0");
    return finish(std::move(n));
  }

  // The digits here, as a number with its sign.
  std::int64_t digits(bool negative) {
    std::size_t const begin = at_;
    std::int64_t v = 0;
    bool fits = true;
    for (; is_digit(front()); ++at_)
      fits = fits && !core::mul_overflows(v, 10, v) &&
             !core::sub_overflows(v, front() - '0', v);  // towards -2^63
    last_ = at_;
    if (!negative && fits) fits = !core::sub_overflows(0, v, v);
    if (!fits)
      fail(begin, last_ - begin, "the number does not fit in 64 bits");
    else if (is_letter(front()) || front() == '_')
      fail(begin, last_ - begin + 1, "a number and a word without a space or a sign between them");
    skip_spaces();
    return v;
  }

  node number_or_keep() {
    node n = start(form::integer);
    n.is_static = front() == '_';
    if (n.is_static) last_ = ++at_;
    bool const negative = front() == '-';
    if (negative) last_ = ++at_;
    if (!is_digit(front())) {
      if (negative || is_word(front())) {
        unexpected("a digit");
        return n;
      }
      skip_spaces();
      n.is = form::keep;
      n.text = "_";
      return finish(std::move(n));
    }
    n.number = digits(negative);
    (n.is_static ? has_static_ : has_run_time_) = true;
    int index[5];
    int count = 0;
    while (!why_ && front() == '@') {  // _1@1@0 is along E<0,1>
      take('@');
      std::size_t const at = at_;
      if (!is_digit(front())) {
        unexpected("the index of a basis vector");
        return n;
      }
      std::int64_t const i = digits(false);
      if (!why_ && (i > 30 || count == 5))
        fail(at, last_ - at, "a basis vector has at most 5 indices of at most 30");
      if (!why_) index[count++] = static_cast<int>(i);
    }
    for (int i = 0; i < count; ++i) n.axis = n.axis * 32 + index[i] + 1;
    return finish(std::move(n));
  }

  // smem_ptr[16b](0x7f..), smem_Sw<3,4,3>_ptr[16b](unset); false where no pointer stands here.
  bool pointer(node& n) {
    std::size_t const begin = at_;
    n = start(form::pointer);
    for (std::string_view const space : {"gmem_", "smem_", "rmem_"})
      if (take_text(space)) break;
    std::size_t const numbers = front() == 'S' && peek(1) == 'w' ? 3 : 2;
    std::size_t const after = line_.find_first_not_of("0123456789,", at_ + numbers);
    if (after != std::string_view::npos && line_.substr(after, 2) == ">_" &&
        (take_text("Sw<") || take_text("S<"))) {
      list('>', n.parts);
      take_text("_");
    }
    std::size_t const close = line_.find(')', at_);
    bool const is = !why_ && (take_text("ptr[") || take_text("subptr[")) && is_digit(front()) &&
                    close != std::string_view::npos;
    std::size_t digit = at_;
    for (; is && is_digit(peek(digit - at_)) && digit < at_ + 4; ++digit)
      n.number = 10 * n.number + (line_[digit] - '0');
    if (!is || line_.substr(digit, 3) != "b](" || n.number < 1) {
      at_ = begin;
      return false;
    }
    last_ = at_ = close + 1;
    skip_spaces();
    return true;
  }

  // <..> of the name of an instruction, UniversalCopy<uint128_t>, as a part of it.
  void take_arguments(std::string& name) {
    int open = 0;
    do {
      open += (front() == '<') - (front() == '>');
      if (front() != ' ') name += front();
      ++at_;
    } while (open > 0 && at_ < line_.size());
    last_ = at_;
    skip_spaces();
  }

  node of_triton() {
    node n = start(form::tuple);
    std::size_t length = 1;
    std::string why;
    std::string const layout = layout_of_triton(line_.substr(at_), length, why);
    if (layout.empty()) {
      fail(at_, length,
           why.empty() ? "no layout of Triton that is known here: #ttg.blocked<{..}>, "
                         "#ttg.linear<{..}>, BlockedLayout(..)"
                       : why);
      return n;
    }
    has_static_ = true;
    last_ = at_ += length;
    skip_spaces();
    n = parser(layout).whole().tree;
    return finish(std::move(n));
  }

  node named() {
    node n;
    bool const is_pointer = line_.find("ptr[", at_) != std::string_view::npos && pointer(n);
    if (is_pointer) return finish(std::move(n));
    n = start(form::name);
    skip_namespaces();
    if (take_text("torch.Size(")) {
      skip_spaces();
      n = primary();
      if (!why_ && !take(')')) unexpected("`)`");
      return n;
    }
    n.text = std::string(take_word());
    if (n.text == "X" || n.text == "None" || n.text == "Underscore") {
      n.is = form::keep;
      return finish(std::move(n));
    }
    if (n.text == "ArithTuple" && front() == '(') {
      n = primary();
      return n;
    }
    if (front() == '<' && n.text == "S") n.text = "Sw";
    if (front() == '<' && (n.text == "C" || n.text == "static_int")) n.text = "Int";
    if (front() == '<' && n.text == "tuple") n.text = "Shape";
    has_static_ = has_static_ || n.text == "Int";
    if (front() == '<' && n.text == "smem_ptr_flag_bits") {
      take('<');
      n.is = form::pointer;
      n.number = is_digit(front()) ? digits(false) : 0;
      if (!why_ && !take('>')) unexpected("`>`");
      return finish(std::move(n));
    }
    if (front() == '<' && n.text == "ComposedLayout") {  // A o OFFSET o B
      take('<');
      n.is = form::chain;
      list('>', n.parts);
      if (!why_ && n.parts.size() != 3)
        fail(n.begin, last_ - n.begin, "ComposedLayout<A,OFFSET,B> is its form");
      return finish(std::move(n));
    }
    if (n.text == "o") {
      at_ = n.begin;
      unexpected("an expression");
      return n;
    }
    if ((n.text == "ldmatrix" || n.text == "stmatrix") && front() == '.') {  // ldmatrix.x4, PTX's
      while (is_word(front()) || front() == '.' || front() == ':') n.text += line_[at_++];
      last_ = at_;
      skip_spaces();
      return finish(std::move(n));
    }
    operation const* const known = find_operation(n.text);
    if (known == nullptr) {
      if (front() == '<' && (n.text.substr(0, 2) == "SM" || n.text.substr(0, 9) == "Universal" ||
                             n.text.substr(0, 15) == "AutoVectorizing"))
        take_arguments(n.text);
      return finish(std::move(n));
    }
    n.is = form::call;
    if (front() == '<' && known->most_angles > 0) {
      take('<');
      list('>', n.angles);
    }
    if (is_type(
            known)) {  // Python prints objects as calls: Swizzle(2, 1, 3), Layout((8, 4), (4, 1))
      if (n.angles.empty() && front() == '(') {
        take('(');
        list(')', n.angles);
      }
      return finish(std::move(n));
    }
    n.is_called = front() == '(';
    if (!n.is_called && n.angles.empty()) {  // a name that `let` binds
      n.is = form::name;
      return finish(std::move(n));
    }
    if (n.is_called) {
      take('(');
      list(')', n.parts);
    } else if (!why_ && known->least > 0) {
      unexpected("`(`");
    }
    return finish(std::move(n));
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t last_ = 0;  // past the last character that was taken, spaces aside
  int depth_ = 0;
  bool has_static_ = false;
  bool has_run_time_ = false;
  failure why_{};
};

}  // namespace

bool is_comment(std::string_view rest) {
  return !rest.empty() && rest[0] == '#' && (rest.size() < 2 || !is_letter(rest[1]));
}

bool is_free_name(std::string_view name) {
  for (std::string_view const sign : {"", "o", "X", "let", "None", "Underscore", "torch"})
    if (name == sign) return false;
  return !is_word(name) && !is_type(find_operation(name));
}

parsed parse(std::string_view line) { return parser(line).whole(); }

}  // namespace tileproof::explorer
