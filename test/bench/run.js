/**
 * `npm run bench`: compile time, start time, floating-point kernels against gcc -O2, shared accesses, atomics, coarray
 * sections, collectives, memory.
 * Each figure is printed with its target, and kept with --write (record.js). Peers run in turn with ours, in the same run, so that a machine's noise
 * falls on both. Whole-process times are medians of seven; kernels time themselves and give the best of five.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { largeProgram } from './large.js';
import { recorder } from './record.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const pgasc = join(root, 'bin/pgasc');
const scratch = mkdtempSync(join(tmpdir(), 'pgasc-bench-'));
const inScratch = (name) => join(scratch, name);

const rows = [];
const keep = recorder('programs', 'bench', 'without `-O`');
function report(what, value, unit, target, met) {
  const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
  rows.push([what, `${value} ${unit}`, target, verdict]);
  console.log(`${what.padEnd(66)} ${value.padStart(9)} ${unit.padEnd(7)} ${target.padEnd(28)} ${verdict}`);
}

function atMost(what, value, limit, unit, digits = 2) {
  report(what, value.toFixed(digits), unit, `at most ${limit} ${unit}`, value <= limit);
}

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

function seconds(command, words) {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: exit status ${status}\n${stderr}`);
  return (performance.now() - start) / 1000;
}

function medianTime(words) {
  return median(Array.from({ length: 7 }, () => seconds(process.execPath, words)));
}

function compile(source, output, ...flags) {
  execFileSync(process.execPath, [pgasc, ...flags, source, '-o', output], { stdio: ['ignore', 'inherit', 'inherit'] });
}

function compileTimes() {
  const hello = join(root, 'samples/tutorial/01-hello.upc');
  const ft = join(root, 'samples/applications/ft/ft.upc');
  atMost('compile hello (whole process)', medianTime([pgasc, hello, '-o', inScratch('hello.js')]), 0.3, 's');
  atMost('compile NAS FT (whole process)', medianTime([pgasc, ft, '-o', inScratch('ft.js')]), 1, 's');
  atMost('start of out.js, 2 threads (whole process)', medianTime([inScratch('hello.js'), '-n', '2']), 0.15, 's', 3);
}

/** Lines per second of a program of 20,000 lines, whole process. */
function compileSpeed() {
  const text = largeProgram(900);
  const lines = text.split('\n').length;
  writeFileSync(inScratch('large.upc'), text);
  const words = [pgasc, inScratch('large.upc'), '-o', inScratch('large.js')];
  const time = Math.min(...Array.from({ length: 3 }, () => seconds(process.execPath, words)));
  const speed = Math.round(lines / time);
  report(`compile ${lines} lines (whole process, ${time.toFixed(2)} s)`, String(speed), 'lines/s', 'at least 20000 lines/s', speed >= 20000);
}

function kernels() {
  if (spawnSync('gcc', ['--version']).error) return console.log('gcc is not here: kernels are not compared');
  const ratios = [];
  for (const name of ['stencil', 'fft', 'nbody', 'stream']) {
    const source = join(here, 'kernels', `${name}.c`);
    execFileSync('gcc', ['-O2', source, '-o', inScratch(name), '-lm']);
    compile(source, inScratch(`${name}.js`));
    const ours = run(process.execPath, [inScratch(`${name}.js`), '-n', '1']);
    const theirs = run(inScratch(name), []);
    if (ours.checksum !== theirs.checksum) throw new Error(`${name}: checksum ${ours.checksum}, gcc's ${theirs.checksum}`);
    ratios.push(ours.time / theirs.time);
    report(`${name}: ${(1000 * ours.time).toFixed(1)} ms, gcc -O2 ${(1000 * theirs.time).toFixed(1)} ms`, (ours.time / theirs.time).toFixed(2), 'times', '');
  }
  atMost('kernels, geometric mean against gcc -O2', Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length), 3, 'times');
}

function run(command, words) {
  const [, time, checksum] = execFileSync(command, words, { encoding: 'utf8' }).trim().split(' ');
  return { time: Number(time), checksum };
}

