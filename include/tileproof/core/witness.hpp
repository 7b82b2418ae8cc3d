// SPDX-License-Identifier: BSL-1.0
//
// Defines the clues of which a witness is made, such as at_offset or in_bank: where a property
// fails and by how much.
//
// TILEPROOF_CLUES is the only list. The enumeration below, which reports hold (prove/report.hpp),
// and the types that compilers print (types/refused.hpp) are generated from it, so a refused
// operation and a failed proof name a place in the same words:
//
//   error: incomplete type 'refused<operation<core::composition>, composition_is_a_layout,
//                                   in_mode<0>, ...>'
//   error: incomplete type 'refused<injective, at_coordinate<3,0>, and_coordinate<0,1>, ...>'
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// Calls CLUE(name) for each clue.
#define TILEPROOF_CLUES(CLUE)                                                                     \
  CLUE(at_coordinate)   /* natural: one integer for each mode */                                  \
  CLUE(and_coordinate)  /* the second of two */                                                   \
  CLUE(at_offset)       /* in elements */                                                         \
  CLUE(missing_offset)  /* that no coordinate has */                                              \
  CLUE(missing_element) /* that nobody owns, or no tile visits */                                 \
  CLUE(missing_thread)  /* that has no place, or no element */                                    \
  CLUE(missing_value)   /* of that thread */                                                      \
  CLUE(outside_element) /* that is not one of the tile's */                                       \
  CLUE(at_element)                                                                                \
  CLUE(elements_missed) /* how many */                                                            \
  CLUE(elements_repeated)                                                                         \
  CLUE(elements_outside)                                                                          \
  CLUE(at_thread)                                                                                 \
  CLUE(at_value)                                                                                  \
  CLUE(and_thread)                                                                                \
  CLUE(and_value)                                                                                 \
  CLUE(on_side) /* 0: the first layout of the two */                                              \
  CLUE(in_mode)                                                                                   \
  CLUE(residue_in_modes) /* whose last tile is not whole */                                       \
  CLUE(in_warp)                                                                                   \
  CLUE(at_step) /* the warp's instruction that moves values [step,step+1) * width */              \
  CLUE(of_lanes)                                                                                  \
  CLUE(in_bank)                                                                                   \
  CLUE(on_words)                 /* of 4 bytes, that meet in the bank */                          \
  CLUE(in_ways)                  /* wavefronts of the worst phase */                              \
  CLUE(in_wavefronts)            /* of all instructions of the block */                           \
  CLUE(at_least)                 /* wavefronts or sectors that these lanes cost in any layout, */ \
                                 /* each of their elements in a place of its own */               \
  CLUE(at_most)                  /* the largest number that can be stated */                      \
  CLUE(in_requests)              /* one for each warp instruction */                              \
  CLUE(in_sectors)               /* of 32 bytes, of the worst instruction */                      \
  CLUE(sectors_of_block)         /* of all instructions */                                        \
  CLUE(in_per_cent)              /* bytes asked for, of the bytes of the sectors */               \
  CLUE(in_runs_of)               /* consecutive elements */                                       \
  CLUE(aligned_to)               /* in bytes */                                                   \
  CLUE(source_aligned_to)        /* in bytes */                                                   \
  CLUE(destination_aligned_to)   /* in bytes */                                                   \
  CLUE(write_make_gmem_ptr)      /* the remedy, in bytes: make_gmem_ptr<16>(p) */                 \
  CLUE(write_make_smem_ptr)      /* the remedy, in bytes: make_smem_ptr<16>(p) */                 \
  CLUE(write_assume_multiple_of) /* the remedy, in elements: assume_multiple_of<8> */             \
  CLUE(at_byte)                  /* of shared memory */                                           \
  CLUE(in_phase)                 /* of a kernel: smem_phases */                                   \
  CLUE(in_bytes)                                                                                  \
  CLUE(in_registers)                                                                              \
  CLUE(threads_of_block)                   /* of a kernel */                                      \
  CLUE(receiving_block)                    /* of a cluster, by its rank */                        \
  CLUE(sending_block)                      /* that sends, by its rank */                          \
  CLUE(share_of_tile)                      /* that a block sends */                               \
  CLUE(multicast_mask)                     /* of a multicast: bit i is block i */                 \
  CLUE(in_swizzle)                         /* of bytes: <bits,base,shift> */                      \
  CLUE(global_stride)                      /* in elements; 0: a run-time integer */               \
  CLUE(shared_stride)                      /* in elements */                                      \
  CLUE(box_extent)                         /* in elements */                                      \
  CLUE(shared_elements)                    /* of the layout in shared memory */                   \
  CLUE(tile_elements)                      /* of the tile that a copy cuts */                     \
  CLUE(are_A_and_B_swapped)                /* each has the extents of the other */                \
  CLUE(in_shares)                          /* one for each block of a cluster */                  \
  CLUE(below_zero_in_modes)                /* whose tiles visit coordinates below 0 */            \
  CLUE(offsets_are_coordinates_along_axis) /* i,j,... of a stride along E<i,j,...> */             \
  CLUE(in_bits)                            /* an address in a byte; an element's width */         \
  CLUE(in_ways_with_some_source)           /* of cp.async, where none is given */                 \
  CLUE(give_the_source)                    /* the layout that cp.async reads, second */           \
  /* Undecided: the bound, by which number it is exceeded, and the remedy. */                     \
  CLUE(points_to_visit)      /* coordinates whose offsets differ in more than a shift */          \
  CLUE(enumeration_bound_is) /* in points */                                                      \
  CLUE(prove_one_period)     /* a stage, a tile or a warp, and not all repetitions */             \
  CLUE(search_steps_exceed)  /* in the search for two coordinates with one offset */              \
  CLUE(nest_the_strides)     /* each larger than the sum that lower modes reach */                \
  CLUE(integers_exceed_bits) /* a size or an offset; in_mode counts extents from 0 */             \
  CLUE(use_smaller_integers) /* extents or strides */                                             \
  CLUE(leaves_exceed)        /* those that a layout, or two together, may have */                 \
  CLUE(use_fewer_modes)      /* coalesce, or prove a part */                                      \
  CLUE(least_offset_must_be) /* or more; at_offset is the least */                                \
  CLUE(move_the_base_there)  /* to at_offset, the least offset */                                 \
  CLUE(for_integers)         /* the unknowns of a claim, in their order */                        \
  CLUE(overflows_for)        /* those with which an int overflows */                              \
  CLUE(cases_exceed)         /* of a claim about integers */                                      \
  CLUE(factors_exceed)       /* of an unknown integer */                                          \
  CLUE(found)                                                                                     \
  CLUE(expected)

// One item of a witness. Lengths are in elements unless the comment in the list gives another unit.
enum class clue : std::uint8_t {
#define TILEPROOF_CLUE(NAME) NAME,
  TILEPROOF_CLUES(TILEPROOF_CLUE)
#undef TILEPROOF_CLUE
};

// The name of a clue, with underscores: "at_offset".
constexpr std::string_view name_of(clue c) {
  constexpr std::string_view names[] = {
#define TILEPROOF_CLUE(NAME) #NAME,
      TILEPROOF_CLUES(TILEPROOF_CLUE)
#undef TILEPROOF_CLUE
  };
  return names[static_cast<int>(c)];
}

// A clue with its numbers, at most 8.
struct clue_numbers {
  static constexpr int most = 8;
  clue what{};
  int count = 0;
  std::int64_t at[most]{};
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
