#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles torch_linear.cu as a PyTorch extension and compares linear(x, w) with x @ w.T.

Needs PyTorch for CUDA 13, nvcc 13, ninja, the headers of Boost, and a GPU of sm_80 or newer.
PyTorch's headers take two to three minutes to compile; the result is cached.

usage: torch_linear.py

prints:
  (300,128) x (200,128): the largest difference is 0.0
  a slice of (300,256) x (200,128): the largest difference is 0.0
  k = 100: linear: a leading dimension, in bytes, is not a multiple of the kernel's access width
"""
import pathlib
import sys

import torch
from torch.utils.cpp_extension import load


def main():
    if not torch.cuda.is_available():
        print("skipped: no GPU")
        return 77
    here = pathlib.Path(__file__).resolve().parent
    extension = load(
        name="tileproof_linear",
        sources=[str(here / "torch_linear.cu")],
        extra_include_paths=[str(here.parent / "include")],
        extra_cuda_cflags=["-std=c++20", "-O3"])

    def numbers(*shape):  # small integers, so that every sum is exact
        return torch.randint(-3, 4, shape, device="cuda").half()

    wrong = 0
    wide = numbers(300, 256)
    for name, x in (("(300,128)", numbers(300, 128)), ("a slice of (300,256)", wide[:, 64:192])):
        w = numbers(200, 128)
        difference = (extension.linear(x, w) - x @ w.T).abs().max().item()
        print(f"{name} x (200,128): the largest difference is {difference}")
        wrong += difference != 0
    try:
        extension.linear(numbers(300, 100), numbers(200, 100))
        wrong += 1
    except RuntimeError as refusal:
        print("k = 100:", str(refusal).splitlines()[0])
    return int(wrong != 0)


if __name__ == "__main__":
    sys.exit(main())
