// SPDX-License-Identifier: BSL-1.0
//
// Defines register_file, which watches the registers of a block's threads: the owning tensors
// (fragments) on the stacks of the fibres. It finds indices outside of a fragment and reads of
// registers that were not written.
//
// A fragment is filled with a blank bit pattern when it is constructed (tensor/register_watch.hpp).
// Copies between registers and to shared memory copy blank elements without a finding. If a value
// is still blank when an MMA, axpby or a store to global memory uses it, it was never written:
//
//   auto acc = partition_fragment_C(mma, tile);  // blank
//   gemm(mma, tA, tB, acc);                      // unwritten: clear(acc) is missing
//
// Not found: unwritten elements of less than a byte; an element of one or two bytes, where the
// pattern is also an ordinary value, after the kernel has taken a reference to it; an integer that
// was computed from an unwritten register; variables and arrays that are no tensors.
#pragma once

#include <tileproof/cpu/checker.hpp>
#include <tileproof/tensor/register_watch.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The fragments of each thread of a block, in the order of their construction. Tensors call the
// virtual functions; the block calls change and end. A use of one of the last 4 fragments costs a
// few comparisons; a use of another fragment is a search among those of the thread.
class register_file final : public detail::register_watch {
 public:
  // stop() ends the running thread, and with it the block.
  register_file(checker& check, int threads, std::function<void()> stop)
      : check_(check), stop_(std::move(stop)), of_(static_cast<std::size_t>(threads)) {}

  // `thread` runs from now on. The one before may have written what it was given last.
  void change(int thread) {
    if (given_ != nullptr) mark(std::exchange(given_, nullptr));
    check_.thread = thread;
    forget();
    has_in_flight = !wgmma_.empty() && !of_wgmma(check_.thread).in_flight.empty();
  }
  // Called when the thread has returned.
  void end(int thread) {
    of_[static_cast<std::size_t>(thread)].clear();
    if (!wgmma_.empty()) of_wgmma(thread) = {};
  }

  // Called when a fragment of `bytes` bytes, in elements of `element` bytes, is constructed: its
  // elements get the pattern of unwritten registers. `type` contains its type's name, for findings.
  void begin(void* at, std::size_t bytes, std::size_t element, char const* type) override {
    auto* const p = static_cast<unsigned char*>(at);
    auto const address = reinterpret_cast<std::uintptr_t>(at);
    for (std::size_t i = 0; i < bytes; ++i)
      p[i] = static_cast<unsigned char>(detail::blank_bits >> ((address + i) % 2 * 8));
    add(p, bytes, element, type, false);
  }
  // Called when a fragment at this address is used. If none is known there, it was copied or
  // returned to this address. Then it is added as a copy; one- and two-byte elements of a copy are
  // not judged, unless the whole fragment is blank.
  void own(void const* at, std::size_t bytes, std::size_t element, char const* type) override {
    auto const* const p = static_cast<unsigned char const*>(at);
    for (owner const& o : mine())
      if (o.first == p && o.last == p + bytes) return turn_to(o);
    // A small tensor is returned in registers of the CPU, so it may be new although it was
    // constructed at another address.
    bool const is_new = bytes >= 4 && detail::is_blank(at, bytes);
    add(p, bytes, element, type, !is_new);
  }
  // Called when the element at `at` of the fragment at `base` is accessed. An index outside of the
  // fragment is a fault (out_of_bounds) and stops the block, since the access would damage another
  // variable of the CPU run.
  void use(void const* base, void const* at, std::size_t bytes) override {
    owner const* const o = find(base);
    if (o == nullptr) return;
    turn_to(*o);
    auto const* const p = static_cast<unsigned char const*>(at);
    if (o->contains(p, bytes)) return;
    report(fault::out_of_bounds, index(*o, at), *o, " uses register ",
           ": its index is outside of the fragment");
    stop_();
  }
  // Called when the kernel gets a reference to a blank element of one or two bytes, by which it may
  // write the element; null for a constant element. The element counts as written when the next
  // reference is given out, unless it has been read as an operand before.
  void give(void const* at) override {
    if (given_ != nullptr) mark(given_);
    given_ = at;
  }
  // Called when a blank element is read as an operand: a fault (unwritten), unless the kernel may
  // have written it. The message proposes to clear or fill the fragment first.
  void read(void const* at) override {
    if (given_ == at) given_ = nullptr;
    owner const* const o = find(at);
    if (o == nullptr || !is_unwritten(*o, at)) return;
    report(fault::unwritten, index(*o, at), *o, " reads register ",
           ", which it has not written: clear or fill the fragment before");
  }
  // Called when the running thread stores a blank value to global memory: a fault (unwritten) if
  // the thread has an unwritten register from which it may come. For a value of two bytes only the
  // register given out last counts, since the pattern is also an ordinary f16 NaN. Shared memory is
  // not judged: blank elements may pass through it.
  void store(attempt const& a) {
    if (std::exchange(has_reported_, false) || a.in->in->is_shared) return;
    if (a.bits < 32) {
      owner const* const o = given_ == nullptr ? nullptr : find(given_);
      if (o != nullptr && o->element == 2 && is_unwritten(*o, given_)) report_store(a, *o, given_);
      return;
    }
    for (owner const& o : mine())
      for (auto const* p = o.first; p < o.last; p += o.element)
        if (detail::is_blank(p, o.element) && is_unwritten(o, p)) return report_store(a, o, p);
  }

