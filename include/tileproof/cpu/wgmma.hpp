// SPDX-License-Identifier: BSL-1.0
//
// Defines wgmma on the CPU: one function for every instruction, executed by 128 threads together.
// Operands come from descriptors (cpu/wgmma_operand.hpp) or registers; the MMA traits give the
// element that each register holds.
//
// Sums are as for mma.sync (cpu/matrix_instructions.hpp): floating-point products in double,
// rounded once to the type of D; integers wrap, or are clamped by _SATURATE.
//
// Found here: operands raced, unwritten, in flight, outside of a field, or written without
// fence.proxy.async (fault::proxy); threads with different descriptors (fault::divergence);
// registers that were written without a warpgroup_arrive() before the instruction, or never written
// (fault::unwritten).
#pragma once

#include <tileproof/atom/wgmma/instruction.hpp>
#include <tileproof/cpu/matrix_instructions.hpp>
#include <tileproof/cpu/wgmma_groups.hpp>
#include <tileproof/cpu/wgmma_operand.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace cpu {

// The parameters of an instruction.
template <class Operation>
struct wgmma_facts;
template <int N, class D, class A, class B, detail::operand_in APlace, GMMA::Major MajorA,
          GMMA::Major MajorB, GMMA::ScaleIn ScaleA, GMMA::ScaleIn ScaleB, bool Saturates>
struct wgmma_facts<detail::wgmma<N, D, A, B, APlace, MajorA, MajorB, ScaleA, ScaleB, Saturates>> {
  static constexpr bool is_a_k_major = MajorA == GMMA::Major::K;
  static constexpr bool is_b_k_major = MajorB == GMMA::Major::K;
  static constexpr int sign = static_cast<int>(ScaleA) * static_cast<int>(ScaleB);
  static constexpr bool saturates = Saturates;
};

// One instruction.
template <class Operation>
class wgmma_on_its_way final : public wgmma_task {
  using facts = wgmma_facts<Operation>;
  using traits = MMA_Traits<Operation>;
  using A = typename traits::ElementAVal;
  using B = typename traits::ElementBVal;
  using D = typename traits::ElementDVal;
  static constexpr int m = 64;
  static constexpr int n = get<1>(typename traits::Shape_MNK{});
  static constexpr int k = get<2>(typename traits::Shape_MNK{});
  static constexpr bool has_a = Operation::has_a_in_registers;
  using number = std::conditional_t<Operation::is_integer, std::int64_t, double>;

 public:
  // The operands of one thread: its registers, descriptors, and whether D is added.
  struct operands {
    void* c;
    void const* a;
    std::uint64_t descriptor_a;
    std::uint64_t descriptor_b;
    bool adds;

    friend bool operator==(operands const& x, operands const& y) {
      return x.descriptor_a == y.descriptor_a && x.descriptor_b == y.descriptor_b &&
             x.adds == y.adds;
    }
  };

  // Executed by the last of the 128 threads to arrive.
  static void execute(checker& check, int first, void* const* lanes) {
    block& b = *block::running;
    operands const& o = *static_cast<operands const*>(lanes[0]);
    for (int t = 1; t < threads; ++t)
      if (!(*static_cast<operands const*>(lanes[t]) == o)) {
        check.add(fault::divergence, first + t,
                  check.who(first + t) + " executes wgmma with another descriptor or scale than " +
                      check.who(first));
        break;
      }
    auto const w = std::make_shared<wgmma_on_its_way>(b, first, lanes);
    wgmma_groups& groups = b.part<wgmma_groups>();
    w->before = groups.last(first);
    w->source = groups.last(first, w->c);
    for (int i = 0; i < 4 && w->source != nullptr; ++i)
      w->takes[i] = w->source->by_warp[i].time != 0;
    groups.issue(w);
  }

  wgmma_on_its_way(block& b, int first, void* const* lanes)
      : wgmma_task(first),
        block_(b),
        adds_(static_cast<operands const*>(lanes[0])->adds),
        a_(static_cast<operands const*>(lanes[0])->descriptor_a, m, sizeof(A), facts::is_a_k_major),
        b_(static_cast<operands const*>(lanes[0])->descriptor_b, n, sizeof(B),
           facts::is_b_k_major) {
    c_bytes = sizeof(typename Operation::CRegisters);
    a_bytes = has_a ? sizeof(typename Operation::ARegisters) : 0;
    for (int t = 0; t < threads; ++t) {
      operands const& o = *static_cast<operands const*>(lanes[t]);
      c[t] = o.c;
      a[t] = o.a;
      out[t].resize(c_bytes);
      if (adds_) std::memcpy(out[t].data(), o.c, c_bytes);
      if constexpr (has_a) std::memcpy(a_of_[t], o.a, sizeof(a_of_[t]));
    }
    if (!has_a) add_reads(a_);
    add_reads(b_);
  }

 private:
  block& block_;
  bool adds_;
  wgmma_matrix a_;
  wgmma_matrix b_;
  typename Operation::ARegisters a_of_[has_a ? threads : 1];

