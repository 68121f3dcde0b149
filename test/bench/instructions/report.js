/**
 * The tables of `npm run bench:instructions`: each network's operations, the bars of figure 6, the model of figure 5, where instructions
 * go, and what may be held against the paper's figures: only what is counted from and to the same place.
 */
import { OPERATIONS } from './operations.js';
import { PARTS } from './parts.js';

/** The paper's CPI, measured for MVAPICH2-X on its testbed, and clock rates in GHz, the last one that of the testbed. */
const CPI = 1.1;
const CLOCKS = [1, 1.4, 1.8, 2.2, 2.6, 2.93];
const SHOWN = OPERATIONS.slice(1);

/** Figures with a limit: the paper's, or one of our own; of one scope with the paper's. */
const LIMITS = [
  { key: 'shmemPut', network: 'sfi direct', at: 'post', most: 30, paper: 'figure 6: 16' },
  { key: 'quiet', network: 'sfi direct', at: 'completion', most: 30, paper: 'figure 6: 11; puts are complete on return here, of which it has to find out' },
  { key: 'quiet', network: 'sfi table', at: 'completion', most: 30, paper: 'figure 6: 11; reads the counter, as there' },
  { key: 'putOverGasnet', network: 'sfi direct', at: 'post', most: 110, paper: 'figure 6: not in the text' },
  { key: 'short', network: 'sfi direct', at: 'post', most: 106, paper: 'figure 7: 106' },
  { key: 'putNbi', network: 'sfi direct', at: 'post', most: 66, paper: 'figure 7: about 66' },
];
/** In per cent less than on verbs, to the post. */
const REDUCTIONS = [
  { key: 'putNbi', less: 82, paper: 'figure 7' },
  { key: 'short', less: 69, paper: 'figure 7' },
  { key: 'write', less: 80, paper: 'figure 8' },
];

/** Results: { network, level, costs } for each network and level, level "C" for the control. */
/** `keep`: takes each table (record.js). */
export function printFigures(results, keep) {
  for (const network of new Set(results.map((one) => one.network))) {
    const own = results.filter((one) => one.network === network);
    const title = `${network}: instructions to the post, and from there to the end (those inside the null fabric in brackets)`;
    const columns = own.flatMap(({ level }) => [`${level} post`, 'completion']);
    const rows = SHOWN.map(({ key, name }) => [name, ...own.flatMap(({ costs }) => cells(costs[key]))]);
    console.log(`\n${title}\n`);
    row('', columns);
    for (const [name, ...figures] of rows) row(name, figures);
    keep(title, ['', ...columns], rows);
  }
}

function cells(cost) {
  if (cost === undefined) return ['', ''];
  return [cost.post === undefined ? '-' : number(cost.post), `${number(cost.completion)} (${number(cost.fabric)})`];
}

/** As a number, and in per cent of the path; of them those in V8's own functions, which belong to the part that calls. */
export function printBreakdown(results) {
  for (const { network, level, costs } of results.filter((one) => one.level !== 'C')) {
    console.log(`\nWhere they are: ${network}, ${level}\n`);
    row('', [...PARTS, "V8's functions"]);
    for (const { key, name } of SHOWN) {
      const { parts, outside } = costs[key];
      const all = PARTS.reduce((sum, part) => sum + parts[part], 0);
      const share = (part) => (parts[part] === 0 ? '' : `${number(parts[part])} ${Math.round((100 * parts[part]) / all)} %`);
      row(name, [...PARTS.map(share), number(outside)]);
    }
  }
}

/** Figure 6: [name, instructions of a put to the post, of a quiet behind it]. */
export function barsOf(results) {
  const bar = (name, network, level, put, quiet) => {
    const { costs } = of(results, network, level);
    return [name, costs[put].post, costs[quiet].completion];
  };
  return [
    bar('SHMEM over sfi, -O2', 'sfi direct', '-O2', 'shmemPut', 'quiet'),
    bar('SHMEM over sfi by tables, -O2', 'sfi table', '-O2', 'shmemPut', 'quiet'),
    bar('SHMEM over sfi, C', 'sfi direct', 'C', 'shmemPut', 'quiet'),
    bar('SHMEM over GASNet over sfi, -O2', 'sfi direct', '-O2', 'putOverGasnet', 'quietOverGasnet'),
    bar('SHMEM over verbs, -O2', 'verbs', '-O2', 'shmemPut', 'quiet'),
    bar('SHMEM over verbs, C', 'verbs', 'C', 'shmemPut', 'quiet'),
  ];
}

/** Of the paper, for figure 5. */
const PAPER = [
  ['the paper: SHMEM-SFI', 16],
  ['the paper: MV2X', 402],
];

export function printBars(results) {
  console.log('\nFigure 6: shmem_int_p to the post, shmem_quiet behind it (the paper: SHMEM-SFI 16 and 11, MV2X 402, GASNet-IBV 388)\n');
  row('', ['shmem_int_p', 'shmem_quiet']);
  for (const [name, put, quiet] of barsOf(results)) row(name, [number(put), number(quiet)]);
  console.log(`\nFigure 5's model: nanoseconds of a put = instructions x CPI / f, CPI = ${CPI} (the paper's measurement of MV2X)\n`);
  row('', CLOCKS.map((clock) => `${clock} GHz`));
  for (const [name, put] of [...barsOf(results), ...PAPER]) row(name, CLOCKS.map((clock) => String(Math.round(nanoseconds(put, clock)))));
}

/** Time of so many instructions at a clock rate in GHz. */
export const nanoseconds = (instructions, clock) => (instructions * CPI) / clock;

export function printTargets(results) {
  console.log('\nAgainst the paper, at -O2, where both count from the call to the entry of the fabric, or a whole wait:\n');
  for (const { key, network, at, most, paper } of LIMITS) {
    const value = of(results, network, '-O2').costs[key][at];
    verdict(`${nameOf(key)}: ${network}`, number(value), `at most ${most}`, value <= most, paper);
  }
  for (const { key, less, paper } of REDUCTIONS) {
    const share = (level) => 100 * (1 - of(results, 'sfi direct', level).costs[key]?.post / of(results, 'verbs', level).costs[key]?.post);
    const control = Number.isNaN(share('C')) ? '' : `; in C ${Math.round(-share('C'))} %`;
    verdict(`${nameOf(key)}: sfi direct against verbs`, `${Math.round(-share('-O2'))} %`, `at most -${less} %`, share('-O2') >= less, paper + control);
  }
  console.log('\nOf another scope, so without a verdict: waits and fences (the paper says not what is under way), whole blocking puts and gets.');
}

const of = (results, network, level) => results.find((one) => one.network === network && one.level === level);
const nameOf = (key) => OPERATIONS.find((one) => one.key === key).name;

function verdict(what, value, target, met, paper) {
  console.log(`${what.padEnd(52)} ${value.padStart(8)}  ${target.padEnd(14)} ${(met ? 'met' : 'MISSED').padEnd(7)} ${paper}`);
}

function row(name, cells) {
  console.log(`${name.padEnd(40)}${cells.map((cell) => ` ${cell}`.padStart(21)).join('')}`.trimEnd());
}

/** Windows have several operations, which may differ by a few. */
function number(value) {
  return String(Math.round(10 * value) / 10);
}
