// SPDX-License-Identifier: BSL-1.0
//
// Shows a picture that scrolls and zooms: tiles of canvas, each drawn when it comes into view. A
// browser takes seconds for the 131,072 elements of a large SVG; the tiles in view have 2,000.
'use strict';

class Picture {
  constructor(box) {
    this.box = box;
    this.scale = 1;
    this.canvases = new Map();  // those in view, by tile
    this.spare = [];  // to be used again: a new one is slow at its first text
    box.onscroll = () => this.fill();
    new ResizeObserver(() => this.fill()).observe(box);
    box.addEventListener('wheel', (e) => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      this.zoom(this.scale * (e.deltaY < 0 ? 1.2 : 1 / 1.2), e.clientX, e.clientY);
    }, {passive: false});
    const apart = ([p, q]) => Math.hypot(p.clientX - q.clientX, p.clientY - q.clientY);
    let scale = 1, start = 1;  // of two fingers
    box.addEventListener('touchstart', ({touches}) => {
      if (touches.length === 2) scale = this.scale, start = apart(touches);
    }, {passive: true});
    box.addEventListener('touchmove', (e) => {
      const [p, q] = e.touches;
      if (e.touches.length !== 2) return;
      e.preventDefault();
      this.zoom(scale * apart(e.touches) / start, (p.clientX + q.clientX) / 2, (p.clientY + q.clientY) / 2);
    }, {passive: false});
    box.addEventListener('keydown', (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === '+') this.zoom(this.scale * 1.25);
      else if (e.key === '-') this.zoom(this.scale / 1.25);
      else if (e.key === '0') this.zoom(1);
    });
    box.addEventListener('pointermove', (e) => this.name(e));
  }

  // A picture of the worker. One of the same size keeps its place.
  show(of) {
    this.of = of;
    this.relay();
  }
  clear() {
    this.of = null;
    this.box.textContent = '';
  }

  // (x,y) of the window stays where it is; else the middle of the box.
  zoom(scale, x, y) {
    if (!this.of) return;
    const frame = this.box.getBoundingClientRect();
    const dx = (x ?? frame.left + frame.width / 2) - frame.left;
    const dy = (y ?? frame.top + frame.height / 2) - frame.top;
    const before = this.scale, left = this.box.scrollLeft, top = this.box.scrollTop;
    // Tiles have whole numbers of pixels.
    this.scale = Math.floor(Math.min(4, Math.max(1 / 16, scale)) * this.of.tile) / this.of.tile;
    this.relay();
    this.box.scrollLeft = (left + dx) * this.scale / before - dx;
    this.box.scrollTop = (top + dy) * this.scale / before - dy;
    this.fill();
  }
  fit() {
    if (this.of)
      this.zoom(Math.min(1, this.box.clientWidth / this.of.width, this.box.clientHeight / this.of.height));
  }

  relay() {
    const {of, box} = this;
    const paper = document.createElement('div');
    paper.id = 'paper';
    paper.setAttribute('role', 'img');
    paper.setAttribute('aria-label', unescaped(of.title));
    paper.style.width = `${of.width * this.scale}px`;
    paper.style.height = `${of.height * this.scale}px`;
    this.spare = [...this.canvases.values()];
    this.canvases.clear();
    const [left, top] = [box.scrollLeft, box.scrollTop];
    this.paper = paper;
    box.replaceChildren(paper);
    [box.scrollLeft, box.scrollTop] = [left, top];
    this.fill();
  }

  // Draws the tiles in view, for at most 60 ms a frame, and forgets those far from it.
  fill() {
    if (!this.of) return;
    const {box, of, canvases} = this;
    const side = of.tile * this.scale, end = performance.now() + 60;
    const c0 = Math.floor(box.scrollLeft / side), r0 = Math.floor(box.scrollTop / side);
    const c1 = Math.min(of.columns - 1, Math.floor((box.scrollLeft + box.clientWidth) / side));
    const r1 = Math.min(of.tiles.length / of.columns - 1, Math.floor((box.scrollTop + box.clientHeight) / side));
    for (const [key, canvas] of canvases) {
      const c = key % of.columns, r = Math.floor(key / of.columns);
      if (c < c0 - 4 || c > c1 + 4 || r < r0 - 4 || r > r1 + 4) canvas.remove(), canvases.delete(key), this.spare.push(canvas);
    }
    for (let r = r0; r <= r1; ++r)
      for (let c = c0; c <= c1; ++c) {
        if (canvases.has(r * of.columns + c)) continue;
        if (performance.now() > end) return void requestAnimationFrame(() => this.fill());
        canvases.set(r * of.columns + c, this.draw(c, r, side));
      }
    box.dataset.filled = 'yes';
  }
  draw(c, r, side) {
    const {of, scale} = this, dots = Math.ceil(side * devicePixelRatio);
    const width = Math.min(side, of.width * scale - c * side);
    const height = Math.min(side, of.height * scale - r * side);
    const w = Math.ceil(dots * width / side), h = Math.ceil(dots * height / side);
    const used = this.spare.findIndex((canvas) => canvas.width === w && canvas.height === h);
    const canvas = used < 0 ? document.createElement('canvas') : this.spare.splice(used, 1)[0];
    if (used < 0) canvas.width = w, canvas.height = h;
    canvas.style.cssText = `left:${c * side}px;top:${r * side}px;width:${width}px;height:${height}px`;
    const g = canvas.getContext('2d', {alpha: false});
    g.resetTransform();
    g.fillStyle = 'white';
    g.fillRect(0, 0, dots, dots);
    g.setTransform(dots / of.tile, 0, 0, dots / of.tile, -(of.left + c * of.tile) * dots / of.tile,
                   -(of.top + r * of.tile) * dots / of.tile);
    paint(g, of.svg, of.tiles[r * of.columns + c], scale * 11 >= 3);
    this.paper.append(canvas);
    return canvas;
  }

  // The owners of a cell, where the pointer rests.
  name(e) {
    if (!this.of?.cells.length) return;
    const frame = this.paper.getBoundingClientRect();
    const x = (e.clientX - frame.left) / this.scale + this.of.left;
    const y = (e.clientY - frame.top) / this.scale + this.of.top;
    const cell = this.of.cells.find((b) => b[0] <= x && x < b[2] && b[1] <= y && y < b[3]);
    this.paper.title = cell ? cell[4] : '';
  }
}

