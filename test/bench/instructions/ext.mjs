import { readFileSync, readdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { CompiledCode } from './profile.js';
import { windowsOf } from './counting.js';
import { OPERATIONS } from './operations.js';
const [d] = process.argv.slice(2);
const b = readFileSync(`${d}/trace`);
const t = new BigUint64Array(b.buffer.slice(b.byteOffset, b.byteOffset + b.length));
const code = new CompiledCode(`${d}/${readdirSync(d).find((n) => n.startsWith('jit-'))}`);
const syms = execFileSync('nm', ['-C', process.execPath], { encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n').map((l) => /^([0-9a-f]+) [tTwW] (.*)/.exec(l)).filter(Boolean).map((m) => [parseInt(m[1], 16), m[2]]).sort((a, b) => a[0] - b[0]);
const sym = (a) => { let lo = 0, hi = syms.length - 1; while (lo < hi) { const m = (lo + hi + 1) >> 1; if (syms[m][0] <= a) lo = m; else hi = m - 1; } return syms[lo][1]; };
OPERATIONS.forEach(({ key }, n) => {
  const w = windowsOf(t, n)[5]; const m = new Map();
  for (const a of [...w.before, ...w.after]) if (!code.at(a)) { const s = sym(a); m.set(s, (m.get(s) ?? 0) + 1); }
  console.log(key, [...m]);
});
