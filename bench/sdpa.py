#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Attention beside PyTorch's scaled_dot_product_attention with cuDNN, and beside FlashAttention-3
where it is installed (as flash_attn_interface, or pip install fa3-fwd), else FlashAttention-2: in
turns with it the others would have a higher clock, since it draws less power.

usage: sdpa.py LIBRARY [--also LIBRARY] [--output FOLDER] [--tokens N] [--samples N] [--seconds S]
               [--scores SCALE] [--match REGEX]

16 heads, `tokens` tokens, random data. Contenders take turns on one GPU, in another order each
time; the ratio is the median of the ratios within a sample. The first head of the kernel's output
is compared with a result in f32. Exit status: 77 (skipped) without PyTorch or a GPU of compute
capability 9.0, 1 where an element is wrong.

These kernels draw as much power as the GPU may, which then lowers its clock. A turn takes about a
millisecond, or one call where that takes longer: contenders run at one clock, whichever the GPU has
then. With --seconds a turn takes S seconds and its second half is timed: each at its own clock. The
files are then sdpa_own_clock.txt and .json. With --scores, Q is so many times larger, so that the
maxima grow more often.
"""

import argparse
import ctypes
import datetime
import importlib
import json
import math
import pathlib
import random
import re
import statistics
import sys

HEADS = 16
KERNELS = ('wgmma f16', 'wgmma bf16', 'wgmma e4m3', 'wgmma 192 keys e4m3', 'mma f16', 'mma bf16')
LENGTHS = (1000, 1024, 2048, 3333, 4096, 8192, 16384)


class Problem(ctypes.Structure):
    _fields_ = ([(name, ctypes.c_int) for name in ('batch', 'length_q', 'length_k', 'heads',
                                                   'heads_kv', 'depth', 'causal')]
                + [('scale', ctypes.c_float)]
                + [(name, ctypes.c_void_p) for name in ('q', 'k', 'v', 'o', 'stream')])


def rivals(torch, q, k, v, causal):
    """Of PyTorch's backends those that take the problem, and FlashAttention-3, by name."""
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.nn.functional import scaled_dot_product_attention
    heads_first = [t.transpose(1, 2) for t in (q, k, v)]
    found = {}
    for module in ('flash_attn_interface', 'fa3_fwd_interface'):
        try:
            attention = importlib.import_module(module).flash_attn_func
        except ModuleNotFoundError:
            continue
        found['FA3'] = lambda: attention(q, k, v, causal=causal)
    backends = {'cuDNN': SDPBackend.CUDNN_ATTENTION}
    if not found:
        backends['flash'] = SDPBackend.FLASH_ATTENTION
    for name, backend in backends.items():
        def run(backend=backend):
            with sdpa_kernel(backend):
                return scaled_dot_product_attention(*heads_first, is_causal=causal)
        try:
            run()
            found[name] = run
        except RuntimeError:
            pass
    return found


def wrong_elements(torch, out, q, k, v, causal, unit):
    """Elements of a batch's first head that differ from a result in f32, rows a block at a time."""
    wrong = 0
    q, k, v, out = (t[0, :, 0].float() for t in (q, k, v, out))
    n = q.shape[0]
    for first in range(0, n, 1024):
        s = q[first:first + 1024] @ k.T / math.sqrt(q.shape[1])
        if causal:
            rows = torch.arange(first, min(first + 1024, n), device='cuda')
            s.masked_fill_(torch.arange(n, device='cuda')[None] > rows[:, None], -math.inf)
        p = torch.softmax(s, -1)
        bound = 3 * unit * (p @ v.abs() + 2 ** -10)
        wrong += int((~((out[first:first + 1024] - p @ v).abs() <= bound)).sum())
    return wrong


