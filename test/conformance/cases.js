/**
 * Cases to compile and run: each test in the static and in the dynamic THREADS environment, at each number of threads.
 *
 * Takes the tests of a configuration and what was asked for on the command line; gives cases, in which nothing is left
 * to decide: words of commands, patterns, numbers. A test that the compiler must refuse, or that is only compiled, is
 * one case in the dynamic environment, whatever numbers of threads are named there.
 */
import { pattern } from './configuration.js';

/** Seconds for a test that does not say. */
const TIME_LIMIT = 180;

/** The cases of one test; none of fewer threads than processes. `settings`: threads, processes, timeLimit, environments, variables. */
export function casesOf(test, settings) {
  const counts = (field) => threadCounts(test[field] ?? '0', settings.threads);
  const statics = settings.environments.includes('static') ? counts('StaticThreads') : [];
  const dynamics = settings.environments.includes('dynamic') ? counts('DynamicThreads') : [];
  const cases = [
    ...statics.map((threads) => oneCase(test, 'static', threads, settings)),
    ...dynamics.map((threads) => oneCase(test, 'dynamic', threads, settings)),
  ].filter(({ runs, threads }) => !runs || threads >= settings.processes);
  const first = cases.find((one) => one.environment === 'dynamic');
  return cases.filter((one) => one.environment === 'static' || one.runs || one === first);
}

/** "1,$DEFAULT$" with defaults [2, 4] is [1, 2, 4]; 0 stands for none. */
function threadCounts(text, defaults) {
  const numbers = text.replaceAll('$DEFAULT$', defaults.join(',')).split(',').map(Number);
  return [...new Set(numbers.filter((n) => n > 0))];
}

function oneCase(test, environment, threads, settings) {
  const text = expander(test.TestName, threads, settings.variables);
  const values = Object.fromEntries(Object.entries(test).map(([key, value]) => [key, typeof value === 'string' ? text(value) : value]));
  const builder = (values.BuildCmd ?? 'upcc').toLowerCase().split(/[\s,]+/);
  const refused = /fail/i.test(values.CompileResult ?? '');
  const limit = seconds(test.TimeLimit);
  return {
    name: test.TestName,
    environment,
    threads,
    refused,
    runs: !refused && limit > 0 && !builder.includes('nolink'),
    links: !builder.includes('nolink'),
    make: builder.includes('make'),
    flags: words(values.Flags),
    makeFlags: words(values.MakeFlags),
    sources: words(values.Files),
    command: values.RunCmd,
    commandArguments: [...words(values.RunCmdArgs), ...processFlags(settings.processes)],
    arguments: words(unquoted(values.AppArgs)),
    variables: Object.fromEntries(words(values.AppEnv).map(assignment)),
    mustMatch: expression(values.PassExpr),
    mustNotMatch: expression(values.FailExpr),
    status: /^\d+$/.test(values.ExitCode ?? '') ? Number(values.ExitCode) : undefined,
    timeLimit: Math.min(limit || TIME_LIMIT, settings.timeLimit ?? Number.POSITIVE_INFINITY),
  };
}

/** Programs on networks whose ranks share one memory have no such flag. */
const processFlags = (count) => (count === 1 ? [] : ['--processes', String(count)]);

/** Puts values for `$TESTNAME$`, `$DEFAULT$` (the number of threads) and variables of the environment. */
function expander(name, threads, variables) {
  const known = { ...variables, TESTNAME: name, DEFAULT: String(threads) };
  return (text) => text.replace(/\$(\w+)\$/g, (whole, variable) => known[variable] ?? whole);
}

/** 90, 1:30, 0:01:30; the default for $DEFAULT$ or nothing. */
function seconds(text) {
  if (text === undefined || text === '$DEFAULT$') return TIME_LIMIT;
  return text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** `0` says that there is none. */
function expression(text) {
  return text === undefined || /^0?$/.test(text) ? undefined : new RegExp(text, 'm');
}

/** Splits like a shell: quotes of both kinds keep spaces. */
export function words(text = '') {
  const pieces = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return pieces.map((piece) => piece.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

/** Without the quotes around the whole. */
function unquoted(text = '') {
  return /^(["'])([^"']*)\1$/.exec(text)?.[2] ?? text;
}

function assignment(word) {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
}

/** Whether a test of a suite is among those asked for: `name`, `suite/name`, with `*` and `?`. */
export function isAsked(suite, name, asked) {
  return asked.length === 0 || asked.some((text) => new RegExp(`^${pattern(text)}$`, 'i').test(text.includes('/') ? `${suite}/${name}` : name));
}
