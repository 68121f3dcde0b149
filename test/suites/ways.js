/**
 * The ways in which a program of a suite is run, and what comes out: the row of its table.
 *
 * A row is { excluded }, a reason why the program does not apply at all, or { results, reference, lacks }: 'pass' or what went wrong, by way and, for the
 * reference, by ranks; `lacks`, a name of the standard that the reference does not have; `mistake`, what a program
 * does against the standard, where the reference does not say it; `most`, the ranks beyond which a program takes over 4 GiB; `ranks`, those it takes in
 * each way in place of the way's own.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { firstOf, linked, referenceOf } from './build.js';
import { LIMIT, run } from './command.js';

const REAL = [
  { name: 'smp, 2', network: 'smp', ranks: 2, words: [] },
  { name: 'smp, 4', network: 'smp', ranks: 4, words: [] },
  { name: 'sfi, 2 processes', network: 'sfi', ranks: 2, words: ['--processes', '2'] },
  { name: 'verbs, 2', network: 'verbs', ranks: 2, words: [] },
  { name: 'verbs, 4', network: 'verbs', ranks: 4, words: [] },
  { name: 'pami, 2', network: 'pami', ranks: 2, words: [] },
  { name: 'pami, 4', network: 'pami', ranks: 4, words: [] },
];
/** On models of machines whose operating systems interrupt ranks: programs that race in lockstep never end on a perfectly regular one. */
const NOISE = 'noise.period=1ms,noise.span=10us';
const SIMULATED = [
  { machine: 'elan4-itanium2', network: 'sfi', perNode: 1 },
  { machine: 'mvapich2x-qdr', network: 'verbs', perNode: 2 },
  { machine: 'bgq', network: 'pami', perNode: 2 },
].map(({ machine, network, perNode }) => ({
  name: `${machine}, 4, ${perNode} a node`,
  ...{ network, ranks: 4, isSimulated: true },
  words: [`--simulate=${machine},${NOISE}`, `--per-node=${perNode}`],
}));
export const RANKS = [2, 4];

/** All, unless the suite's table names some of them. */
export function waysOf({ ways = [], isSimulated }) {
  const all = isSimulated ? SIMULATED : REAL;
  const named = all.filter(({ name }) => ways.includes(name));
  return named.length > 0 ? named : all;
}

export async function rowOf(context, name, program) {
  if (program.excluded !== undefined) return { excluded: program.excluded };
  const own = { ...context, cwd: mkdtempSync(join(context.scratch, `${name.replace(/\W/g, '_')}-`)) };
  const { mistake, most, ranks } = program;
  const results = await tried(own, program);
  return { results, mistake, most, ranks, ...(passedBy({ results }) ? {} : await referred(own, program)) };
}

/** Whether it passed in all ways: then the reference is not asked. */
export const passedBy = ({ results }) => Object.values(results).every((result) => result === 'pass');

async function tried(context, program) {
  const results = {};
  const verdictOf = oncePerCommand(context, program);
  for (const { name, network, ranks, words, isSimulated = false } of waysOf(context.suite)) {
    const { file, error } = await linked(context, program, [`-network=${network}`, ...(isSimulated ? ['-simulate'] : [])]);
    const number = program.ranks ?? ranks;
    const among = number > 1 || isSimulated ? words : [];
    const command = [process.execPath, file, '-n', `${number}`, ...among, '--', ...wordsOf(program, number)];
    results[name] = error ?? (await verdictOf(command));
  }
  return results;
}

/** Words that say how ranks are arranged are a function of their number. */
const wordsOf = ({ words = [] }, ranks) => (typeof words === 'function' ? words(ranks) : words);

/** By the reference; nothing where it is not installed. */
async function referred(context, program) {
  const { reference } = context.suite;
  if (spawnSync(reference.compile[0], ['--version']).error !== undefined) return {};
  const { file, error, output } = await referenceOf(context, program);
  if (error !== undefined)
    return { ...everywhere(`does not compile: ${error}`), lacks: lackedBy(reference, program, output) };
  const results = {};
  const verdictOf = oncePerCommand(context, program);
  for (const ranks of RANKS) {
    const number = program.ranks ?? ranks;
    results[ranks] = await verdictOf([...reference.run(number), file, ...wordsOf(program, number)]);
  }
  return { reference: results };
}

const everywhere = (text) => ({ reference: Object.fromEntries(RANKS.map((ranks) => [ranks, text])) });

/** The name of the standard that a compiler or its linker did not find; none of a program whose `mistake` against the standard is known. */
const lackedBy = ({ standard }, { mistake, lacks }, output) =>
  mistake === undefined ? (lacks ?? missing(output).find((name) => standard.test(name))) : undefined;

const missing = (output) =>
  output
    .match(/(?:implicit declaration of function|unknown type name|undefined reference to|error:) [‘'`]([^’']+)[’']/g)
    ?.map((text) => text.match(/[‘'`]([^’']+)[’']/)[1]) ?? [];

/** Ways that differ by nothing but ranks are one for a program that takes its own number. */
function oncePerCommand(context, program) {
  const known = new Map();
  return async (command) => {
    const key = command.join('\0');
    const { cwd, suite } = context;
    if (!known.has(key)) known.set(key, verdict(context, program, await run(command, cwd, suite.env, limitOf(suite))));
    return known.get(key);
  };
}

const limitOf = ({ limit = LIMIT }) => limit;

/** 'pass', or what went wrong in few words. */
function verdict({ suite, folder }, program, { status, output }) {
  if (status === 'SIGKILL') return `over ${limitOf(suite)} s`;
  if (program.fails) return status > 0 ? 'pass' : `status ${status}`;
  if (status !== (program.status ?? 0)) return firstOf(output, status, folder);
  if ((program.wants ?? suite.wants)?.test(output) === false) return 'does not say that it passed';
  return suite.refuses?.test(output) ? 'says that it failed' : 'pass';
}