function sharedAccesses() {
  for (const flags of [['-T=2'], []]) {
    const kind = flags.length > 0 ? 'static THREADS' : 'dynamic THREADS';
    compile(join(here, 'shared.upc'), inScratch('shared.js'), ...flags);
    const text = execFileSync(process.execPath, [inScratch('shared.js'), '-n', '2'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const figure = Object.fromEntries(text.trim().split('\n').map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
    atMost(`shared put of 4 bytes, 2 threads, ${kind}`, figure.put, 5, 'ns');
    atMost(`shared get of 4 bytes, 2 threads, ${kind}`, figure.get, 5, 'ns');
    atMost(`barrier, 2 threads, ${kind}`, figure.barrier, 200, 'ns', 0);
    const share = figure.memput / figure.copy;
    report(`upc_memput of 1 MiB: ${figure.memput.toFixed(1)} GB/s, copy ${figure.copy.toFixed(1)}`, share.toFixed(2), 'times', 'at least 0.8 times', share >= 0.8);
  }
}

/** Output of a benchmark in UPC: lines of words. */
function figures(name, threads) {
  compile(join(here, `${name}.upc`), inScratch(`${name}.js`), `-T=${threads}`);
  const text = execFileSync(process.execPath, [inScratch(`${name}.js`)], { encoding: 'utf8' });
  return text.trim().split('\n').map((line) => line.split(' '));
}

function atomics() {
  for (const [type, time] of figures('atomics', 2)) atMost(`upc_atomic fetch-and-add, ${type}, 2 threads`, Number(time), 25, 'ns', 1);
}

/** Rates of coarray sections of contiguous rows as shares of memcpy's. */
function sections() {
  for (const [name, rate, copy] of figures('sections', 2)) {
    const what = `coarray section, ${name}: ${rate} GB/s, memcpy ${copy}`;
    report(what, (rate / copy).toFixed(2), 'times', 'at least 0.8 times', rate / copy >= 0.8);
  }
}

/** A ratio per function, size and number of threads; what noise does to a batch is not laid to our charge: 5 %. */
function collectives() {
  for (const threads of [2, 4, 8]) {
    for (const [name, size, library, loop] of figures('collectives', threads)) {
      const ratio = library / loop;
      const what = `${name}, ${size} B, ${threads} threads: ${library} ns, by hand ${loop} ns`;
      report(what, ratio.toFixed(2), 'times', 'at most 1 (and 5 % noise)', ratio <= 1.05);
    }
  }
}

function nasFt() {
  for (const method of ['EXCHANGE', 'SLABS', 'PENCILS']) {
    compile(join(root, 'samples/applications/ft/ft.upc'), inScratch('ft.js'), '-DCLASS=A', `-DMETHOD=${method}`);
    const text = execFileSync(process.execPath, [inScratch('ft.js'), '-n', '2'], { encoding: 'utf8' });
    report(`NAS FT class A, 2 threads, ${method}`, /Time in seconds = +(\S+)/.exec(text)[1], 's', '');
  }
}

async function memory() {
  compile(join(here, 'memory.upc'), inScratch('memory.js'));
  for (const threads of [1, 4]) {
    const peak = await peakMemory([inScratch('memory.js'), '-n', String(threads)]);
    if (peak === undefined) return console.log('/proc is not here: memory is not measured');
    atMost(`resident memory over the 100 MB in use, ${threads} threads`, peak - 100 * threads, 60 + 15 * threads, 'MB', 0);
  }
}

/** Largest resident size in MB while the process runs, as the kernel accounts it. */
function peakMemory(words) {
  const child = spawn(process.execPath, words, { stdio: 'ignore' });
  let peak;
  const timer = setInterval(() => {
    try {
      const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
      if (match) peak = (Number(match[1]) * 1024) / 1e6;
    } catch {} // ended meanwhile
  }, 20);
  return new Promise((resolve) => child.on('close', () => (clearInterval(timer), resolve(peak))));
}

try {
  compileTimes();
  compileSpeed();
  kernels();
  sharedAccesses();
  atomics();
  sections();
  collectives();
  await memory();
  nasFt();
  const count = (verdict) => rows.filter((row) => row.at(-1) === verdict).length;
  console.log(`\n${count('met')} targets met, ${count('MISSED')} missed`);
  keep('Programs on smp', ['what', 'figure', 'wanted', ''], rows);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
