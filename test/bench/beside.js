/**
 * Programs measured beside the same programs over other libraries, in the same run: what bench:libraries and bench:mpi share.
 *
 * Takes programs that print lines of a name and a number. Gives peers, the medians of several runs of each in turn, tables of them, and a count of goals.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recorder, words } from './record.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const RUNS = 5;
const RANKS = '2';
const WIDTH = 32;
/** Open MPI's and MPICH's; options of one run stand before the program. */
export const OPEN_MPI = ['--allow-run-as-root', '--oversubscribe'];

const scratch = mkdtempSync(join(tmpdir(), 'pgasc-beside-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const verdicts = { met: 0, missed: 0 };
const { PGAS_PROVIDER: _, ...env } = process.env;

let keep;

/** Runs the sections that the command line names, or all. `command`: the name of the script; `page`: that of its figures. */
export function runSections(command, page, sections) {
  keep = recorder(page, command, '`-O2`, 2 ranks, medians of five runs of each in turn');
  const unknown = words.find((name) => !(name in sections));
  if (unknown !== undefined) {
    console.error(`${command}: there is no '${unknown}'; there are ${Object.keys(sections).join(', ')}`);
    process.exit(2);
  }
  for (const name of words.length > 0 ? words : Object.keys(sections)) sections[name]();
  console.log(`${verdicts.met} goals met, ${verdicts.missed} missed`);
}

// ---------------------------------------------------------------- tables

/** A line for each figure of the first peer; `names`: the unit, then those of the other peers. */
export function table(title, names, figures, verdict = () => '') {
  console.log(`${title.padEnd(WIDTH)}${names.map((name) => name.padStart(12)).join('')}`);
  const rows = [...figures[0]].map(([name, time]) => [name, ...figures.map((each) => cell(each?.get(name))), verdict(name, time)]);
  for (const [name, ...cells] of rows) console.log(`${name.padEnd(WIDTH)}${cells.slice(0, -1).map((text) => text.padStart(12)).join('')}   ${cells.at(-1)}`);
  keep(title, ['', `pgasc, ${names[0]}`, ...names.slice(1), ''], rows);
}

function cell(figure) {
  return figure === undefined ? '-' : figure.toFixed(figure < 100 ? 2 : 0);
}

export function judge(isMet, text) {
  verdicts[isMet ? 'met' : 'missed']++;
  return `${text}${isMet ? '' : ', missed'}`;
}

// ---------------------------------------------------------------- programs

/** A peer by pgasc: { run }, which takes the argument of the program and gives its output. */
export function compiled(source, flags = [], variables = {}) {
  const program = named(source, flags, 'js');
  output([process.execPath, at('../../bin/pgasc'), '-w', '-O2', ...flags, at(source), '-o', program]);
  const processes = flags.includes('-network=sfi') ? ['--processes', RANKS] : [];
  return { run: (count) => output([process.execPath, program, '-n', RANKS, ...processes, ...count], variables) };
}

/** The same by another compiler and its launcher's words. Undefined, with a line, where there is no such compiler or library. */
export function built(compiler, source, launcher, ...flags) {
  const program = named(source, flags, compiler);
  const { error, status, stderr } = spawnSync(compiler, ['-O2', '-w', at(source), '-o', program, ...flags], { encoding: 'utf8' });
  if (error === undefined && status === 0) return { program, run: (count) => launched([...launcher, '-np', RANKS, program, ...count]) };
  console.log(`${source}: no peer is measured, ${error === undefined ? stderr.trim().split('\n')[0] : `there is no ${compiler}`}`);
  return undefined;
}

const named = (source, flags, end) => join(scratch, `${source.replaceAll(/\W+/g, '-')}${flags.join('').replaceAll('/', '')}.${end}`);

/** Open MPI's programs may crash at their end, when all has been printed: a run that printed nothing has failed. */
function launched([command, ...words]) {
  const { stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', env, timeout: 300_000 });
  if (!stdout) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
  return stdout;
}

export function output([command, ...words], variables = {}) {
  return execFileSync(command, words, { encoding: 'utf8', env: { ...env, ...variables }, timeout: 300_000, stdio: ['ignore', 'pipe', 'inherit'] });
}

// ---------------------------------------------------------------- figures

/** Of each peer the median of each figure; undefined for a peer that is missing. `count`: arguments of the programs. */
export function inTurn(peers, ...count) {
  const runs = peers.map(() => []);
  for (let run = 0; run < RUNS; run++) peers.forEach((peer, i) => peer && runs[i].push(figuresIn(peer.run(count))));
  return runs.map((figures) => (figures.length === 0 ? undefined : new Map([...figures[0].keys()].map((name) => [name, median(figures.map((run) => run.get(name)))]))));
}

/** Figures that programs tell in a sentence. */
const SENTENCES = { GUPS: /([\d.]+) GUPS/, seconds: /Time in seconds\s*[:=]\s*([\d.]+)/i };

function figuresIn(text) {
  for (const [name, sentence] of Object.entries(SENTENCES)) {
    const found = sentence.exec(text);
    if (found) return new Map([[name, Number(found[1])]]);
  }
  const lines = text.split('\n').map((line) => /^(\S+) ([\d.]+)\b/.exec(line)).filter((match) => match !== null);
  return new Map(lines.map(([, name, figure]) => [name, Number(figure)]));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
