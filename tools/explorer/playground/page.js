// SPDX-License-Identifier: BSL-1.0
//
// The page: a command, its options as fields, lines, and their answer. The address holds the first
// three, c=COMMAND&e=LINES&o=OPTIONS, so that a link is a result.
'use strict';
const START = {command: 'eval', options: '',
               lines: 'let A = (_6,_2):(_8,_2)\nlet B = (_4,_3):(_3,_1)\ncomposition(A,B)'};
const SETTLED = 1500;  // ms without a key, after which a state is one that Back returns to
const STATUS = ['\u2713 result', '\u2717 refused, refuted or undecided', '! error in the input'];
const $ = (id) => document.getElementById(id);
let words, commands, shown, settled = true, timer = 0, spoken = 0, late = 0;

const command = () => commands[$('command').value];

// What the fields hold: {tile: '(_16,_8)'}.
function given() {
  const values = {};
  for (const field of $('fields').querySelectorAll('input')) {
    const value = field.type === 'checkbox' ? (field.checked ? '1' : '') : field.value.trim();
    if (value) values[field.name] = value;
  }
  return values;
}
// The same as words, --tile (_16,_8), and back.
const written = (values) => Object.entries(values).map(([name, value]) =>
    command().options.find((o) => o.name === name)?.argument === '' ? `--${name}` : `--${name} ${value}`).join(' ');
const read = (text) => Object.fromEntries(text.split(/(?:^|\s)--/).map((s) => s.trim()).filter((s) => s)
    .map((s) => [/^[\w-]+/.exec(s)?.[0] ?? s, s.replace(/^[\w-]+(?:=|\s*)/, '') || '1']));

// A field for each option of the command.
function makeFields(values) {
  const known = command().options;
  const field = (o) => {
    const label = document.createElement('label'), input = document.createElement('input');
    const help = document.createElement('small');
    input.name = o.name;
    input.spellcheck = false;
    help.id = `help-${o.name}`;
    help.textContent = o.help;
    input.setAttribute('aria-describedby', help.id);
    if (o.argument === '') {
      input.type = 'checkbox';
      input.checked = Boolean(values[o.name]);
      label.append(input, o.name);
    } else {
      input.placeholder = o.fallback || o.argument;
      input.value = values[o.name] ?? '';
      label.append(o.name, input);
      if (o.words.length) {
        const list = document.createElement('datalist');
        list.id = `words-${o.name}`;
        list.append(...o.words.map((w) => new Option(w)));
        input.setAttribute('list', list.id);
        label.append(list);
      }
    }
    const box = document.createElement('div');
    box.append(label, help);
    return box;
  };
  // An unknown one of a link keeps a field, so that the answer can say that it is unknown.
  const other = Object.keys(values).filter((name) => !known.some((o) => o.name === name))
      .map((name) => ({name, argument: 'unknown', fallback: '', help: 'not an option', words: []}));
  $('fields').replaceChildren(...[...known, ...other].map(field));
}

