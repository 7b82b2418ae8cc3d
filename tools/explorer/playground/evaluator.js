// SPDX-License-Identifier: BSL-1.0
//
// Asks the worker. One question is under way; of those asked meanwhile only the newest is kept.
// A question that holds up a newer one is given up after PATIENCE, and the worker with it.
'use strict';
const PATIENCE = 500;  // ms

class Evaluator {
  // words(w): the names; answer(a, isDrawn), picture(p): of the newest question.
  constructor(heard) {
    this.heard = heard;
    this.id = 0;
    this.busy = this.waiting = null;
  }
  async start() {
    const text = document.getElementById('module').textContent;
    const packed = new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]);
    const bytes = new Response(packed.stream().pipeThrough(new DecompressionStream('gzip')));
    this.module = await WebAssembly.compile(await bytes.arrayBuffer());
    const code = document.getElementById('evaluator').textContent;
    this.code = URL.createObjectURL(new Blob([code], {type: 'text/javascript'}));
    return this.spawn();
  }
  spawn() {
    this.worker = new Worker(this.code);
    this.worker.postMessage({module: this.module});
    return new Promise((ready, failed) => {
      this.worker.onerror = (e) => failed(new Error(e.message));
      this.worker.onmessage = ({data}) => data.words ? ready(data.words) : this.hear(data);
    });
  }
  ask(question) {
    this.waiting = {...question, id: ++this.id};
    if (!this.busy) this.next();
    else this.timer ||= setTimeout(() => this.giveUp(), PATIENCE);
  }
  next() {
    clearTimeout(this.timer);
    this.timer = 0;
    [this.busy, this.waiting] = [this.waiting, null];
    if (this.busy) this.worker.postMessage(this.busy);
  }
  async giveUp() {
    this.worker.terminate();
    await this.spawn();
    this.next();
  }
  hear({id, answer, drawn, picture}) {
    if (id === this.id && answer) this.heard.answer(answer, drawn);
    if (picture === undefined) return;
    if (id === this.id) this.heard.picture(picture);
    this.next();
  }
}
