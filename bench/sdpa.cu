// SPDX-License-Identifier: BSL-1.0
//
// Attention as a shared library, which sdpa.py loads beside PyTorch.
#include <tileproof/kernel/attention/mma/attention_mma.hpp>
#include <tileproof/kernel/attention/wgmma/attention_wgmma.hpp>

#include <string_view>

struct tileproof_problem {
  int batch, length_q, length_k, heads, heads_kv, depth, causal;
  float scale;
  void const *q, *k, *v;  // (batch, length, heads, depth)
  void* o;
  cudaStream_t stream;
};

namespace {

using namespace tileproof;
using problem = tileproof_problem;

template <class Kernel>
status run(problem const& p) {
  using T = typename Kernel::element;
  using TO = typename Kernel::element_o;
  auto const tensor_of = [&](auto* data, int length, int heads) {
    std::int64_t const row = std::int64_t{heads} * p.depth;
    using element = std::remove_pointer_t<decltype(data)>;
    return attention_tensor<element>{data, row, p.depth, row * length};
  };
  attention_arguments<T, TO> g{p.batch, p.heads, p.heads_kv, p.length_q, p.length_k};
  g.scale = p.scale;
  if (p.causal) g.right = 0;
  g.q = tensor_of(static_cast<T const*>(p.q), p.length_q, p.heads);
  g.k = tensor_of(static_cast<T const*>(p.k), p.length_k, p.heads_kv);
  g.v = tensor_of(static_cast<T const*>(p.v), p.length_k, p.heads_kv);
  g.o = tensor_of(static_cast<TO*>(p.o), p.length_q, p.heads);
  return launch_attention<Kernel>(g, p.stream);
}

template <template <class, int> class Kernel, class T>
status run_depth(problem const& p) {
  switch (p.depth) {
    case 64: return run<Kernel<T, 64>>(p);
    case 128: return run<Kernel<T, 128>>(p);
    case 256: return run<Kernel<T, 256>>(p);
    default: return status::negative_size;
  }
}
template <class T, int D>
using by_wgmma = attention_wgmma<T, D>;
template <class T, int D>
using by_mma = attention_mma<T, D>;
using e4m3_by_192_keys =
    attention_wgmma<float_e4m3_t, 128,
                    attention_schedule<192, 2, attention_turns::at_exponentials, 24>>;

}  // namespace

// kernel: "wgmma f16", "wgmma bf16", "wgmma e4m3" (whose O is bf16), "wgmma 192 keys e4m3" (of
// depth 128 only), "mma f16" or "mma bf16".
// Result: a status, 0 where it was launched; -1 where there is no such kernel.
extern "C" int tileproof_attention(char const* kernel, tileproof_problem const* p) {
  std::string_view const name = kernel;
  auto const is = [](status s) { return static_cast<int>(s); };
  if (name == "wgmma f16") return is(run_depth<by_wgmma, half_t>(*p));
  if (name == "wgmma bf16") return is(run_depth<by_wgmma, bfloat16_t>(*p));
  if (name == "wgmma e4m3") return is(run_depth<by_wgmma, float_e4m3_t>(*p));
  if (name == "wgmma 192 keys e4m3" && p->depth == 128) return is(run<e4m3_by_192_keys>(*p));
  if (name == "mma f16") return is(run_depth<by_mma, half_t>(*p));
  if (name == "mma bf16") return is(run_depth<by_mma, bfloat16_t>(*p));
  return -1;
}
