// SPDX-License-Identifier: BSL-1.0
//
// What the tests of kernels on a GPU share: memory with guard zones, random data, error bounds, and
// a line of report a kernel.
#pragma once

#include <doctest/doctest.h>

#include <cuda_runtime_api.h>

#include <tileproof/atom/numeric.hpp>
#include <tileproof/kernel/status.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// A failure on the way of its expression.
template <>
struct doctest::StringMaker<tileproof::status> {
  static doctest::String convert(tileproof::status s) { return tileproof::to_string(s); }
};

namespace harness {

inline void require_success(cudaError_t e, char const* what) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

// A stream that no other work waits for.
class stream {
 public:
  stream() {
    require_success(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking), "cudaStreamCreate");
  }
  ~stream() { cudaStreamDestroy(s_); }
  stream(stream const&) = delete;
  stream& operator=(stream const&) = delete;

  operator cudaStream_t() const { return s_; }
  // A kernel that has failed is reported here.
  void wait() const { require_success(cudaStreamSynchronize(s_), "the kernel"); }

 private:
  cudaStream_t s_ = nullptr;
};

// Elements that nobody has written: in floating-point formats, a NaN.
template <class T>
T poison() {
  T t;
  std::memset(static_cast<void*>(&t), 0xff, sizeof(T));
  return t;
}
template <class T>
bool same_bits(T const& a, T const& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Host elements on the GPU, from a multiple of 256 bytes on.
template <class T>
class device_memory {
 public:
  explicit device_memory(std::vector<T> const& elements, std::size_t guard = 0)
      : size_(elements.size()), guard_(guard) {
    if (size_ + guard_ == 0) return;
    require_success(cudaMalloc(&memory_, bytes()), "cudaMalloc");
    std::vector<unsigned char> all(bytes(), guard_byte);
    std::memcpy(all.data() + guard_, elements.data(), size_ * sizeof(T));
    require_success(cudaMemcpy(memory_, all.data(), all.size(), cudaMemcpyHostToDevice), "upload");
    // The copy may still be on its way, and a stream of ours does not wait for it.
    require_success(cudaDeviceSynchronize(), "upload");
  }
  ~device_memory() { cudaFree(memory_); }
  device_memory(device_memory const&) = delete;
  device_memory& operator=(device_memory const&) = delete;

  T* data() const { return reinterpret_cast<T*>(memory_ + guard_); }

  // What is there now. `guards_hold` says whether the zones around it are as they were.
  std::vector<T> download() {
    std::vector<unsigned char> all(bytes());
    std::vector<T> elements(size_);
    if (all.empty()) return elements;
    require_success(cudaMemcpy(all.data(), memory_, all.size(), cudaMemcpyDeviceToHost),
                    "download");
    std::memcpy(static_cast<void*>(elements.data()), all.data() + guard_, size_ * sizeof(T));
    for (std::size_t i = 0; i < guard_; ++i)
      guards_hold = guards_hold && all[i] == guard_byte && all[all.size() - 1 - i] == guard_byte;
    return elements;
  }
  bool guards_hold = true;

 private:
  static constexpr unsigned char guard_byte = 0x5a;
  std::size_t size_;
  std::size_t guard_;  // bytes before and behind
  unsigned char* memory_ = nullptr;

  std::size_t bytes() const { return size_ * sizeof(T) + 2 * guard_; }
};

// What a kernel reads ends where it ends, so that memcheck sees what goes beyond; what it writes
// lies between guard zones.
template <class T>
device_memory<T> input(std::vector<T> const& elements) {
  return device_memory<T>(elements);
}
template <class T>
device_memory<T> output(std::vector<T> const& elements) {
  return device_memory<T>(elements, 64 * 1024);
}

// Uniform in [-1,1], integers all that there are; the same ones every time.
template <class T>
std::vector<T> random_elements(std::size_t n, unsigned seed = 1) {
  std::mt19937_64 bits(seed);
  std::vector<T> r(n);
  for (T& x : r) {
    if constexpr (std::is_integral_v<T>)
      x = static_cast<T>(bits());
    else
      x = static_cast<T>(std::uniform_real_distribution<float>(-1, 1)(bits));
  }
  return r;
}

// Half the distance from 1 to the next number of the format; 0 for integers.
template <class T>
double unit_roundoff() {
  if constexpr (std::is_integral_v<T>) {
    return 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
  } else {
    float e = 1;
    while (static_cast<float>(static_cast<T>(1 + e / 2)) == 1 + e / 2) e /= 2;
    return e / 2;
  }
}

// The error of `terms` multiply-adds in format T whose absolute values sum up to `magnitude`
// (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1), and of the result's
// conversion to Out. A matrix instruction may truncate instead of rounding: `unit` is 2 there.
template <class T, class Out>
double error_bound(std::int64_t terms, double magnitude, double result, double unit = 1) {
  double const ku = static_cast<double>(terms) * unit * unit_roundoff<T>();
  REQUIRE(ku < 1);
  double const sum = ku / (1 - ku) * magnitude;
  double const smallest = std::is_same_v<Out, tileproof::half_t> ? 0x1p-25 : 0;  // subnormal
  return sum + unit_roundoff<Out>() * (std::fabs(result) + sum) + smallest;
}

// One kernel on all its sizes: what it has computed against what it should have.
class kernel_report {
 public:
  explicit kernel_report(std::string name) : name_(std::move(name)) {}
  ~kernel_report() {
    cudaDeviceProp gpu{};
    cudaGetDeviceProperties(&gpu, 0);
    std::printf("%-36s %4d sizes, %lld elements, largest error %.3g of its bound, %lld wrong; %s\n",
                name_.c_str(), sizes_, static_cast<long long>(elements_), worst_,
                static_cast<long long>(wrong_), gpu.name);
  }
  kernel_report(kernel_report const&) = delete;
  kernel_report& operator=(kernel_report const&) = delete;

  // Bit by bit.
  template <class T>
  void check_equal(std::string const& size, std::vector<T> const& found,
                   std::vector<T> const& expected) {
    REQUIRE(found.size() == expected.size());
    check(size, found, [&](std::size_t i) { return same_bits(found[i], expected[i]) ? 0. : 2.; });
  }
  // error_over_bound(i), of element i of `found`, is at most 1; a NaN is wrong.
  template <class T, class F>
  void check(std::string const& size, std::vector<T> const& found, F const& error_over_bound) {
    ++sizes_;
    elements_ += static_cast<std::int64_t>(found.size());
    std::int64_t wrong = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      double const e = error_over_bound(i);
      if (e <= 1) {
        worst_ = e > worst_ ? e : worst_;
      } else if (wrong++ == 0) {
        first = i;
      }
    }
    wrong_ += wrong;
    INFO(name_ << ", " << size << ": the first of them is element " << first);
    CHECK(wrong == 0);
  }

 private:
  std::string name_;
  int sizes_ = 0;
  std::int64_t elements_ = 0;
  std::int64_t wrong_ = 0;
  double worst_ = 0;
};

}  // namespace harness
