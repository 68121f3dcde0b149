import { readFileSync, readdirSync } from 'node:fs';
import { CompiledCode } from './profile.js';
import { windowsOf } from './counting.js';
import { places } from './build.js';
import { OPERATIONS } from './operations.js';
const [d, key, phase='before'] = process.argv.slice(2);
const b = readFileSync(`${d}/trace`);
const t = new BigUint64Array(b.buffer.slice(b.byteOffset, b.byteOffset + b.length));
const code = new CompiledCode(`${d}/${readdirSync(d).find((n) => n.startsWith('jit-'))}`);
const lines = readFileSync(`${d}/a.js.bundle.js`, 'utf8').split('\n').length;
const placeIn = places(`${d}/a.js.bundle.js`, lines);
const w = windowsOf(t, OPERATIONS.findIndex((o) => o.key === key))[5];
let last = '', n = 0;
const out = [];
for (const a of w[phase]) {
  const p = code.at(a);
  let s;
  if (!p) s = last.split(' <ext')[0] + ' <ext ' ;
  else if (p.line === undefined) s = p.name;
  else { const q = placeIn(p.line, p.column - 1); s = `${q.file}:${q.line} ${q.text?.trim().slice(0, 90)}  [${p.name.slice(0, 40)}]`; }
  if (s === last) n++; else { if (n) out.push(`${n}\t${last}`); last = s; n = 1; }
}
out.push(`${n}\t${last}`);
console.log(out.join('\n'));