  // ---- wgmma

  // Called when a wgmma begins to use these registers of a thread; it uses them until `land`.
  void take_off(int thread, void const* at, std::size_t bytes) {
    auto const* const p = static_cast<unsigned char const*>(at);
    of_wgmma(thread).in_flight.push_back({p, p + bytes});
    has_in_flight = true;
  }
  void land(int thread, void const* at) {
    auto& all = of_wgmma(thread).in_flight;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].first == at) {
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
    if (thread == check_.thread) has_in_flight = !all.empty();
  }
  // Reports an access to registers that a wgmma uses (fault::in_flight).
  void touch(void const* at, std::size_t bytes) override {
    auto const* const p = static_cast<unsigned char const*>(at);
    for (range const& r : of_wgmma(check_.thread).in_flight)
      if (p < r.last && r.first < p + bytes) {
        owner const* const o = find(at);
        if (o != nullptr)
          report(fault::in_flight, index(*o, at), *o, " uses register ",
                 ", which a wgmma on its way uses: warpgroup_wait comes first");
        has_reported_ = false;
        return;
      }
  }
  // warpgroup_arrive by the running thread: the values now in its registers are ordered before the
  // next wgmma. The second function does this for values that a wgmma has written to the registers
  // of a thread.
  void fence() {
    state_of_wgmma& s = of_wgmma(check_.thread);
    s.has_fenced = true;
    s.fenced.clear();
    for (owner const& o : mine()) s.fenced.push_back({o.first, bytes_of(o)});
  }
  void fence(int thread, void const* at, std::size_t bytes) {
    auto const* const p = static_cast<unsigned char const*>(at);
    for (copy_of_fragment& f : of_wgmma(thread).fenced)
      if (p >= f.first && p + bytes <= f.first + f.bytes.size())
        std::copy(p, p + bytes, f.bytes.begin() + (p - f.first));
  }
  // Called when the running thread passes registers to a wgmma, which reads them if `is_read`: they
  // must be unchanged since warpgroup_arrive (fault::race), and written (fault::unwritten).
  void operand(void const* at, std::size_t bytes, std::size_t element, bool is_read) {
    auto const* const p = static_cast<unsigned char const*>(at);
    state_of_wgmma const& s = of_wgmma(check_.thread);
    for (range const& r : s.in_flight)
      if (p < r.last && r.first < p + bytes) return;  // registers of an earlier wgmma
    for (std::size_t i = 0; is_read && i < bytes; i += element)
      if (detail::is_blank(p + i, element)) read(p + i);
    owner const* const o = find(at);
    // A fragment that was copied here since then is not known at warpgroup_arrive, and not judged.
    bool is_known = false;
    bool is_fenced = false;
    for (copy_of_fragment const& f : s.fenced) {
      if (p < f.first || p + bytes > f.first + f.bytes.size()) continue;
      is_known = true;
      is_fenced = is_fenced || std::equal(p, p + bytes, f.bytes.begin() + (p - f.first));
    }
    if (is_known ? is_fenced : s.has_fenced && (o == nullptr || o->is_copy)) return;
    check_.add(fault::race, check_.thread, "registers", -1,
               check_.who(check_.thread) + " issues a wgmma on " +
                   (o == nullptr ? std::string("registers") : name(*o)) +
                   ", which it has written since its last warpgroup_arrive(), or before any");
    has_reported_ = false;
  }

 private:
  // A thread's registers and wgmma: the registers that pending wgmma use, and copies of the
  // fragments at the last warpgroup_arrive, if there was one.
  struct copy_of_fragment {
    unsigned char const* first;
    std::vector<unsigned char> bytes;
  };
  struct state_of_wgmma {
    std::vector<range> in_flight;
    std::vector<copy_of_fragment> fenced;
    bool has_fenced = false;
  };
  std::vector<state_of_wgmma> wgmma_;  // of each thread; empty before the first wgmma
  state_of_wgmma& of_wgmma(int thread) {
    if (wgmma_.empty()) wgmma_.resize(of_.size());
    return wgmma_[static_cast<std::size_t>(thread)];
  }

  // One fragment.
  struct owner : range {
    std::size_t element;
    char const* type;
    bool is_copy;  // a copy of another tensor: elements of one or two bytes are not judged
    std::vector<bool> given;  // elements that the kernel may have written, though they are blank
  };

  checker& check_;
  std::function<void()> stop_;
  std::vector<std::vector<owner>> of_;  // each thread
  // The last blank element that was given out and is not judged yet.
  void const* given_ = nullptr;
  std::size_t oldest_ = 0;  // the oldest entry of `recent`
  // Whether the element that is about to be stored was reported when it was read: one finding is
  // enough.
  bool has_reported_ = false;

  // Copies the bytes of a fragment whose scope may have ended already.