  void add_reads(wgmma_matrix const& matrix) {
    checker& check = block_.check;
    for (std::int64_t const byte : matrix.pieces()) {
      region const* const r = block_.shared(block_.rank(thread)).field_at(byte);
      if (r == nullptr) {
        check.add(fault::out_of_bounds, thread,
                  check.who(thread) + " reads byte " + std::to_string(byte) +
                      " of shared memory by wgmma, which is in no field");
        continue;
      }
      attempt const read{{r, (byte - r->at) * 8}, 128, 16, false, thread, instruction::wgmma};
      if (!check.may_touch(read)) continue;
      check.judge(read);
      reads.push_back(read);
    }
  }
  template <class Element>
  void take(wgmma_matrix const& from, std::vector<number>& to) const {
    memory const& all = *block_.shared(block_.rank(thread)).place();
    for (int i = 0; i < from.depth(); ++i)
      for (int row = 0; row < from.rows(); ++row) {
        Element e;
        std::memcpy(&e, all.bytes() + from.at(row, i), sizeof(e));
        to[static_cast<std::size_t>(row + from.rows() * i)] = detail::converted<number>(e);
      }
  }

  void run() override {
    if (before != nullptr) before->happen();
    before = nullptr;
    for (int t = 0; source != nullptr && t < threads; ++t)
      if (takes[t / 32]) out[t] = source->out[t];
    source = nullptr;
    std::vector<number> x(static_cast<std::size_t>(m * k));
    std::vector<number> y(static_cast<std::size_t>(n * k));
    std::vector<number> z(static_cast<std::size_t>(m * n));
    if constexpr (has_a) {
      auto const& places = element_table<typename traits::ALayout>::get();
      for (int t = 0; t < threads; ++t)
        detail::unpack<A, number>(a_of_[t], [&](int i) -> number& {
          return x[static_cast<std::size_t>(places.at[t][i])];
        });
    } else {
      take<A>(a_, x);
    }
    take<B>(b_, y);
    auto const& places = element_table<typename traits::CLayout>::get();
    for (int t = 0; adds_ && t < threads; ++t)
      detail::unpack<D, number>(
          sums(t), [&](int i) -> number& { return z[static_cast<std::size_t>(places.at[t][i])]; });
    for (int i = 0; i < k; ++i)
      for (int col = 0; col < n; ++col) {
        number const factor = y[static_cast<std::size_t>(col + n * i)] * facts::sign;
        number const* const from = x.data() + m * i;
        number* const to = z.data() + m * col;
        for (int row = 0; row < m; ++row) to[row] += from[row] * factor;
      }
    for (int t = 0; t < threads; ++t)
      detail::pack<D>([&](int i) { return rounded(z[static_cast<std::size_t>(places.at[t][i])]); },
                      sums(t));
  }
  typename Operation::CRegisters& sums(int t) {
    return *reinterpret_cast<typename Operation::CRegisters*>(out[t].data());
  }
  static auto rounded(number v) {
    if constexpr (!Operation::is_integer)
      return v;
    else if constexpr (facts::saturates)
      return static_cast<std::int32_t>(std::clamp<std::int64_t>(v, INT32_MIN, INT32_MAX));
    else
      return static_cast<std::int32_t>(static_cast<std::uint32_t>(v));
  }
};

// The hook of the MMA traits: judges the registers of the running thread, and issues the
// instruction with the other threads of the warpgroup. `a` points to the registers of A; it is null
// if descriptor_a describes A.
template <class Operation>
void wgmma_on_cpu(Operation, void* c, void const* a, std::uint64_t descriptor_a,
                  std::uint64_t descriptor_b, bool adds) {
  using wgmma = wgmma_on_its_way<Operation>;
  using traits = MMA_Traits<Operation>;
  static constexpr warp_instruction what{&type_name<Operation>, &wgmma::execute,
                                         wgmma_task::threads};
  block& b = *block::running;
  if (b.block_threads() % wgmma_task::threads != 0 &&
      b.check.thread % b.block_threads() / 128 == b.block_threads() / 128) {
    b.check.add(fault::divergence, b.check.thread,
                b.check.who(b.check.thread) + " executes wgmma outside of a warpgroup of 128");
    b.stop();
  }
  b.registers.operand(c, sizeof(typename Operation::CRegisters),
                      sizeof(typename traits::ElementDVal), adds);
  if (a != nullptr)
    b.registers.operand(a, sizeof(typename Operation::ARegisters),
                        sizeof(typename traits::ElementAVal), true);
  action did{action_kind::gemm};
  if (a == nullptr) did.index = static_cast<std::int64_t>(descriptor_a & 0x3fff) * 16;
  did.bytes = static_cast<std::int64_t>(descriptor_b & 0x3fff) * 16;
  b.record(did);
  typename wgmma::operands o{c, a, descriptor_a, descriptor_b, adds};
  b.together(what, &o);
}

}  // namespace cpu

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
