/**
 * The tables of `npm run bench:instructions`: figures 7 and 8 with the paper's figures, where instructions go, targets.
 */
import { PARTS } from './parts.js';

/** The paper's counts for verbs and sfi; of some it gives only the reduction, in per cent. */
export const OPERATIONS = [
  { key: 'short', figure: 7, name: 'AMRequestShort, 1 argument', paper: '345 -> 106 (-69 %)' },
  { key: 'putNbi', figure: 7, name: 'put_nbi of 4 bytes', paper: '~366 -> ~66 (-82 %)' },
  { key: 'wait', figure: 7, name: 'wait_syncnbi_puts, behind a put_nbi', paper: '160 -> 56 (-65 %)' },
  { key: 'waitAlone', figure: 7, name: 'wait_syncnbi_puts, nothing under way', paper: '' },
  { key: 'write', figure: 8, name: 'UPC write x[1] = y', paper: '-80 %' },
  { key: 'fence', figure: 8, name: 'upc_fence', paper: '-50 %' },
  { key: 'put', figure: 8, name: 'put of 4 bytes', paper: '' },
  { key: 'get', figure: 8, name: 'get of 4 bytes', paper: '' },
];

const TARGETS = [
  { key: 'put', less: 80, most: 80 },
  { key: 'write', less: 80 },
  { key: 'short', less: 65, most: 106 },
  { key: 'fence', less: 50, most: 56 },
  { key: 'wait', less: 50 },
];
/** Of a module, which calls the runtime through V8's wrappers. */
const MODULE_TARGETS = { short: 106, put: 60, write: 40, fence: 30, waitAlone: 30 };

export function printFigures(results) {
  for (const figure of [7, 8]) {
    console.log(`\nInstructions from the call to the fabric's entry point, as figure ${figure}; in brackets those inside the null fabric\n`);
    row('', results.map(({ name }) => name), 'sfi direct against verbs', 'paper: verbs -> sfi');
    for (const { key, name, paper } of OPERATIONS.filter((one) => one.figure === figure))
      row(name, results.map(({ costs }) => `${number(costs[key].path)} (${number(costs[key].fabric)})`), `${percent(results, key)} %`, paper);
  }
}

/** In per cent of the path, and as a number. */
export function printBreakdown(results) {
  for (const { name, costs } of results) {
    console.log(`\nWhere they are: ${name}\n`);
    row('', PARTS, '', '');
    for (const { key, name: operation } of OPERATIONS) {
      const { path, parts } = costs[key];
      const share = (part) => (path === 0 ? '0' : `${number(parts[part])} ${Math.round((100 * parts[part]) / path)} %`);
      row(operation, PARTS.map((part) => (parts[part] === 0 ? '' : share(part))), '', '');
    }
  }
}

export function printTargets(results) {
  console.log('');
  for (const { key, less, most } of TARGETS) {
    const { name } = OPERATIONS.find((one) => one.key === key);
    verdict(`${name}: sfi direct against verbs`, `${percent(results, key)} %`, `at most -${less} %`, percent(results, key) <= -less);
    const { path } = results[0].costs[key];
    if (most !== undefined) verdict(`${name}: sfi direct`, number(path), `at most ${most}`, path <= most);
  }
  printModuleTargets(results);
}

function printModuleTargets(results) {
  const { name: configuration, costs } = results.find(({ name }) => name.endsWith('-O2'));
  for (const { key, name } of OPERATIONS.filter(({ key }) => key in MODULE_TARGETS)) {
    const { path } = costs[key];
    verdict(`${name}: ${configuration}`, number(path), `at most ${MODULE_TARGETS[key]}`, path <= MODULE_TARGETS[key]);
  }
}

function percent(results, key) {
  const of = (name) => results.find((one) => one.name === name).costs[key].path;
  return Math.round(100 * (of('sfi direct') / of('verbs') - 1));
}

function verdict(what, value, target, met) {
  console.log(`${what.padEnd(62)} ${value.padStart(8)}  ${target.padEnd(16)} ${met ? 'met' : 'MISSED'}`);
}

function row(name, cells, comparison, paper) {
  const text = cells.map((cell) => cell.padStart(20)).join('');
  console.log(`${name.padEnd(38)}${text}  ${comparison.padStart(comparison === '' ? 0 : 24)}  ${paper}`.trimEnd());
}

/** Parts are of exact counts, but shares of what several places call need not be whole. */
function number(value) {
  return String(Math.round(10 * value) / 10);
}
