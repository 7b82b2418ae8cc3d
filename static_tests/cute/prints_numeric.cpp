// SPDX-License-Identifier: BSL-1.0
//
// Numbers, arrays, integers, traits and tuples, as they print.
// prints_numeric.txt is what NVIDIA's CuTe 4.2 prints for the same program, with <cute/tensor.hpp>
// in place of <tileproof/cute.hpp>.
#include <tileproof/cute.hpp>

#include <cstdio>

using namespace cute;

#define P(...)                     \
  do {                             \
    printf("%s = ", #__VA_ARGS__); \
    print(__VA_ARGS__);            \
    printf("\n");                  \
  } while (0)

int main() {
  array_subbyte<int4b_t, 16> a;
  for (int i = 0; i < 16; ++i) a[i] = int4b_t(i - 8);
  int s = 0;
  for (int i = 0; i < 16; ++i) s += int(int4b_t(a[i])) * i;
  P(s);
  P(sizeof(a));
  P(a.size());
  Tensor t = make_tensor(subbyte_iterator<int4b_t>(a.begin()), Layout<Shape<_4, _4>>{});
  print_tensor(t);
  P(t.layout());
  P(int(int4b_t(t(3, 2))));
  Tensor r = make_tensor<uint4b_t>(Shape<_8>{});
  for (int i = 0; i < 8; ++i) r(i) = uint4b_t(i * 2);
  P(int(uint4b_t(r(5))));
  P(recast<cute::uint8_t>(r).layout());
  P(int(recast<cute::uint8_t>(r)(1)));
  half_t h = half_t(1.5f) + half_t(2.25f) * half_t(3.f);
  P(float(h));
  P(float(bfloat16_t(3.14159f)));
  P(float(float_e4m3_t(17.3f)));
  P(float(float_e5m2_t(-0.3f)));
  P(float(tfloat32_t(1.00048828125f)));
  P(int(h.raw()));
  P(float(half_t::bitcast(0x3c00)));
  P(float(-h));
  P(h < half_t(9.f));
  P(float(std::abs(float(h))));
  complex<float> c(1, 2), d(3, -1);
  auto e = c * d;
  P(e.real());
  P(e.imag());
  P(real(conj(e)));
  P(imag(conj(e)));
  P(is_same<uint_bit_t<32>, cute::uint32_t>::value);
  P(sizeof_bits<int4b_t>::value);
  P(sizeof_bits_v<half_t>);
  P(sizeof_bits<float>::value);
  P(is_static<_4>::value);
  P(is_static<Layout<_4>>::value);
  P(is_static<int>::value);
  P(is_integral<_4>::value);
  P(is_constant<4, _4>::value);
  P(cute::is_layout<Layout<_4>>::value);
  P(is_tensor<int>::value);
  P(is_tuple<Shape<_4>>::value);
  P(rank_v<Shape<_4, _3>>);
  P(cosize_v<Layout<_4, _3>>);
  P(tuple_size<Shape<_4, _3>>::value);
  P(_4{} + _3{});
  P(_4{} * 3);
  P(_4{} < _3{});
  P(-_4{});
  P(_7{} / _2{});
  P(_7{} % _4{});
  P(_6{} & _3{});
  P(_1{} << _3{});
  P(cute::max(_3{}, _7{}));
  P(cute::min(3, _7{}));
  P(ceil_div(7, _2{}));
  P(Int<-3>{});
  P(cute::abs(Int<-3>{}));
  P(bit_width(9u));
  P(log_2(32u));
  P(popcount(7u));
  P(has_single_bit(8u));
  P(shiftl(1u, 3));
  P(cute::gcd(12, 18));
  P(lcm(_4{}, _6{}));
  P(is_byte_aligned<16>((void*)64));
  P(conditional_return<true>(_1{}, 2));
  P(cute::signum(-5));
  P(_3{} == _3{});
  P(_3{} != 4);
  P(!_0{});
  P(true_type{});
  P(32_c);
  cute::uint128_t u{};
  P(sizeof(u));
  array<int, 3> ar{{5, 6, 7}};
  P(ar[1]);
  P(ar.back());
  P(cute::get<0>(ar));
  P(tuple_size<array<int, 3>>::value);
  auto [x, y] = make_tuple(3, _4{});
  P(x);
  P(y);
  P(get<1>(make_tuple(1, make_tuple(2, 3))));
  P((get<1, 0>(make_tuple(1, make_tuple(2, 3)))));
  P(make_tuple(1, 2) == make_tuple(_1{}, _2{}));
  P(make_tuple(1, 2) == make_tuple(1, 3));
  P(make_stride(_1{}, 5));
  P(is_congruent<Shape<_2, _3>, Shape<_4, int>>::value);
  P(depth(make_tuple(1, make_tuple(2))));
  P(product(make_tuple(2, make_tuple(3, _4{}))));
  P(size(make_tuple(2, make_tuple(3, _4{}))));
  P(sum(make_tuple(2, make_tuple(3, _4{}))));
  P(make_int_tuple<3>(ar, 2, 9));
  P(filter_zeros(make_stride(_0{}, _2{}), make_shape(4, 5)));
}
