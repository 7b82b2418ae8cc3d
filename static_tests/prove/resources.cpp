// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/register_file.hpp>
#include <tileproof/prove/registers_at_launch.hpp>
#include <tileproof/prove/resources.hpp>

using namespace tileproof;

namespace {

using half = short;
template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;

////////////////////////////////////////////////////////////////////////////// fits_in_bytes

using stages = L<Shape<_128, _64, _3>>;  // f16 elements
static_assert(proved<fits_in_bytes<shared_bytes_sm90, half>, stages, stages>);
static_assert(
    !proved<fits_in_bytes<shared_bytes_sm90, half>, stages, stages, stages, stages, stages>);
static_assert(sentence(prove<fits_in_bytes<48 * 1024, half>>(stages{}, stages{})) ==
              "no: in bytes 98304, expected 49152");
static_assert(prove<fits_in_bytes<1024, half>>(L<_5, _3>{}, L<_4>{})(clue::in_bytes) == 128 + 8);
static_assert(!proved<fits_in_bytes<1024, half>, L<_4, Int<-1>>>);
// The largest offset that a swizzle reaches: 8 becomes 9.
static_assert(prove<fits_in_bytes<1024, float>>(
                  ComposedLayout<Swizzle<1, 0, 3>, Int<0>, L<_9, _1>>{})(clue::in_bytes) == 40);
static_assert(!prove<fits_in_bytes<1024, float>>(L<_2, Int<(1LL << 62)>>{}).holds());

////////////////////////////////////////////////////////////////////////// fits_in_registers

static_assert(proved<fits_in_registers<128, float>, L<Shape<Shape<_2, _2>, _4, _8>>>);
static_assert(!proved<fits_in_registers<127, float>, L<Shape<Shape<_2, _2>, _4, _8>>>);
static_assert(prove<fits_in_registers<128, half>>(L<_7>{})(clue::in_registers) == 4);

// Counts that pass 2^63 bits are a no.
static_assert(sentence(prove<fits_in_registers<128, double>>(L<Int<(1LL << 58)>>{})) ==
              "no: in registers 576460752303423488, expected 128");
static_assert(prove<fits_in_bytes<1024, double>>(L<Int<(1LL << 61)>>{}).is == answer::no);
static_assert(prove<fits_in_registers<1, float>>(L<_4, Int<-1>>{}).is == answer::no);

//////////////////////////////////////////////////////////////////////// offsets_fit_32_bits

static_assert(proved<offsets_fit_32_bits, L<Int<(1LL << 31)>, _1>>);
static_assert(!proved<offsets_fit_32_bits, L<Shape<_2, _2>, Stride<_1, Int<(1LL << 31)>>>>);
static_assert(sentence(prove<offsets_fit_32_bits>(L<_2, Int<(1LL << 31)>>{})) ==
              "no: at offset 2147483648");
static_assert(proved<offsets_fit_32_bits, L<_2, Int<-(1LL << 31)>>>);

// The swizzle may move bits to where 32 bits end, and beyond.
template <int B, int M, int S, class Inner, std::int64_t Offset = 0>
using swizzled = ComposedLayout<Swizzle<B, M, S>, Int<Offset>, Inner>;
static_assert(proved<offsets_fit_32_bits, L<_2, Int<256>>>);
static_assert(sentence(prove<offsets_fit_32_bits>(swizzled<1, 8, -23, L<_2, Int<256>>>{})) ==
              "no: at offset 2147483904");
static_assert(proved<offsets_fit_32_bits, swizzled<1, 8, -22, L<_2, Int<256>>>>);
static_assert(proved<offsets_fit_32_bits, swizzled<1, 8, -23, L<_2, _128>>>);
// All bits of -1 are set, so bit 31 is flipped.
static_assert(sentence(prove<offsets_fit_32_bits>(swizzled<1, 31, 1, L<_1>, -1>{})) ==
              "no: at offset -2147483649");
static_assert(proved<offsets_fit_32_bits, swizzled<1, 30, 1, L<_1>, -1>>);
static_assert(proved<offsets_fit_32_bits, swizzled<2, 31, 2, L<Int<(1LL << 31)>>>>);
// A swizzle can bring an offset back, too.
static_assert(proved<offsets_fit_32_bits, swizzled<1, 31, 1, L<_1>, -(1LL << 31) - 1>>);
// Inside, where the ends are not it: an offset between two that fit.
static_assert(!proved<offsets_fit_32_bits, swizzled<1, 8, -23, L<_3, _256>>>);
static_assert(prove<offsets_fit_32_bits>(swizzled<1, 8, -23, L<Int<1 << 20>>>{}).is == answer::no);
static_assert(prove<offsets_fit_32_bits>(swizzled<1, 28, -3, L<Int<(1 << 20) + 8>, Int<1 << 10>>>{})
                  .is == answer::undecided);
static_assert(prove<offsets_fit_32_bits>(L<_3, Int<(1LL << 62)>>{}).is == answer::no);

//////////////////////////////////////////////////////////////////////// fits_register_file

static_assert(registers_at_launch(384) == 168 && registers_at_launch(512) == 128 &&
              registers_at_launch(256) == 255 && registers_at_launch(100) == 255);
// Registers are given to four warps at a time: 9 warps have those of 12. As ptxas 13.0 reports for
// kernels that would take more.
static_assert(registers_at_launch(288) == 168 && registers_at_launch(300) == 168 &&
              registers_at_launch(416) == 128 && registers_at_launch(544) == 96 &&
              registers_at_launch(640) == 96 && registers_at_launch(768) == 80 &&
              registers_at_launch(800) == 72 && registers_at_launch(896) == 72 &&
              registers_at_launch(1000) == 64 && registers_at_launch(1024) == 64);
static_assert(registers_at_launch(0) == 0 && registers_at_launch(-128) == 0 &&
              registers_at_launch(1025) == 0);
static_assert(proved<fits_register_file<384>, Shape<_24, Int<240>, Int<240>>>);
static_assert(proved<fits_register_file<384>, Shape<_40, Int<232>, Int<232>>>);
static_assert(proved<fits_register_file<384>, Shape<Int<240>, Int<240>>> == false);
static_assert(proved<fits_register_file<256>, Shape<Int<256>, Int<256>>>);
// The hang of 32 + 2 x 240 registers; its sentence is in pipeline/arrival_counts.cpp.
static_assert(sentence(prove<fits_register_file<384>>(Shape<_32, Int<240>, Int<240>>{})) ==
              "no: in registers (32,240,240), found 512, expected 504");
static_assert(sentence(prove<fits_register_file<384>>(Shape<Int<20>, Int<240>>{})) ==
              "no: found 20, expected 8, at least 24, at most 256");
static_assert(sentence<fits_register_file<384, 176>>(Shape<_24>{}) ==
              "a block of 384 threads with 176 registers each takes 67584, and an SM has 65536");
static_assert(proved<fits_register_file<384, 161>, Shape<_24, Int<240>, Int<240>>>);  // 168
static_assert(!proved<fits_register_file<384, 160>, Shape<_24, Int<240>, Int<240>>>);
// 8 and 256 registers are the least multiple beside the range, and its end.
static_assert(!proved<fits_register_file<256>, Shape<_16, Int<240>>> &&
              !proved<fits_register_file<256>, Shape<_24, Int<264>>> &&
              !proved<fits_register_file<256>, Shape<_24, Int<-24>>> &&
              !proved<fits_register_file<256>, Shape<_0, Int<256>>> &&
              proved<fits_register_file<256>, Shape<_24, Int<256>>>);
// Blocks that are no whole warpgroups: two of 9 warps change their registers, those of 168 a
// thread.
static_assert(proved<fits_register_file<288>, Shape<Int<96>, Int<240>>>);
static_assert(
    sentence<fits_register_file<288>>(Shape<Int<104>, Int<240>>{}) ==
    "setmaxnreg: (104,240) registers a thread are 344 in all, and the warpgroups have 336, "
    "168 each at launch: an increase waits for ever. (96,240) would do.");
static_assert(
    sentence<fits_register_file<288, 200>>(Shape<Int<104>>{}) ==
    "a block of 288 threads has the registers of 384, whole groups of four warps: with 200 "
    "each it takes 76800, and an SM has 65536");
// No more warpgroups than the block has.
static_assert(sentence<fits_register_file<128>>(Shape<_24, Int<240>>{}) ==
              "setmaxnreg: 2 warpgroups change their registers, and a block of 128 threads has 1");
static_assert(!proved<fits_register_file<96>, Shape<_24>> &&
              proved<fits_register_file<128>, Shape<_24>>);
// No block, and no thread, that there is not.
static_assert(sentence<fits_register_file<1152>>(Shape<_24>{}) ==
              "a block of 1152 threads: it has 1 to 1024");
static_assert(proved<fits_register_file<1024>, Shape<_24, Int<104>>> &&
              !proved<fits_register_file<1025>, Shape<_24>> &&
              !proved<fits_register_file<-128>, Shape<_24>> &&
              !proved<fits_register_file<100000>, Shape<_24>>);
static_assert(sentence<fits_register_file<128, 256>>(Shape<_24>{}) ==
              "a thread is launched with 1 to 255 registers, and 256 are stated");
static_assert(!proved<fits_register_file<128, 0>, Shape<_24>> &&
              !proved<fits_register_file<128, -8>, Shape<_24>>);

}  // namespace
