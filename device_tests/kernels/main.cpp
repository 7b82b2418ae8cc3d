// SPDX-License-Identifier: BSL-1.0
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cuda_runtime_api.h>

#include "../gpu.hpp"

int main(int argc, char** argv) {
  if (compute_capability() == 0) return skipped;
  return doctest::Context(argc, argv).run();
}
