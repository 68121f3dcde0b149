/**
 * `npm run conformance -- DIRECTORY...`: compiles and runs other people's test suites in the format of Berkeley UPC's
 * harness (`harness.conf`), or plain directories of programs. Prints a line for each case, with the reason where it
 * failed; the last line is `N passed, N failed`. Exit status: 0 if none failed, 1, or 2 for misuse.
 *
 * The directory is copied to a scratch folder, and everything happens there: tests and makefiles write files.
 */
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { casesOf, isAsked } from './cases.js';
import { check } from './check.js';
import { ConfigurationError } from './configuration.js';
import { knownFailure, unfit } from './features.js';
import { HELP, readOptions, UsageError } from './options.js';
import { suitesOf } from './suites.js';

const totals = { passed: 0, failed: 0, skipped: 0 };

async function runDirectory(directory, options) {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${directory} is not a directory`);
  const suites = suitesOf(resolve(directory));
  const scratch = mkdtempSync(join(tmpdir(), 'pgasc-conformance-'));
  if (options.keep) console.log(`programs and their files are in ${scratch}`);
  else process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
  cpSync(directory, scratch, { recursive: true });
  for (const suite of suites) await runSuite(suite, join(scratch, suite.folder), options);
}

async function runSuite(suite, folder, options) {
  for (const test of suite.tests.filter(({ TestName }) => isAsked(suite.name, TestName, options.tests))) {
    const reason = unfit(test, options.features);
    if (reason !== undefined) {
      totals.skipped++;
      console.log(`skip  ${suite.name}/${test.TestName}: ${reason}`);
    } else await runTest(suite, test, folder, options);
  }
}

async function runTest(suite, test, folder, options) {
  const compilations = new Map();
  for (const one of casesOf(test, options)) {
    const verdict = await check(one, folder, options, compilations);
    const threads = one.environment === 'dynamic' && !one.runs ? '' : ` ${one.threads}`;
    report(`${suite.name}/${test.TestName} ${one.environment}${threads}`, test, verdict, options);
  }
}

function report(title, test, { failures, command, outcome }, options) {
  if (failures.length === 0) {
    totals.passed++;
    console.log(`ok    ${title}  ${outcome.seconds.toFixed(1)} s`);
    return;
  }
  totals.failed++;
  const known = failures.map(({ mode }) => knownFailure(test, mode, options.features)).find(Boolean);
  console.log(`FAIL  ${title}: ${failures.map(({ reason }) => reason).join('; ')}`);
  if (known !== undefined) console.log(`      known to the suite: ${known}`);
  if (options.verbose) console.log(`      ${command.join(' ')}\n${outcome.stdout}${outcome.stderr}`);
}

async function main(words) {
  const options = readOptions(words);
  if (options.help) return console.log(HELP);
  for (const directory of options.directories) await runDirectory(directory, options);
  if (totals.skipped > 0) console.log(`skipped: ${totals.skipped}`);
  if (totals.passed + totals.failed === 0) throw new UsageError('no test was run: none is there, or none is asked for');
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
}

// The scratch folder goes at every exit, and what runs ends with us (process.js).
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof ConfigurationError)) throw error;
  console.error(`conformance: ${error.message}`);
  process.exitCode = 2;
}
