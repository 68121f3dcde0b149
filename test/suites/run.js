/**
 * Runs a suite of others, unchanged, over pgasc's headers, and writes a table of what came out.
 *
 *     npm run suites -- [--simulated] SUITE FOLDER [--resume | PROGRAM...]
 *
 * SUITE is a file of tables/, FOLDER a checkout of that suite; nothing is written there. Rows are kept as they come, in the system's temporary
 * folder: with --resume only programs without a row are run, and programs that are named are run again. At the end the page
 * docs/suites/SUITE.md is written, which names the programs without a row. With --simulated programs run on models of machines, and the page is
 * docs/suites/simulated/SUITE.md.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageOf, wordsOf } from './page.js';
import { programsOf } from './programs.js';
import { rowOf } from './ways.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
/** So many programs at once. */
const AT_ONCE = Number(process.env.AT_ONCE ?? 2);

const [isSimulated, words] = process.argv[2] === '--simulated' ? [true, process.argv.slice(3)] : [false, process.argv.slice(2)];
const [suiteName, given, ...only] = words;
const table = join(HERE, 'tables', `${suiteName}.js`);
if (given === undefined || !existsSync(table) || !existsSync(given)) {
  const suites = readdirSync(join(HERE, 'tables')).map((file) => file.replace('.js', ''));
  console.error(
    `usage: npm run suites -- [--simulated] SUITE FOLDER [--resume | PROGRAM...]; SUITE is one of ${suites.join(', ')}, FOLDER a checkout of it`,
  );
  process.exit(2);
}
const suite = { name: suiteName, isSimulated, ...(await import(table)).default };
const folder = resolve(given);
const programs = programsOf(suite, folder);
const kept = join(tmpdir(), `pgasc-suite-${isSimulated ? 'simulated-' : ''}${suiteName}.json`);
const rows = new Map(existsSync(kept) && only.length > 0 ? JSON.parse(readFileSync(kept, 'utf8')) : []);

function chosen() {
  const names = [...programs.keys()];
  if (only[0] === '--resume') return names.filter((name) => !rows.has(name));
  return only.length === 0 ? names : names.filter((name) => only.includes(name));
}

/** Takes programs off the queue until it is empty. */
async function worker(queue, scratch) {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const row = await rowOf({ suite, folder, scratch }, name, programs.get(name));
    rows.set(name, row);
    writeFileSync(kept, JSON.stringify([...rows]));
    console.log(`${queue.length} to go; ${name}: ${wordsOf(suite, row)}`);
  }
}

function commitOf() {
  const found = spawnSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout;
  return process.env.COMMIT ?? (found || 'unknown').trim();
}

function writePage() {
  const names = [...programs.keys()];
  const ordered = names.filter((name) => rows.has(name)).map((name) => [name, rows.get(name)]);
  const missing = names.filter((name) => !rows.has(name));
  const page = `docs/suites/${isSimulated ? 'simulated/' : ''}${suiteName}.md`;
  mkdirSync(dirname(join(ROOT, page)), { recursive: true });
  writeFileSync(join(ROOT, page), pageOf(suite, commitOf(), ordered, missing));
  console.log(`written: ${page}; ${missing.length} programs have no row`);
}

/** What the suite's own configure and scripts would make. */
function makeFiles(scratch) {
  for (const [file, text] of Object.entries(suite.files ?? {})) writeFileSync(join(scratch, file), text);
  for (const file of suite.copies ?? []) copyFileSync(join(folder, file), join(scratch, basename(file)));
  for (const [file, [command, ...words]] of Object.entries(suite.scripts ?? {}))
    writeFileSync(join(scratch, file), spawnSync(command, words, { cwd: folder, encoding: 'utf8' }).stdout);
}

const scratch = mkdtempSync(join(tmpdir(), 'pgasc-suite-'));
makeFiles(scratch);
try {
  const queue = chosen();
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker(queue, scratch)));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
writePage();
