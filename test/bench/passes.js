/**
 * `npm run bench:passes [-- NAME...]`: what each pass of the optimizer is worth, by leaving it out (-O2).
 *
 * For each pass: in how many programs it changes anything, and the time of those without it, beside their time with it, by whole processes in
 * turn (the minimum of seven). A pass that gains nowhere is one to delete. The programs are the kernels of this folder and the samples, on one
 * memory; the samples on sfi as well, as some passes are for networks alone.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pgasc = join(root, 'bin/pgasc');
const scratch = mkdtempSync(join(tmpdir(), 'pgasc-passes-'));
const RUNS = 7;
/** Seconds that a run may last. */
const LIMIT = 60;

const within = (folder, ending) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(root, folder, name));
const kernels = [...within('test/bench/kernels', '.c'), ...within('test/bench/native/kernels', '.c')];
const samples = [
  ...within('samples/kernels', '.upc'),
  ...within('samples/coarray', '.upc'),
  join(root, 'samples/applications/ft/ft.upc'),
  join(root, 'samples/applications/scf/scf.upc'),
];
const programs = [
  ...[...kernels, ...samples].map((source) => ({ source, network: 'smp' })),
  ...samples.map((source) => ({ source, network: 'sfi' })),
];

const nameOf = ({ source, network }) => `${basename(source)}${network === 'smp' ? '' : ` on ${network}`}`;

/** The output's name, which is the same in all folders, as out.js names its source map. */
function outputIn(name) {
  mkdirSync(join(scratch, name), { recursive: true });
  return join(scratch, name, 'out.js');
}

/** The hash of the code. */
function compile({ source, network }, output, ...flags) {
  const words = [pgasc, '-w', '-O2', `-network=${network}`, ...flags, source, '-o', output];
  execFileSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  return createHash('sha256').update(readFileSync(output)).digest('hex');
}

function passNames() {
  const help = execFileSync(process.execPath, [pgasc, '--help=optimizer'], { encoding: 'utf8' });
  return /print the program after a pass: ([\w., \n-]+?)\n\s*-/.exec(help)[1].split(/,\s*/).map((name) => name.trim());
}

function seconds(program) {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [program, '-n', '2'], { stdio: 'ignore', timeout: 1000 * LIMIT });
  return status === 0 ? (performance.now() - start) / 1000 : Number.NaN;
}

/** Time without the pass, over that with it. */
function ratio(without, whole) {
  const times = [[], []];
  for (let run = 0; run < RUNS; run++) [without, whole].forEach((program, i) => void times[i].push(seconds(program)));
  return Math.min(...times[0]) / Math.min(...times[1]);
}

function measure(pass) {
  const firing = programs.filter((program) => compile(program, outputIn('x'), `--pass=no-${pass}`) !== program.hash);
  const gains = firing.map((program) => {
    const without = outputIn('without');
    compile(program, without, `--pass=no-${pass}`);
    return { name: nameOf(program), ratio: ratio(without, program.output) };
  });
  const told = gains
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, 4)
    .map((gain) => `${gain.name} ${gain.ratio.toFixed(2)}`);
  console.log(`${pass.padEnd(16)} ${String(firing.length).padStart(3)} of ${programs.length}   ${told.join(', ')}`);
}

try {
  for (const [index, program] of programs.entries()) {
    program.output = outputIn(`p${index}`);
    program.hash = compile(program, program.output);
  }
  console.log('pass              changes      slower without it');
  const asked = process.argv.slice(2);
  for (const pass of asked.length > 0 ? asked : passNames()) measure(pass);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
