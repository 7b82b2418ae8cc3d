// SPDX-License-Identifier: BSL-1.0
//
// The list of names: under the text as completions of the word before the caret, and as reference.
'use strict';
const MOST = 10;  // completions: the list does not scroll

// The name that a usage begins with: composition of composition(A,B).
const nameOf = (usage) => /^[\w:]+/.exec(usage)?.[0] ?? usage;

class Completion {
  // entries(): {usage, meaning, insert} of all that fits here. taken(): after a choice.
  constructor(text, list, spoken, entries, taken) {
    Object.assign(this, {text, list, spoken, entries, taken, chosen: -1, shown: []});
    text.addEventListener('keydown', (e) => this.key(e));
    text.addEventListener('input', () => this.show(2));
    text.addEventListener('blur', () => this.hide());
    list.addEventListener('pointerdown', (e) => {
      e.preventDefault();  // the text keeps the focus
      const item = e.target.closest('li');
      if (item) this.take([...list.children].indexOf(item));
    });
  }
  word() {
    return /[A-Za-z_][\w:]*$/.exec(this.text.value.slice(0, this.text.selectionStart))?.[0] ?? '';
  }
  // Lists what begins with the word, then what has it inside, from so many characters on.
  show(least) {
    const word = this.word().toLowerCase();
    const found = word.length < least ? [] : this.entries().filter((e) => e.insert.toLowerCase().includes(word));
    const begins = (e) => e.insert.toLowerCase().startsWith(word);
    this.shown = [...found.filter(begins), ...found.filter((e) => !begins(e))].slice(0, MOST);
    if (this.shown.length === 1 && this.shown[0].insert.toLowerCase() === word) this.shown = [];
    this.list.replaceChildren(...this.shown.map((e, i) => {
      const item = document.createElement('li');
      item.id = `completion-${i}`;
      item.setAttribute('role', 'option');
      item.setAttribute('aria-selected', 'false');
      const usage = document.createElement('code');
      usage.textContent = e.usage;
      item.append(usage, ` ${e.meaning}`);
      return item;
    }));
    this.list.hidden = this.shown.length === 0;
    this.choose(-1);
    this.spoken.textContent = this.shown.length ? `${this.shown.length} of ${found.length} completions` : '';
  }
  hide() {
    this.shown = [];
    this.list.hidden = true;
    this.choose(-1);
  }
  choose(i) {
    this.list.children[this.chosen]?.setAttribute('aria-selected', 'false');
    this.chosen = i;
    const item = this.list.children[i];
    item?.setAttribute('aria-selected', 'true');
    item?.scrollIntoView({block: 'nearest'});
    if (item) this.text.setAttribute('aria-activedescendant', item.id);
    else this.text.removeAttribute('aria-activedescendant');
  }
  key(e) {
    if (e.ctrlKey && e.key === ' ') e.preventDefault(), this.show(0);
    if (this.list.hidden) return;
    const count = this.shown.length;
    if (e.key === 'ArrowDown') this.choose((this.chosen + 1) % count);
    else if (e.key === 'ArrowUp') this.choose(this.chosen <= 0 ? count - 1 : this.chosen - 1);
    else if (e.key === 'Escape') this.hide();
    else if ((e.key === 'Enter' || e.key === 'Tab') && !e.ctrlKey && this.chosen >= 0) this.take(this.chosen);
    else return;
    e.preventDefault();
  }
  take(i) {
    insert(this.text, this.shown[i].insert, this.word().length);
    this.hide();
    this.taken();
  }
}

// Writes a name in place of the `before` characters before the caret.
function insert(text, name, before) {
  const at = text.selectionStart;
  text.setRangeText(name, at - before, text.selectionEnd, 'end');
}

// Groups of names under a heading each, those that have the words in name or meaning.
function listNames(into, groups, words, taken) {
  let count = 0;
  into.textContent = '';
  for (const [heading, entries] of Object.entries(groups)) {
    const fits = entries.filter((e) => `${e.usage} ${e.meaning}`.toLowerCase().includes(words.toLowerCase()));
    if (fits.length === 0) continue;
    count += fits.length;
    const title = document.createElement('h3'), list = document.createElement('ul');
    title.textContent = heading;
    for (const e of fits) {
      const item = document.createElement('li'), button = document.createElement('button');
      button.type = 'button';
      button.className = 'name';
      button.textContent = e.usage;
      button.onclick = () => taken(e);
      item.append(button, ` ${e.meaning}`);
      list.append(item);
    }
    into.append(title, list);
  }
  return count;
}