def measure(torch, library, others, kernel, depth, causal, length, options):
    element = kernel.split()[-1]
    batch = max(1, options.tokens // length)
    kind = {'f16': torch.float16, 'bf16': torch.bfloat16, 'e4m3': torch.float16}[element]
    q, k, v = (torch.randn(batch, length, HEADS, depth, device='cuda', dtype=kind) for _ in range(3))
    q *= options.scores
    outs, kept = {}, []

    def ours(kernel, library=library):
        if kernel.endswith('e4m3'):
            data = [t.to(torch.float8_e4m3fn) for t in (q, k, v)]
            o = torch.empty_like(q, dtype=torch.bfloat16)
        else:
            data, o = [q, k, v], torch.empty_like(q)
        outs.setdefault(kernel, o)
        kept.append((data, o))  # while a turn of it may come
        p = Problem(batch, length, length, HEADS, HEADS, depth, causal, 1 / math.sqrt(depth),
                    *(t.data_ptr() for t in data), o.data_ptr(),
                    torch.cuda.current_stream().cuda_stream)

        def run():
            status = library.tileproof_attention(kernel.encode(), ctypes.byref(p))
            if status != 0:
                raise RuntimeError(f'tileproof_attention: status {status}')
        return run

    contenders = {'tileproof': ours(kernel)}
    if element == 'e4m3':
        contenders['f16'] = ours('wgmma f16')
    for name, library_there in others.items():
        contenders[name] = ours(kernel, library_there)
    contenders |= rivals(torch, q, k, v, causal) if element != 'e4m3' else {}
    for run in contenders.values():
        for _ in range(3):
            run()
    torch.cuda.synchronize()
    unit = {'f16': 2 ** -11, 'bf16': 2 ** -8, 'e4m3': 2 ** -4}[element]
    exact = [t.to(torch.float8_e4m3fn).float() for t in (q, k, v)] if element == 'e4m3' else [q, k, v]
    wrong = wrong_elements(torch, outs[kernel], *exact, causal, unit)
    flops = 4 * batch * HEADS * length * length * depth / (2 if causal else 1)

    def timed(name, warm_up, repeat):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        for _ in range(warm_up):
            contenders[name]()
        begin.record()
        for _ in range(repeat):
            contenders[name]()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) / 1e3 / repeat

    few = max(1, round(4e11 / flops))
    turn = {name: (1, few) for name in contenders}
    if options.seconds:
        for name in contenders:
            half = max(1, round(options.seconds / 2 / timed(name, *turn[name])))
            turn[name] = (half, half)
    seconds = {name: [] for name in contenders}
    names = list(contenders)
    for _ in range(options.samples):
        random.shuffle(names)
        for name in names:
            seconds[name].append(timed(name, *turn[name]))
    result = {'kernel': kernel, 'depth': depth, 'mask': 'causal' if causal else 'full',
              'length': length, 'batch': batch, 'wrong': wrong,
              'tflops': {n: flops / statistics.median(s) / 1e12 for n, s in seconds.items()},
              'ratio': {n: statistics.median(a / b for a, b in zip(seconds[n], seconds['tileproof']))
                        for n in contenders if n != 'tileproof'}}
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('library')
    parser.add_argument('--also', action='append', default=[],
                        help='another build of the library, to compare two versions')
    parser.add_argument('--output', type=pathlib.Path)
    parser.add_argument('--tokens', type=int, default=16384)
    parser.add_argument('--samples', type=int, default=15)
    parser.add_argument('--seconds', type=float, default=0)
    parser.add_argument('--scores', type=float, default=1)
    parser.add_argument('--match', default='')
    parser.add_argument('--commit', default='')
    options = parser.parse_args()
    try:
        import torch
    except ImportError:
        print('skipped: no PyTorch')
        return 77
    if not torch.cuda.is_available() or torch.cuda.get_device_capability() != (9, 0):
        print('skipped: no GPU of compute capability 9.0')
        return 77
    library = ctypes.CDLL(str(pathlib.Path(options.library).resolve()))
    others = {pathlib.Path(p).stem: ctypes.CDLL(str(pathlib.Path(p).resolve())) for p in options.also}
    lines = [f'command: {" ".join(sys.argv)}',
             f'device: {torch.cuda.get_device_name()}, PyTorch {torch.__version__}, cuDNN '
             f'{torch.backends.cudnn.version()}',
             f'date: {datetime.date.today()}' + (f', commit: {options.commit}' if options.commit else ''),
             f'TFLOP/s, and the throughput over each rival\'s; {HEADS} heads, {options.tokens} tokens; '
             + (f'turns of {options.seconds} s, each at its own clock' if options.seconds
                else 'turns of about 1 ms, at one clock')]
    print(*lines, sep='\n', flush=True)
    results = []
    for kernel in KERNELS:
        for depth in (64, 128, 256):
            for causal in (False, True):
                for length in LENGTHS:
                    name = f'{kernel} {depth} {"causal" if causal else "full"} {length}'
                    if not re.search(options.match, name) or ('192' in kernel and depth != 128):
                        continue
                    r = measure(torch, library, others, kernel, depth, causal, length, options)
                    results.append(r)
                    line = (f'{name:36} {r["tflops"]["tileproof"]:7.1f}  '
                            + '  '.join(f'{n} {r["ratio"][n]:5.3f}' for n in r['ratio'])
                            + (f'  {r["wrong"]} WRONG' if r['wrong'] else ''))
                    lines.append(line)
                    print(line, flush=True)
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
        stem = 'sdpa_own_clock' if options.seconds else 'sdpa'
        (options.output / f'{stem}.txt').write_text('\n'.join(lines) + '\n')
        (options.output / f'{stem}.json').write_text(json.dumps({'about': lines[:4], 'results': results},
                                                             indent=1) + '\n')
    return 1 if any(r['wrong'] for r in results) else 0


if __name__ == '__main__':
    sys.exit(main())
