// SPDX-License-Identifier: BSL-1.0
#include "syntax.hpp"

#include "operations.hpp"
#include "words.hpp"

#include <utility>

namespace tileproof::explorer {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

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
      skip_spaces();
      if (word() == "let" && is_binding()) binding(r);
      if (!why_) r.tree = chain();
      if (!why_ && at_ < line_.size()) unexpected("the end of the line");
    }
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

  node applied() {
    node f = mode();
    while (!why_ && front() == '(') {
      node n = start(form::apply);
      n.begin = f.begin;
      n.parts.push_back(std::move(f));
      take('(');
      list(')', n.parts);
      f = finish(std::move(n));
    }
    return f;
  }

  node mode() {
    node n = start(form::pair);
    node shape = primary();
    if (why_ || !take(':')) return shape;
    n.parts.push_back(std::move(shape));
    n.parts.push_back(primary());
    return finish(std::move(n));
  }

  // chain, ... and the closing sign; nothing between them is an empty list.
  void list(char close, std::vector<node>& out) {
    if (take(close)) return;
    do out.push_back(chain());
    while (!why_ && take(','));
    if (!why_ && !take(close)) unexpected(close == ')' ? "`,` or `)`" : "`,` or `>`");
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
    if (front() == '(' || front() == '<') {
      bool const round = front() == '(';
      node n = start(round ? form::tuple : form::angles);
      take(front());
      list(round ? ')' : '>', n.parts);
      return finish(std::move(n));
    }
    if (front() == '?') return unknown();
    if (is_digit(front()) || front() == '-' || front() == '_') return number_or_keep();
    if (is_letter(front())) return named();
    node const n = start(form::integer);
    unexpected("an expression");
    return n;
  }

  node unknown() {
    node n = start(form::unknown);
    n.number = 1;
    take('?');
    if (is_digit(front())) n.number = digits(false);
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

  node named() {
    node n = start(form::name);
    n.text = std::string(take_word());
    if (n.text == "X") {
      n.is = form::keep;
      return finish(std::move(n));
    }
    if (n.text == "o") {
      at_ = n.begin;
      unexpected("an expression");
      return n;
    }
    operation const* const known = find_operation(n.text);
    if (known == nullptr) return finish(std::move(n));
    n.is = form::call;
    if (front() == '<' && known->most_angles > 0) {
      take('<');
      list('>', n.angles);
    }
    if (is_type(known)) return finish(std::move(n));
    n.is_called = front() == '(';
    if (n.is_called) {
      take('(');
      list(')', n.parts);
    } else if (!why_) {
      unexpected("`(`");
    }
    return finish(std::move(n));
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t last_ = 0;  // past the last character that was taken, spaces aside
  int depth_ = 0;
  failure why_{};
};

}  // namespace

bool is_free_name(std::string_view name) {
  return !name.empty() && name != "o" && name != "X" && name != "let" && !is_word(name) &&
         find_operation(name) == nullptr;
}

parsed parse(std::string_view line) { return parser(line).whole(); }

}  // namespace tileproof::explorer
