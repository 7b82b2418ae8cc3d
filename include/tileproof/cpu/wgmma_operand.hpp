// SPDX-License-Identifier: BSL-1.0
//
// Defines wgmma_matrix: an operand of wgmma in shared memory, decoded from its 64-bit descriptor:
// where each element lies, and the 16-byte pieces that hold them.
//
//   K-major, 128-byte swizzle: row r of 8 rows at 128 r, the next 8 rows a stride offset on
//
// From PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout"; the canonical layouts
// are those of atom/wgmma/canonical.hpp.
#pragma once

#include <tileproof/atom/wgmma/descriptor.hpp>
#include <tileproof/cpu/block.hpp>

#include <set>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace cpu {

// The operand (MN,K) of a descriptor: `mn` rows of 32 bytes, in elements of `element_bytes` bytes.
// Addresses are bytes of the block's shared memory.
class wgmma_matrix {
 public:
  wgmma_matrix(std::uint64_t descriptor, int mn, int element_bytes, bool is_k_major)
      : start_(static_cast<std::int64_t>(descriptor & 0x3fff) * 16),
        leading_(static_cast<std::int64_t>(descriptor >> 16 & 0x3fff) * 16),
        stride_(static_cast<std::int64_t>(descriptor >> 32 & 0x3fff) * 16),
        swizzle_(static_cast<int>((4 - (descriptor >> 62)) % 4)),
        mn_(mn),
        bytes_(element_bytes),
        is_k_major_(is_k_major) {}

  // The byte of element (mn,k). Rows of 16, 32, 64 or 128 bytes, by the swizzle.
  std::int64_t at(std::int64_t mn, std::int64_t k) const {
    std::int64_t const t = 16 / bytes_;
    std::int64_t const w = std::int64_t{1} << swizzle_;
    bool const is_plain = swizzle_ == 0;
    std::int64_t byte = start_;
    if (is_k_major_) {
      byte +=
          mn % 8 * w * 16 + mn / 8 * stride_ + k % t * bytes_ + k / t * (is_plain ? leading_ : 16);
    } else if (is_plain) {
      byte += mn % t * bytes_ + mn / t * stride_ + k % 8 * 16 + k / 8 * leading_;
    } else {
      byte += mn % t * bytes_ + mn / t % w * 16 + mn / (t * w) * leading_ + k % 8 * w * 16 +
              k / 8 * stride_;
    }
    return byte ^ ((byte >> 7 & (w - 1)) << 4);
  }
  int rows() const { return mn_; }
  int depth() const { return 32 / bytes_; }
  // The first bytes of the 16-byte pieces that the operand consists of.
  std::set<std::int64_t> pieces() const {
    std::set<std::int64_t> all;
    std::int64_t const t = 16 / bytes_;
    std::int64_t const along_mn = is_k_major_ ? 1 : t;
    std::int64_t const along_k = is_k_major_ ? t : 1;
    for (std::int64_t k = 0; k < depth(); k += along_k)
      for (std::int64_t mn = 0; mn < mn_; mn += along_mn) all.insert(at(mn, k) / 16 * 16);
    return all;
  }

 private:
  std::int64_t start_, leading_, stride_;
  int swizzle_;  // of rows of 16, 32, 64 or 128 bytes: 0, 1, 2, 3
  int mn_;
  int bytes_;
  bool is_k_major_;
};

// The address in shared memory of a checked pointer, for descriptors: a byte of the block's.
template <class P>
std::uint32_t shared_address(ptr<P> const& p) {
  return static_cast<std::uint32_t>(p.in->at + p.bit / 8);
}

}  // namespace cpu

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
