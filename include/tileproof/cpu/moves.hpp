// SPDX-License-Identifier: BSL-1.0
//
// Defines moves: the pieces of 16 bytes of shared memory that one TMA instruction moves, and the
// box of a tensor map from which they are computed.
//
//   a box of 8 rows of 32 f16, 64-byte swizzle: 32 pieces, row r at 64 r, piece c of row r
//   at 16 (c ^ (r / 2) % 4)
//
// From the CUDA Driver API, "cuTensorMapEncodeTiled", and PTX ISA, "Tensor Swizzling Modes";
// atom/tma/plan.hpp has the places of a box in shared memory.
#pragma once

#include <tileproof/atom/tma/box.hpp>
#include <tileproof/atom/tma/descriptor.hpp>
#include <tileproof/cpu/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// 16 bytes in shared memory, and the elements in global memory that fill the first `bits` of them.
// A load fills the rest with zeros; a store leaves it out.
struct piece {
  place shared;
  place global;
  int bits;         // 0 to 128
  int width = 128;  // its bits in shared memory
  bool is_padding =
      false;  // past the end wherever the box is, since the box is longer than the tensor
};

// The record of a copy of these pieces: where it begins in shared memory, and its bytes.
inline action action_of(action_kind kind, std::vector<piece> const& pieces) {
  action a{kind};
  for (piece const& p : pieces) a.bytes += p.width / 8;
  if (pieces.empty()) return a;
  region const& in = *pieces[0].shared.in;
  a.field = in.field;
  a.index = pieces[0].shared.bit / in.element_bits;
  return a;
}

// A tensor map on the CPU, stored in the 128 bytes of a TmaDescriptor: the tensor's first element,
// and for each dimension the numbers of atom/tma/descriptor.hpp.
struct tensor_map {
  region const* in = nullptr;
  std::int64_t bit = 0;
  std::int64_t extent[5]{};
  std::int64_t stride[5]{};
  std::uint16_t box[5]{};
  std::uint8_t rank = 0;
  std::uint8_t element_bytes = 1;
  std::uint8_t swizzle_bits = 0;
};
static_assert(sizeof(tensor_map) <= sizeof(TmaDescriptor));

// Makes the map of a checked global tensor, as the driver would; or reports the condition of
// encode_tma_descriptor that does not hold.
template <class P>
core::text describe_tma(ptr<P> const& first, tma_geometry g, TmaDescriptor& made) {
  g.address = reinterpret_cast<std::uintptr_t>(first.in->address(first.bit));
  if (core::text const why = broken_condition(g); why.count > 0) return why;
  tensor_map m;
  m.in = first.in;
  m.bit = first.bit;
  m.rank = static_cast<std::uint8_t>(g.rank);
  m.element_bytes = static_cast<std::uint8_t>(g.element_bytes);
  m.swizzle_bits = static_cast<std::uint8_t>(g.swizzle_bits);
  for (int d = 0; d < g.rank; ++d) {
    m.extent[d] = g.extent[d];
    m.stride[d] = g.stride[d];
    m.box[d] = static_cast<std::uint16_t>(g.box[d]);
  }
  made = {};
  std::memcpy(&made, &m, sizeof(m));
  return {};
}
inline tensor_map map_of(TmaDescriptor const& d) {
  tensor_map m;
  std::memcpy(static_cast<void*>(&m), &d, sizeof(m));
  return m;
}

// The place in shared memory after the swizzle, which permutes the 16-byte pieces of 8 rows by the
// bits [7,7 + swizzle_bits) of the address.
inline place swizzled(place p, int swizzle_bits) {
  std::int64_t const byte = p.in->at + p.bit / 8;
  std::int64_t const mask = (std::int64_t{1} << swizzle_bits) - 1;
  p.bit += ((byte ^ ((byte >> 7 & mask) << 4)) - byte) * 8;
  return p;
}

// The pieces of the box at coordinates `at` of a map; `shared` is where it begins in shared memory.
inline std::vector<piece> pieces_of(tensor_map const& m, int const* at, place const& shared) {
  std::vector<piece> all;
  std::int64_t const row = std::int64_t{m.box[0]} * m.element_bytes;
  std::int64_t const pitch = m.swizzle_bits > 0 ? 16 << m.swizzle_bits : row;
  std::int64_t rows = 1;
  for (int d = 1; d < m.rank; ++d) rows *= m.box[d];
  for (std::int64_t r = 0; r < rows; ++r) {
    std::int64_t offset = 0;
    bool is_inside = true;
    bool is_padding = false;
    for (std::int64_t d = 1, rest = r; d < m.rank; rest /= m.box[d], ++d) {
      std::int64_t const c = at[d] + rest % m.box[d];
      is_inside = is_inside && c >= 0 && c < m.extent[d];
      is_padding = is_padding || rest % m.box[d] >= m.extent[d];
      offset += c * m.stride[d];
    }
    for (std::int64_t byte = 0; byte < row; byte += 16) {
      std::int64_t const first = at[0] + byte / m.element_bytes;
      std::int64_t const count = 16 / m.element_bytes;
      std::int64_t const held =
          is_inside && first >= 0 ? std::clamp<std::int64_t>(m.extent[0] - first, 0, count) : 0;
      place to = shared;
      to.bit += 8 * (r * pitch + byte);
      all.push_back({swizzled(to, m.swizzle_bits),
                     {m.in, m.bit + (offset + first) * 8 * m.element_bytes},
                     static_cast<int>(held * 8 * m.element_bytes),
                     128,
                     is_padding || byte / m.element_bytes >= m.extent[0]});
    }
  }
  return all;
}
// The pieces of `bytes` consecutive bytes.
inline std::vector<piece> pieces_of(place const& global, place const& shared, std::int64_t bytes) {
  std::vector<piece> all;
  for (std::int64_t byte = 0; byte < bytes; byte += 16) {
    place from = global;
    place to = shared;
    from.bit += 8 * byte;
    to.bit += 8 * byte;
    all.push_back({to, from, 128});
  }
  return all;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
