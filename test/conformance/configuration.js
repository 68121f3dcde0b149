/**
 * Reads `harness.conf`, the description of a test suite in Berkeley UPC's format.
 *
 * Takes its text and the names of the files beside it; gives the tests in order. A test is an object with the keys of
 * the file (`TestName`, `Flags`, `Files`, `StaticThreads` ...), their values as text with `$NAME$` still in them:
 * what stands for it depends on the number of threads (cases.js). KnownFailure is a list, `line` where the test begins.
 *
 * The file: lines `Key: value`, `#` starts a comment. Keys between BEGIN_DEFAULT_CONFIG and END_DEFAULT_CONFIG hold for
 * the tests behind them. `TestName: x` begins a test, or goes on with one of that name. `WildCard: a<*>.upc` makes a
 * test of each file that matches; what is between the angle brackets is its name.
 */

const KEYS = new Set(
  `TestName Flags MakeFlags Files DynamicThreads StaticThreads CompileResult PassExpr FailExpr ExitCode TimeLimit
   BuildCmd RunCmd RunCmdArgs RequireFeature ProhibitFeature AppArgs AppEnv KnownFailure SaveOutput BenchmarkResult`.split(/\s+/),
);

/** An error in the file; the message has its place. */
export class ConfigurationError extends Error {}

/** @returns tests, in the order of the file. */
export function readConfiguration(text, path, files) {
  const reading = { tests: new Map(), defaults: {}, current: undefined, files };
  text.split('\n').forEach((line, k) => {
    try {
      if (!/^\s*(#|$)/.test(line)) readLine(reading, line.trim(), k + 1);
    } catch (error) {
      if (error instanceof ConfigurationError) error.message = `${path}:${k + 1}: ${error.message}`;
      throw error;
    }
  });
  return [...reading.tests.values()];
}

function readLine(reading, line, number) {
  if (line.startsWith('BEGIN_DEFAULT_CONFIG')) {
    reading.current = reading.defaults = {};
    return;
  }
  if (line.startsWith('END_DEFAULT_CONFIG')) {
    reading.current = undefined;
    return;
  }
  const match = /^(\w+)\s*:\s*([^#]*)/.exec(line);
  if (match === null) throw new ConfigurationError(`'${line}' is not of the form 'Key: value'`);
  setKey(reading, match[1], match[2].trim(), number);
}

function setKey(reading, key, value, line) {
  if (key === 'WildCard') return addMatching(reading, value, line);
  if (!KEYS.has(key)) throw new ConfigurationError(`there is no key '${key}'; keys are WildCard, ${[...KEYS].join(', ')}`);
  if (key === 'TestName') reading.current = named(reading, value, line);
  else if (reading.current === undefined) throw new ConfigurationError(`'${key}' comes before any TestName`);
  else if (key === 'KnownFailure') reading.current.KnownFailure = [...(reading.current.KnownFailure ?? []), value];
  else reading.current[key] = checked(key, value);
}

/** The test of that name, made from the defaults if it is new. */
function named(reading, name, line) {
  const test = reading.tests.get(name) ?? { ...reading.defaults, TestName: name, line };
  reading.tests.set(name, test);
  return test;
}

function addMatching(reading, wildcard, line) {
  const match = /^(.*)<(.*)>(.*)$/.exec(wildcard);
  if (match === null) throw new ConfigurationError(`WildCard '${wildcard}' has no <...> around the name of the test`);
  const [before, name, after] = match.slice(1).map(pattern);
  const whole = new RegExp(`^${before}(${name})${after}$`);
  for (const file of reading.files) {
    const test = whole.exec(file)?.[1];
    if (test !== undefined && !reading.tests.has(test)) named(reading, test, line).Files = file;
  }
  reading.current = undefined;
}

/** A shell's pattern as a regular expression. */
export function pattern(wildcard) {
  return wildcard.replace(/[.+^${}()|\\]/g, '\\$&').replace(/\*/g, '[^/]*').replace(/\?/g, '[^/]');
}

const FORMS = {
  CompileResult: [/^(pass|fail)$/i, "'pass' or 'fail'"],
  BuildCmd: [/^(\w+[\s,]+)*(make|upcc)([\s,]+\w+)*$/i, "'upcc' or 'make', and perhaps 'nolink'"],
  TimeLimit: [/^(\d+(:\d+){0,2}|\$DEFAULT\$)$/, 'seconds, [hours:]minutes:seconds or $DEFAULT$'],
  StaticThreads: [/^(\d+|\$DEFAULT\$)(\s*,\s*(\d+|\$DEFAULT\$))*$/, 'numbers of threads or $DEFAULT$'],
  DynamicThreads: [/^(\d+|\$DEFAULT\$)(\s*,\s*(\d+|\$DEFAULT\$))*$/, 'numbers of threads or $DEFAULT$'],
};

function checked(key, value) {
  const [form, description] = FORMS[key] ?? [/^/];
  if (!form.test(value)) throw new ConfigurationError(`${key}: '${value}' is not ${description}`);
  return value;
}
