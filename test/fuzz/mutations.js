/**
 * Compiles mutated programs, one after the other, and says so line by line on standard output: "N" before each,
 * "N done" after. Run by mutations.test.ts in a process of its own, which is killed when a line is long in coming.
 *
 * Arguments: first seed, number of inputs, source files.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileUnit, DiagnosticBag, emitProgram, linkUnits, report, sourceFile, toJavaScript } from '../../dist/compiler.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [first, count] = process.argv.slice(2, 4).map(Number);
const sources = process.argv.slice(4).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const library = new Set(Object.keys(JSON.parse(readFileSync(join(root, 'dist/library.json'), 'utf8'))));

const host = {
  read(path) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
  dirname,
  join,
};
const options = {
  macros: [],
  includeDirectories: [],
  systemIncludeDirectories: [join(root, 'stdlib/include')],
  optimize: 1,
  debug: false,
  silencedWarnings: new Set(),
  warningsAreErrors: false,
  now: new Date(0),
};

/** Numbers in [0, n) that depend on the seed alone (mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % n;
  };
}

const SNIPPETS = ['(', ')', '{', '}', '[', ']', ';', ',', '*', '&', '#', '##', '"', "'", '\\', '\\\n', '/*', '*/', '//', '\0', '\u00e9', '0x', '1e', '99999999999999999999', 'shared', 'shared [*]', 'shared []', 'int', 'struct', 'typedef', 'THREADS', 'MYTHREAD', 'upc_forall', 'upc_barrier', 'sizeof', 'goto', 'case', 'default:', 'return', '#define x x', '#include "nothing.h"', '#if', '#else', '#endif', ':[*]', ':[', '[:]', '[0:2]', '__critical', '__change_team', '({', '})', '...', '->', '.', '?', ':', '%:', 'double _Complex', '__attribute__((packed))'];

const MUTATIONS = [
  (text, random) => text.slice(0, random(text.length)),
  (text, random) => splice(text, random(text.length), random(20), ''),
  (text, random) => splice(text, random(text.length), 0, SNIPPETS[random(SNIPPETS.length)]),
  (text, random) => splice(text, random(text.length), random(6), SNIPPETS[random(SNIPPETS.length)]),
  (text, random) => splice(text, random(text.length), 1, String.fromCharCode(random(256))),
  (text, random) => {
    const from = random(text.length);
    return splice(text, random(text.length), 0, text.slice(from, from + random(200)));
  },
  (text, random) => {
    const words = text.split(/\b/);
    words[random(words.length)] = words[random(words.length)];
    return words.join('');
  },
];

function splice(text, at, remove, insert) {
  return text.slice(0, at) + insert + text.slice(at + remove);
}

function mutated(seed) {
  const random = generator(seed);
  const source = sources[random(sources.length)];
  let text = source.text;
  for (let k = 1 + random(4); k > 0; k--) text = MUTATIONS[random(MUTATIONS.length)](text, random);
  return sourceFile(source.path, text);
}

/** Everything from text to code; whatever the input, it returns. */
function compile(file) {
  const bag = new DiagnosticBag();
  const module = compileUnit(file, options, host, bag);
  const program = module && linkUnits([module], { library, archive: () => undefined }, options, bag);
  if (program) toJavaScript(emitProgram(program, { name: file.name, debug: false, sharedHeap: 0 }));
  const { failed } = report(bag, { ...options, warnings: true, color: false });
  if (!program && !failed) throw new Error('neither a program nor an error');
}

for (let seed = first; seed < first + count; seed++) {
  process.stdout.write(`${seed}\n`);
  try {
    compile(mutated(seed));
  } catch (error) {
    process.stdout.write(`${seed} failed: ${String(error.stack).split('\n').slice(0, 4).join(' | ')}\n`);
    continue;
  }
  process.stdout.write(`${seed} done\n`);
}
