// SPDX-License-Identifier: BSL-1.0
//
// The machine of an audit: a GPU. The accesses are those that its threads have made.
#pragma once

#include "harness.hpp"

#include "../recording.hpp"

namespace {

struct machine {
  static std::string name() {
    cudaDeviceProp gpu{};
    cudaGetDeviceProperties(&gpu, 0);
    return gpu.name;
  }

  template <class T>
  class tensor {
   public:
    tensor(int number, std::int64_t n)
        : elements_(std::vector<T>(static_cast<std::size_t>(n))), number_(number) {}

    // A launch says where to write the records.
    recording::ptr<T*> data() const { return {elements_.data(), region()}; }
    recording::ptr<T const*> input() const { return {elements_.data(), region()}; }

   private:
    harness::device_memory<T> elements_;
    int number_;

    recording::region region() const {
      return {machine::records(), reinterpret_cast<unsigned char const*>(elements_.data()), number_,
              recording::size_log_of<T>};
    }
  };

  template <class Kernel, class Arguments>
  static std::vector<audit::access> run(audit::grid const& g, Arguments const& args) {
    recording::log const to = records();
    harness::require_success(cudaMemset(to.made, 0, sizeof(*to.made)), "the count of records");
    harness::require_success(cudaDeviceSynchronize(), "the count of records");
    auto const kernel = recording::run_recorded<Kernel, Arguments>;
    constexpr int bytes = static_cast<int>(Kernel::shared::bytes);
    harness::require_success(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
        "shared memory");
    kernel<<<dim3(static_cast<unsigned>(g.x), static_cast<unsigned>(g.y)), Kernel::threads,
             bytes>>>(args, to);
    harness::require_success(cudaGetLastError(), "the launch");
    harness::require_success(cudaDeviceSynchronize(), "the kernel");
    unsigned long long made = 0;
    harness::require_success(cudaMemcpy(&made, to.made, sizeof(made), cudaMemcpyDeviceToHost),
                             "the count of records");
    REQUIRE(made <= to.room);
    std::vector<audit::access> accesses(static_cast<std::size_t>(made));
    harness::require_success(
        cudaMemcpy(accesses.data(), to.entries, accesses.size() * sizeof(audit::access),
                   cudaMemcpyDeviceToHost),
        "the records");
    return accesses;
  }

  // Room for the accesses of any launch here, kept to the end.
  static recording::log records() {
    static recording::log const all = [] {
      recording::log l{nullptr, nullptr, 8'000'000};
      harness::require_success(cudaMalloc(&l.entries, l.room * sizeof(audit::access)), "records");
      harness::require_success(cudaMalloc(&l.made, sizeof(*l.made)), "records");
      return l;
    }();
    return all;
  }
};

}  // namespace