#if defined(__GNUC__)
  __attribute__((no_sanitize("address")))
#endif
  static std::vector<unsigned char>
  bytes_of(range const& r) {
    std::vector<unsigned char> all(static_cast<std::size_t>(r.last - r.first));
    unsigned char* to = all.data();
    for (unsigned char const* p = r.first; p < r.last; ++p) *to++ = *p;
    return all;
  }
  std::vector<owner>& mine() { return of_[static_cast<std::size_t>(check_.thread)]; }
  void turn_to(range const& r) { recent[oldest_++ % std::size(recent)] = r; }
  void forget() { std::fill(std::begin(recent), std::end(recent), range{}); }
  // The youngest fragment that contains p; null if none does.
  owner* find(void const* p) {
    auto& all = mine();
    for (auto o = all.rbegin(); o != all.rend(); ++o)
      if (o->contains(p)) return &*o;
    return nullptr;
  }
  // The element index of an address in o: negative or past the end if it lies outside.
  static std::int64_t index(owner const& o, void const* at) {
    std::int64_t const past = static_cast<unsigned char const*>(at) - o.first;
    auto const size = static_cast<std::int64_t>(o.element);
    return (past < 0 ? past - size + 1 : past) / size;
  }
  // Whether a blank element of o was never written. Pre: it is blank. The answer is certain for
  // elements of more than two bytes.
  static bool is_unwritten(owner const& o, void const* at) {
    if (o.element > 2) return true;
    return !o.is_copy && (o.given.empty() || !o.given[static_cast<std::size_t>(index(o, at))]);
  }
  // Marks the element as written.
  void mark(void const* at) {
    owner* const o = find(at);
    if (o == nullptr) return;
    o->given.resize(static_cast<std::size_t>(o->last - o->first) / o->element);
    o->given[static_cast<std::size_t>(index(*o, at))] = true;
  }
  // Adds a fragment. It replaces fragments that overlap it or lie on a part of the stack that is no
  // longer in use.
  void add(unsigned char const* at, std::size_t bytes, std::size_t element, char const* type,
           bool is_copy) {
    auto const* const frame = static_cast<unsigned char const*>(__builtin_frame_address(0));
    std::erase_if(mine(), [&](owner const& o) {
      bool const is_left = o.first < frame && frame - o.first < stack_bytes;
      return is_left || (o.first < at + bytes && at < o.last);
    });
    mine().push_back({{at, at + bytes}, element, type, is_copy, {}});
    forget();
    turn_to(mine().back());
  }
  void report(fault kind, std::int64_t i, owner const& o, char const* does, char const* advice) {
    has_reported_ = true;
    check_.add(kind, check_.thread, "registers", i,
               check_.who(check_.thread) + does + std::to_string(i) + " of " + name(o) + advice);
  }
  void report_store(attempt const& a, owner const& o, void const* at) {
    check_.add(fault::unwritten, a, -1, a.element(),
               check_.does(a) + a.in->element(a.element()) +
                   " with what comes from a register that it has not written, as register " +
                   std::to_string(index(o, at)) + " of " + name(o) +
                   " is: clear or fill the fragment before");
  }
  // The fragment in words: "a fragment of 8 float".
  static std::string name(owner const& o) {
    std::string_view const all = o.type;  // ...[with T = float; ...] or [T = float, N = 8]
    std::size_t const from = all.find("T = ") + 4;
    std::size_t const to = std::min(all.find_first_of(";]", from), all.find(", N = ", from));
    std::string_view type = all.substr(from, to - from);
    std::size_t const colon = type.substr(0, type.find('<')).rfind("::");
    if (colon != std::string_view::npos) type.remove_prefix(colon + 2);
    return "a fragment of " +
           std::to_string(static_cast<std::size_t>(o.last - o.first) / o.element) + " " +
           std::string(type);
  }

  static constexpr std::ptrdiff_t stack_bytes = 1 << 18;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
