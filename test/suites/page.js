/**
 * The page of a suite: each program with what came out in each way, and at its end how many of those that apply passed.
 *
 * A program applies with as many ranks as the reference passes with; also if it passes here in all ways, where the reference is not asked, or if the reference lacks a name of the standard that it uses.
 */
import { passedBy, RANKS, waysOf } from './ways.js';

const appliesTo = ({ excluded, reference, lacks, most = Infinity }, ranks) =>
  excluded === undefined && ranks <= most && (lacks !== undefined || reference === undefined || reference[ranks] === 'pass');

export const wordsOf = (suite, row) =>
  row.excluded ??
  [
    ...waysOf(suite)
      .filter(({ name }) => row.results[name] !== 'pass').map(({ name }) => `${name}: ${row.results[name]}`),
    `reference: ${referenceCell(row)}`,
  ].join('; ');

export function pageOf(suite, commit, rows, missing) {
  const ways = waysOf(suite);
  return [
    `# ${suite.repository}`,
    '',
    `Commit ${commit}. Unchanged sources at -O2, by \`npm run suites -- ${suite.isSimulated ? '--simulated ' : ''}${suite.name} FOLDER\`. Reference: ${suite.reference.name}, with as many ranks.`,
    'In brackets: what came out where the program does not apply. README.md of test/suites says what applies.',
    ...(missing.length === 0 ? [] : [`Not run yet: ${missing.join(', ')}.`]),
    '',
    `| program | ${ways.map(({ name }) => name).join(' | ')} | reference |`,
    `|---|${ways.map(() => '---|').join('')}---|`,
    ...rows.map(([name, row]) => lineOf(ways, name, row)),
    `| **passed / applies** | ${ways.map((way) => rateOf(rows, way)).join(' | ')} | |`,
    '',
    ...rows.flatMap(([name, row]) => messageOf(ways, name, row)),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

const lineOf = (ways, name, row) =>
  row.excluded === undefined
    ? `| ${name}${numberOf(row)} | ${ways.map((way) => cell(row, way)).join(' | ')} | ${referenceCell(row)} |`
    : `| ${name} | ${ways.map(() => '').join(' | ')} | not applicable: ${row.excluded} |`;

const numberOf = ({ ranks }) => (ranks === undefined ? '' : ` (${ranks} ranks)`);

/** So long is what a cell has of a result; a message is below the table, of the first way that has one. */
const SHORT = 20;
function messageOf(ways, name, { results = {}, reference, mistake }) {
  const way = ways.find((way) => results[way.name]?.length > SHORT);
  if (way === undefined) return [];
  const isExplained = mistake !== undefined && RANKS.some((ranks) => reference?.[ranks] === 'pass');
  return [`- ${name}: ${results[way.name]}${isExplained ? `; it ${mistake}` : ''}`];
}

function cell(row, { name, ranks }) {
  const result = row.results[name].length > SHORT ? 'fails' : row.results[name];
  if (!appliesTo(row, ranks)) return `(${result})`;
  return result === 'pass' ? result : `**${result}**`;
}

function referenceCell({ results, reference, lacks, mistake }) {
  if (reference === undefined) return passedBy({ results }) ? '' : 'not installed';
  if (lacks !== undefined) return `lacks ${lacks}`;
  const failed = RANKS.filter((ranks) => reference[ranks] !== 'pass');
  if (failed.length === 0) return 'pass';
  if (mistake !== undefined) return `not applicable: the reference does not compile it; it ${mistake}`;
  const reasons = [...new Set(failed.map((ranks) => reference[ranks]))].join('; ');
  return `not applicable${failed.length < RANKS.length ? ` with ${failed[0]} ranks` : ''}: the reference fails: ${reasons}`;
}

function rateOf(rows, { name, ranks }) {
  const applied = rows.filter(([, row]) => appliesTo(row, ranks));
  const passed = applied.filter(([, { results }]) => results[name] === 'pass').length;
  return `${passed} / ${applied.length}${applied.length === 0 ? '' : `, ${((100 * passed) / applied.length).toFixed(1)} %`}`;
}
