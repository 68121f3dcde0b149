/**
 * Runs a suite of others, unchanged, over pgasc's headers, and writes a table of what came out.
 *
 *     npm run suites -- SUITE FOLDER [PROGRAM...]
 *
 * FOLDER is a checkout of the suite's repository (tables.js); nothing is written there. Each program is compiled once, linked for each network, and
 * run in each way below; and by the reference, if it is installed. The table is docs/suites/SUITE.md, unless only some programs are named.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suites } from './tables.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PGASC = join(ROOT, 'bin/pgasc');
/** Seconds for a program, and for its compilation. */
const LIMIT = 90;
const WAYS = [
  { name: 'smp, 4', network: 'smp', ranks: 4, words: [] },
  { name: 'sfi, 2 processes', network: 'sfi', ranks: 2, words: ['--processes', '2'] },
  { name: 'verbs, 4', network: 'verbs', ranks: 4, words: [] },
  { name: 'pami, 4', network: 'pami', ranks: 4, words: [] },
];

const [suiteName, folder, ...only] = process.argv.slice(2);
const suite = suites[suiteName];
if (suite === undefined || folder === undefined || !existsSync(folder)) {
  console.error(
    `usage: npm run suites -- SUITE FOLDER [PROGRAM...]; SUITE is one of ${Object.keys(suites).join(', ')}, FOLDER a checkout of it`,
  );
  process.exit(2);
}

/** All programs of the suite, by name: those of its folders, one a file, and those that the table has sources for. */
function programsOf({ folders, programs }) {
  const found = folders.flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((file) => file.endsWith('.c'))
      .map((file) => [basename(file, '.c'), { sources: [join(part, file)], ...programs[basename(file, '.c')] }]),
  );
  const named = Object.entries(programs).filter(
    ([, program]) => program.sources !== undefined || program.sourcesIn !== undefined,
  );
  return new Map([
    ...found,
    ...named.map(([name, program]) => [name, { ...program, sources: program.sources ?? cFilesIn(program.sourcesIn) }]),
  ]);
}

/** All files of C below a folder of the checkout; templates are included by others. */
const cFilesIn = (part) =>
  readdirSync(join(folder, part), { recursive: true })
    .filter((file) => file.endsWith('.c') && !file.endsWith('_template.c'))
    .map((file) => join(part, file));

/** Runs a command to its end; a status that is not 0 and not a number: the time limit, a signal. */
function run(words, cwd) {
  return new Promise((resolve) => {
    const child = spawn(words[0], words.slice(1), { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 1000 * LIMIT);
    child.on('error', (error) => resolve({ status: error.code, output }));
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status: status ?? signal, output });
    });
  });
}

/** 'pass', or what went wrong in few words. */
function verdict(program, { status, output }) {
  if (status === 'SIGKILL') return `over ${LIMIT} s`;
  if (status !== (program.status ?? 0)) return firstOf(output, status);
  return suite.refuses?.test(output) ? 'says that it failed' : 'pass';
}

const firstOf = (output, status) =>
  (output.split('\n').find((line) => /error:|pgasc: /.test(line)) ?? `status ${status}`)
    .replace(/\|/g, '/')
    .slice(0, 120);

/** Folders of headers are those of the checkout; what its configure would make is in the scratch folder. */
const flagsOf = (program, scratch) => [
  ...[...suite.flags, ...(program.flags ?? [])].map((flag) => flag.replace(/^-I/, `-I${folder}/`)),
  `-I${scratch}`,
];

