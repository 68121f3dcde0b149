/**
 * Compiles and runs one case, and judges it.
 *
 * Takes a case, a folder to work in and `settings` (conduit, flags); gives a verdict: `failures`, each with the mode
 * that KnownFailure names it by and the reason; empty if the case passed. A compiler that crashes, or is not done in
 * time, has neither accepted nor refused.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { words } from './cases.js';
import { execute } from './process.js';

const PGASC = fileURLToPath(new URL('../../bin/pgasc', import.meta.url));
/** Seconds for one compilation. */
const COMPILE_LIMIT = 600;

/** `compilations` keeps what was compiled before: the numbers of threads of the dynamic environment share it. */
export async function check(one, folder, settings, compilations) {
  const binary = one.environment === 'static' ? `${one.name}_st${String(one.threads).padStart(2, '0')}` : one.name;
  const command = compileCommand(one, binary, settings);
  const key = command.join('\0');
  if (!compilations.has(key)) compilations.set(key, await compile(one, command, binary, folder));
  const compiled = compilations.get(key);
  const failures = compileFailures(one, compiled, join(folder, binary));
  if (failures.length > 0 || !one.runs) return { failures, command, outcome: compiled };
  const run = runCommand(one, binary);
  const outcome = await execute(run, { cwd: folder, variables: one.variables, timeLimit: one.timeLimit });
  return { failures: runFailures(one, outcome), command: run, outcome };
}

async function compile(one, command, binary, folder) {
  const circumstances = { cwd: folder, timeLimit: COMPILE_LIMIT };
  const outcome = await execute(command, circumstances);
  if (!one.make || !/No rule to make target/.test(outcome.stderr)) return outcome;
  // The makefiles have one rule for `prog prog_st%`, of which GNU make has taken only `prog` for long.
  const again = await execute([...command.slice(0, -1), one.name], circumstances);
  if (again.status === 0) renameSync(join(folder, one.name), join(folder, binary));
  return again;
}

function compileCommand(one, binary, settings) {
  const environment = one.environment === 'static' ? [`-T=${one.threads}`] : [];
  // -I. because upcc looks for <...> beside the source as well.
  const pgasc = [PGASC, '-I.', `-network=${settings.network}`, ...settings.flags, ...one.flags, ...environment];
  if (!one.make) return [...pgasc, ...(one.links ? ['-o', binary] : ['-c']), ...one.sources];
  const threads = one.environment === 'static' ? [`UPCTHREADS=${one.threads}`] : [];
  const variables = [`UPCC=${pgasc.join(' ')}`, `NETWORK=${settings.network}`, 'UPCC_STAT_THREADS=-T='];
  return ['make', ...one.makeFlags, ...threads, ...variables, binary];
}

/** `%P` the program, `%N` the threads, `%B` flags of the launcher, `%A` the program's own arguments. */
function runCommand(one, binary) {
  const template = words(one.command ?? '%P -n %N %B -- %A');
  const lists = { '%P': [process.execPath, `./${binary}`], '%B': one.commandArguments, '%A': one.arguments };
  return template.flatMap((word) => lists[word] ?? word.replaceAll('%N', one.threads));
}

function compileFailures(one, outcome, binary) {
  const text = `${outcome.stdout}${outcome.stderr}`;
  const failed = (reason) => [{ mode: 'compile-failure', reason }];
  if (outcome.stopped) return failed(`the compiler was ${outcome.stopped}`);
  if (/a defect of pgasc/.test(text)) return failed(firstLine(text, /./));
  if (outcome.status === 0 && one.refused) return failed('compiled, but must be refused');
  if (outcome.status === 0) return one.links && !existsSync(binary) ? failed(`compiled, but made no ${binary}`) : [];
  const error = firstLine(text, /\berror\b/i);
  if (error === undefined) return failed(`the compiler ended with ${ending(outcome)} and reported no error`);
  return one.refused ? [] : failed(`does not compile: ${error}`);
}

function runFailures(one, outcome) {
  if (outcome.stopped) return [{ mode: 'run-time', reason: outcome.stopped }];
  return [...matchFailures(one, `${outcome.stdout}\n${outcome.stderr}`), ...statusFailures(one, outcome)];
}

function matchFailures({ mustMatch, mustNotMatch }, text) {
  const wrong = mustNotMatch && firstLine(text, mustNotMatch);
  if (wrong !== undefined) return [{ mode: 'run-match', reason: `output matches FailExpr ${mustNotMatch}: ${wrong}` }];
  if (mustMatch === undefined || mustMatch.test(text)) return [];
  return [{ mode: 'run-match', reason: `output does not match PassExpr ${mustMatch}` }];
}

function statusFailures({ status }, outcome) {
  if (status === undefined || outcome.status === status) return [];
  const mode = /^pgasc: thread/m.test(outcome.stderr) ? 'run-crash' : 'run-exit';
  return [{ mode, reason: `${ending(outcome)}, expected ${status}` }];
}

function ending({ status, signal }) {
  return status === null ? `signal ${signal}` : `exit status ${status}`;
}

/** The line in which the first match begins. */
function firstLine(text, expression) {
  const match = expression.exec(text);
  return match === null ? undefined : text.slice(text.lastIndexOf('\n', match.index) + 1).split('\n', 1)[0];
}