// "draw '(_4,_8):(_8,_1)' --tile (_2,_2) -o a.svg" of the program's help, as a state.
function readExample(text) {
  const [name, ...rest] = [...text.matchAll(/'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2]);
  const values = {}, lines = [];
  for (let i = 0; i < rest.length; ++i) {
    if (!/^--?[a-z]/.test(rest[i])) {
      lines.push(rest[i]);
      continue;
    }
    const option = commands[name].options.find((o) => o.name === rest[i].replace(/^-+/, ''));
    if (option) values[option.name] = option.argument === '' ? '1' : rest[++i];
    else ++i;  // -o FILE
  }
  return {command: name, values, lines: lines.join('\n')};
}

// A text of the program, whose `words` are code.
const prose = (text) => text.split('`').map((part, i) => {
  if (i % 2 === 0) return part;
  const code = document.createElement('code');
  code.textContent = part;
  return code;
});
function makeExamples() {
  const c = command();
  $('of').textContent = c.name;
  $('summary').textContent = c.summary;
  $('details').replaceChildren(...prose(c.details));
  const items = (of) => of.examples.filter((e) => !/[<|]\s/.test(e.usage.replace(/'[^']*'/g, ''))).map((e) => {
    const item = document.createElement('li'), button = document.createElement('button');
    const state = readExample(e.usage);
    button.type = 'button';
    button.className = 'name';
    button.textContent = e.meaning;
    button.onclick = () => { load(state); keep(true); };
    const code = document.createElement('code');
    code.textContent = `${of.name} ${state.lines.split('\n').pop()}`;
    item.append(button, ' ', code);
    return item;
  });
  $('examples').replaceChildren(...items(c));
  $('others').replaceChildren(...Object.values(commands).filter((of) => of !== c).flatMap(items));
}

// Puts the state into the address. A settled state is left by a new entry of the history; what is
// typed after it replaces that entry. Browsers refuse many changes a second.
function keep(isSettled) {
  clearTimeout(timer);
  if (!isSettled) {
    timer = setTimeout(() => {
      write();
      timer = setTimeout(() => { settled = true; }, SETTLED);
    }, 300);
    return;
  }
  write();
  settled = true;
}
function write() {
  const address = '#' + new URLSearchParams({c: $('command').value, e: $('lines').value, o: written(given())});
  if (address === location.hash) return;
  history[settled ? 'pushState' : 'replaceState'](null, '', address);
  settled = false;
}

function ask() {
  const values = given();
  $('given').textContent = written(values);
  clearTimeout(late);
  late = setTimeout(() => { $('status').textContent = '\u2026 at work'; }, 400);
  evaluator.ask({command: $('command').value, lines: $('lines').value,
                 options: Object.entries(values).map(([name, value]) => `${name}=${value}`).join('\n')});
}

function load({command: name, values, lines}) {
  $('command').value = name;
  $('lines').value = lines;
  $('lines').rows = Math.min(12, Math.max(3, lines.split('\n').length + 1));
  makeFields(values);
  makeExamples();
  ask();
}
function loadAddress() {
  const at = new URLSearchParams(location.hash.slice(1));
  if (at.has('e'))
    load({command: at.get('c') in commands ? at.get('c') : 'eval', values: read(at.get('o') ?? ''), lines: at.get('e')});
  else
    load({...START, values: {}});
  settled = true;
}

// Scrolls to the caret where it is out of sight.
function showCaret() {
  for (const pre of $('result').querySelectorAll('pre.table')) {
    const lines = pre.textContent.split('\n');
    const caret = lines.find(isCaret);
    const widest = Math.max(...lines.map((line) => line.length));
    if (caret) pre.scrollLeft = pre.scrollWidth * caret.indexOf('^') / widest - pre.clientWidth / 2;
  }
}

const isCaret = (line) => /^\s*\^~*\s*$/.test(line ?? '');

// Text in parts: sentences, which wrap; lines with carets and columns, which scroll instead.
function parts(text) {
  const lines = text.split(/(?<=\n)/), made = [];
  const isColumns = (line) => /\S {2,}(?!if |# )\S|[|+]--|[\u2500-\u257f]/.test(line);
  const hasColumns = lines.some(isColumns);
  lines.forEach((line, i) => {
    const isTable = isCaret(line) || isCaret(lines[i + 1]) || isColumns(line) || (hasColumns && /^ /.test(line));
    const is = isTable ? 'table' : 'sentence';
    if (made.at(-1)?.is === is) made.at(-1).text += line;
    else made.push({is, text: line});
  });
  return made.map(({is, text: of}) => {
    const pre = document.createElement('pre');
    pre.className = is;
    pre.textContent = of;
    if (is === 'table') {  // it scrolls: also by keys
      pre.tabIndex = 0;
      pre.setAttribute('role', 'region');
      pre.setAttribute('aria-label', 'lines that scroll');
    }
    return pre;
  });
}

const note = (text) => {
  $('note').textContent = text;
  setTimeout(() => { if ($('note').textContent === text) $('note').textContent = ''; }, 8000);
};

const picture = new Picture($('picture'));
const evaluator = new Evaluator({
  answer(r, isDrawn) {
    clearTimeout(late);
    $('status').textContent = STATUS[r.status];
    $('result').dataset.status = r.status;
    $('result').replaceChildren(...(r.out + r.err ? parts(r.out + r.err) : []));
    $('result').hidden = r.out + r.err === '';
    showCaret();
    clearTimeout(spoken);  // screen readers hear the answer once the keys rest
    spoken = setTimeout(() => {
      $('spoken').textContent = `${STATUS[r.status].slice(2)}: ${(r.out + r.err).slice(0, 300) || (isDrawn ? 'a picture' : '')}`;
    }, 800);
  },
  picture(of) {
    shown = of || null;
    const isOld = !of && $('result').dataset.status === '2' && !$('drawn').hidden;
    $('drawn').classList.toggle('old', isOld);  // while a line is being typed
    $('download').hidden = !of;
    if (of) {
      $('drawn').hidden = false;
      picture.show(of);
    } else if (!isOld) {
      $('drawn').hidden = true;
      picture.clear();
    }
    document.body.dataset.ready = 'yes';
    document.body.dataset.answer = evaluator.id;
  }});

$('form').onsubmit = (e) => e.preventDefault();
$('form').oninput = (e) => {
  if (e.target === $('command')) makeFields({}), makeExamples();
  ask();
  keep(e.target === $('command'));
};
$('form').onchange = () => keep(true);
$('lines').addEventListener('keydown', (e) => {
  if (!(e.ctrlKey || e.metaKey) || e.key !== 'Enter') return;
  e.preventDefault();
  ask();
  keep(true);
  ($('drawn').hidden ? $('result').querySelector('[tabindex]') : $('picture'))?.focus();
});
window.onpopstate = loadAddress;
$('link').onclick = () => {
  keep(true);
  const isFile = location.protocol === 'file:';
  const done = isFile ? 'link copied; it opens this file on this computer' : 'link copied';
  (navigator.clipboard?.writeText(location.href) ?? Promise.reject())
      .then(() => note(done), () => note('not copied: the browser forbids it; the link is the address of this page'));
};
$('download').onclick = () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([shown.svg], {type: 'image/svg+xml'}));
  link.download = 'tileproof.svg';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
$('smaller').onclick = () => picture.zoom(picture.scale / 1.25);
$('larger').onclick = () => picture.zoom(picture.scale * 1.25);
$('natural').onclick = () => picture.zoom(1);
$('fit').onclick = () => picture.fit();

evaluator.start().then((all) => {
  words = all;
  commands = Object.fromEntries(words.commands.map((c) => [c.name, c]));
  for (const c of words.commands) $('command').add(new Option(c.name));
  const named = (list) => list.map((e) => ({...e, insert: nameOf(e.usage)}));
  const groups = {Operations: named(words.operations), Properties: named(words.properties),
                  Atoms: words.atoms.map((e) => ({...e, insert: e.usage})),
                  Pipelines: words.pipelines.map((e) => ({...e, insert: e.usage}))};
  const everything = Object.values(groups).flat();
  // On the first line the words that the command begins with come first.
  new Completion($('lines'), $('completions'), $('spoken'), () => {
    const isFirst = !$('lines').value.slice(0, $('lines').selectionStart).includes('\n');
    const first = isFirst ? command().first : [];
    const known = (w) => everything.find((e) => e.insert === w) ?? {usage: w, meaning: '', insert: w};
    const bound = [...$('lines').value.matchAll(/^\s*let\s+(\w+)\s*=\s*(.*)/gm)]
        .map(([, name, of]) => ({usage: name, meaning: `= ${of}`, insert: name}));
    return [...new Set([...first.map(known), ...bound, ...everything])];
  }, () => $('form').oninput({target: $('lines')}));
  const list = () => {
    const count = listNames($('names'), groups, $('filter').value, (e) => {
      insert($('lines'), e.insert, 0);
      $('lines').focus();
      $('form').oninput({target: $('lines')});
    });
    $('found').textContent = `${count} names`;
  };
  $('filter').oninput = list;
  $('reference').ontoggle = () => { if ($('reference').open) list(); };
  loadAddress();
}, (error) => { $('status').textContent = `! the evaluator did not start: ${error.message}`; });