const unescaped = (s) => !s.includes('&') ? s : s.replace(/&(amp|lt|gt|quot);/g, (_, n) => ({amp: '&', lt: '<', gt: '>', quot: '"'})[n]);

// The attributes in a text, x="0" y="4", beside those of `under`.
function attributes(text, under) {
  const a = {...under};
  for (let at = 0, equals; (equals = text.indexOf('="', at)) > 0;) {
    const end = text.indexOf('"', equals + 2);
    a[text.slice(text.lastIndexOf(' ', equals) + 1, equals)] = text.slice(equals + 2, end);
    at = end + 1;
  }
  return a;
}

// Draws lines of an SVG of the explorer, whose elements are rect, text, path and circle. A -1 stands
// before the position of a <g>, or before a second -1 for none.
function paint(g, svg, lines, hasText) {
  const outer = {fill: '#111', 'stroke-width': '1', 'text-anchor': 'middle'};
  const element = /<(rect|text|path|circle)([^>]*)>([^<]*)/g;
  const fonts = {bold: false, anchor: 'middle'};
  const setText = (bold, anchor) => {
    g.font = `${bold ? 'bold' : ''} 11px "DejaVu Sans Mono",Menlo,Consolas,monospace`;
    g.textAlign = {middle: 'center', start: 'left', end: 'right'}[anchor];
    Object.assign(fonts, {bold, anchor});
  };
  setText(false, 'middle');
  let group = outer;
  for (let i = 0; i < lines.length; ++i) {
    const isGroup = lines[i] < 0;
    const from = isGroup ? lines[++i] : lines[i];
    if (isGroup) {
      group = from < 0 ? outer : attributes(svg.slice(from, svg.indexOf('>', from)), outer);
      continue;
    }
    const line = svg.slice(from, svg.indexOf('\n', from));
    element.lastIndex = 0;
    for (let m; (m = element.exec(line));) {
      const a = attributes(m[2], group);
      if (m[1] === 'text') {
        if (!hasText) continue;
        const bold = a['font-weight'] === 'bold', anchor = a['text-anchor'];
        if (bold !== fonts.bold || anchor !== fonts.anchor) setText(bold, anchor);
        g.fillStyle = a.fill;
        g.fillText(unescaped(m[3]).trim().replace(/ +/g, ' '), a.x, a.y);  // as SVG has them
        continue;
      }
      g.fillStyle = a.fill;
      g.strokeStyle = a.stroke;
      g.lineWidth = a['stroke-width'];
      if (m[1] === 'rect' && !a.rx) {
        if (a.fill !== 'none') g.fillRect(a.x, a.y, a.width, a.height);
        if (a.stroke) g.strokeRect(a.x, a.y, a.width, a.height);
        continue;
      }
      const shape = new Path2D(a.d);
      if (m[1] === 'rect') shape.roundRect(+a.x, +a.y, +a.width, +a.height, +a.rx);
      if (m[1] === 'circle') shape.arc(+a.cx, +a.cy, +a.r, 0, 7);
      if (m[1] !== 'path') g.fill(shape);
      if (a.stroke) g.stroke(shape);
    }
  }
}