/** Results by way. */
async function tried(program, scratch) {
  const sources = program.sources.map((source) => join(folder, source));
  const objects = sources.map((_, i) => join(scratch, `${i}.o`));
  for (const [i, source] of sources.entries()) {
    const made = await run([PGASC, '-O2', '-w', ...flagsOf(program, scratch), '-c', source, '-o', objects[i]], ROOT);
    if (made.status !== 0) return Object.fromEntries(WAYS.map(({ name }) => [name, firstOf(made.output, made.status)]));
  }
  const results = {};
  for (const { name, network, ranks, words } of WAYS) {
    const file = join(scratch, `${network}.js`);
    const linked = existsSync(file)
      ? { status: 0 }
      : await run([PGASC, '-O2', `-network=${network}`, ...objects, '-o', file], ROOT);
    results[name] =
      linked.status !== 0
        ? firstOf(linked.output, linked.status)
        : verdict(
            program,
            await run(
              [process.execPath, file, ...(program.words ?? []), '-n', `${program.ranks ?? ranks}`, ...words],
              scratch,
            ),
          );
  }
  return results;
}

/** By the reference; undefined where it is not installed. */
async function referred(program, scratch) {
  const { compile, run: start } = suite.reference;
  if (spawnSync(compile[0], ['--version']).error !== undefined) return undefined;
  const file = join(scratch, 'reference');
  const made = await run(
    [
      ...compile,
      '-O2',
      '-w',
      ...flagsOf(program, scratch),
      ...program.sources.map((source) => join(folder, source)),
      '-o',
      file,
      '-lm',
    ],
    scratch,
  );
  if (made.status !== 0) return 'does not compile';
  return verdict(program, await run([...start(2), file, ...(program.words ?? [])], scratch));
}

async function rowOf([name, program]) {
  if (program.excluded !== undefined) return { name, excluded: program.excluded };
  const scratch = mkdtempSync(join(tmpdir(), 'pgasc-suite-'));
  for (const [file, text] of Object.entries(suite.files ?? {})) writeFileSync(join(scratch, file), text);
  try {
    const results = await tried(program, scratch);
    return { name, results, reference: await referred(program, scratch) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const cell = (text) => (text === 'pass' ? 'pass' : text === undefined ? '' : `**${text}**`);

function tableOf(rows, commit) {
  const tested = rows.filter(({ results }) => results !== undefined);
  const passed = (way) => tested.filter(({ results }) => results[way] === 'pass').length;
  return [
    `# ${suite.repository}`,
    '',
    `Commit ${commit}. Unchanged sources at -O2, by \`npm run suites -- ${suiteName} FOLDER\`. Reference: ${suite.reference.name}, 2 ranks.`,
    '',
    `| program | ${WAYS.map(({ name }) => name).join(' | ')} | reference |`,
    `|---|${WAYS.map(() => '---|').join('')}---|`,
    ...rows.map(({ name, excluded, results, reference }) =>
      excluded === undefined
        ? `| ${name} | ${WAYS.map((way) => cell(results[way.name])).join(' | ')} | ${reference ?? ''} |`
        : `| ${name} | not applicable: ${excluded} ${'|'.repeat(WAYS.length + 1)}`,
    ),
    `| **${tested.length} programs** | ${WAYS.map(({ name }) => passed(name)).join(' | ')} | ${tested.filter(({ reference }) => reference === 'pass').length} |`,
    '',
  ].join('\n');
}

const commit =
  process.env.COMMIT ??
  (spawnSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout || 'unknown').trim();
const chosen = [...programsOf(suite)].filter(([name]) => only.length === 0 || only.includes(name));
const rows = [];
for (const entry of chosen) {
  const row = await rowOf(entry);
  rows.push(row);
  const words =
    row.excluded ??
    [
      ...Object.entries(row.results)
        .filter(([, result]) => result !== 'pass')
        .map(([way, result]) => `${way}: ${result}`),
      `reference: ${row.reference}`,
    ].join('; ');
  console.log(`${rows.length}/${chosen.length} ${row.name}: ${words}`);
}
if (only.length === 0) {
  const page = join(ROOT, 'docs/suites', `${suiteName}.md`);
  mkdirSync(join(ROOT, 'docs/suites'), { recursive: true });
  writeFileSync(page, tableOf(rows, commit));
  console.log(`written: ${relative(ROOT, page)}`);
} else console.log(tableOf(rows, commit));
