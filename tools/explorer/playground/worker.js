// SPDX-License-Identifier: BSL-1.0
//
// The worker: evaluates, so that the page stays free, and sorts a picture into tiles.
'use strict';
const TILE = 256;  // pixels
let module, imports, exports;

// The module asks nothing of its host: any function of WASI answers that it is not there (ENOSYS).
async function instantiate() {
  ({exports} = await WebAssembly.instantiate(module, imports));
  exports._initialize?.();
}

function textAt(from) {
  const memory = new Uint8Array(exports.memory.buffer);
  return new TextDecoder().decode(memory.subarray(from, memory.indexOf(0, from)));
}

// options: lines "tile=(_16,_8)".
async function run(command, options, lines) {
  const text = new TextEncoder().encode([command, options, lines].join('\x1f') + '\0');
  try {
    const at = exports.allocate(text.length);
    new Uint8Array(exports.memory.buffer).set(text, at);
    const answer = textAt(exports.run(at));
    const bar = answer.lastIndexOf('\x1f');
    return {status: Number(answer[0]), out: answer.slice(1, bar), err: answer.slice(bar + 1)};
  } catch (error) {  // the module stopped: out of memory, or of stack
    await instantiate();
    return {status: 2, out: '', err: `error: the evaluator stopped: ${error.message}\n`};
  }
}

// An SVG of the explorer, which has one element or cell a line: for each tile the positions of the
// lines that are drawn in it, in order, and of the <g> that each stands in.
function tiled(svg) {
  const size = /width="(\d+)" height="(\d+)" viewBox="(-?\d+) (-?\d+)/.exec(svg).slice(1).map(Number);
  const [width, height, left, top] = size;
  const columns = Math.ceil(width / TILE), rows = Math.ceil(height / TILE);
  const tiles = Array.from({length: columns * rows}, () => ({of: [], group: -1}));
  const text = /<text x="(-?\d+)" y="(-?\d+)"[^>]*>([^<]*)/y;
  const path = /<path d="M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)"/y;
  const first = (low) => Math.max(0, Math.floor((low - 5) / TILE));
  const last = (high, count) => Math.min(count - 1, Math.floor((high + 5) / TILE));
  const at = (expression, from) => (expression.lastIndex = from, expression.exec(svg));
  let place = 0;
  const number = (skipped) => {  // the integer after so many characters; a regular expression is slower
    let n = 0, digit = svg.charCodeAt(place += skipped);
    const isNegative = digit === 45;
    if (isNegative) digit = svg.charCodeAt(++place);
    for (; digit >= 48 && digit < 58; digit = svg.charCodeAt(++place)) n = 10 * n + digit - 48;
    return isNegative ? -n : n;
  };
  let group = -1, title = '';
  const cells = [];  // those with a text where the pointer rests
  for (let from = svg.indexOf('\n') + 1, end; (end = svg.indexOf('\n', from)) > 0; from = end + 1) {
    let m, x0, y0, x1, y1;
    if (svg.startsWith('<rect x="', from)) {
      place = from;
      x0 = number('<rect x="'.length);
      y0 = number('" y="'.length);
      x1 = x0 + number('" width="'.length);
      y1 = y0 + number('" height="'.length);
      if (svg.startsWith('<title>', svg.indexOf('>', place) + 1))
        cells.push([x0, y0, x1, y1, /<title>([^<]*)/.exec(svg.slice(from, end))[1]]);
    } else if ((m = at(text, from))) {  // wherever it is anchored
      const half = m[3].length * 8;
      [x0, y0, x1, y1] = [m[1] - half, m[2] - 14, +m[1] + half, +m[2] + 5];
    } else if ((m = at(path, from))) {
      [x0, x1] = [m[1], m[3]].map(Number).sort((a, b) => a - b);
      [y0, y1] = [m[2], m[4]].map(Number).sort((a, b) => a - b);
    } else {
      if (svg.startsWith('<title>', from)) title = svg.slice(from + 7, svg.indexOf('<', from + 7));
      if (svg.startsWith('<g', from)) group = from;
      if (svg.startsWith('</g', from)) group = -1;
      continue;
    }
    const bottom = last(y1 - top, rows), right = last(x1 - left, columns);
    for (let r = first(y0 - top); r <= bottom; ++r)
      for (let c = first(x0 - left); c <= right; ++c) {
        const tile = tiles[r * columns + c];
        if (tile.group !== group) tile.of.push(-1, tile.group = group);
        tile.of.push(from);
      }
  }
  return {svg, title, width, height, left, top, columns, cells, tile: TILE,
          tiles: tiles.map((t) => Int32Array.from(t.of))};
}

onmessage = async ({data}) => {
  if (data.module) {
    module = data.module;
    imports = {};
    for (const i of WebAssembly.Module.imports(module))
      (imports[i.module] ||= {})[i.name] = () => 52;
    await instantiate();
    return postMessage({words: JSON.parse(textAt(exports.words()))});
  }
  const {id, command, options, lines} = data;
  const answer = await run(command, options, lines);
  let svg = '';
  if (answer.out.startsWith('<svg')) [svg, answer.out] = [answer.out, ''];
  postMessage({id, answer, drawn: svg !== ''});
  if (command === 'eval' && answer.status === 0) {  // the last line, where it can be drawn
    const all = lines.split('\n');
    const last = all.findLastIndex((line) => line.trim() && line[0] !== '#');
    const read = options.split('\n').filter((line) => line.startsWith('run-time')).join('\n');
    const drawn = await run('draw', read, all.filter((line, i) => /^\s*let\s/.test(line) || i === last)
        .join('\n'));
    if (drawn.status === 0) svg = drawn.out;
  }
  postMessage({id, picture: svg && tiled(svg)});
};
