/** The command line of the conformance tests. */
import { parseArgs } from 'node:util';
import { words } from './cases.js';
import { FEATURES } from './features.js';

export const HELP = `usage: npm run conformance -- [options] DIRECTORY...

A directory holds a harness.conf (or its folders do), or .upc and .c files that pass by ending with 0.

  -n, --threads=2,4       numbers of threads where a test leaves them open (2)
  --test=NAME,...         only these; SUITE/NAME, and * and ? as in a shell
  --environment=static    only the static, or dynamic, THREADS environment
  -network=smp            the conduit
  --processes=N           processes that share no memory, on networks that have several
  --time-limit=SECONDS    at most so long for a run, whatever the test says
  --flags="-O2 -g"        more flags for pgasc
  --features=NAME,...     more features, for tests that require them
  --verbose               print command and output of what fails
  --keep                  keep the folder in which it was compiled and run`;

export class UsageError extends Error {}

const OPTIONS = {
  threads: { type: 'string', short: 'n', default: '2' },
  test: { type: 'string', multiple: true, default: [] },
  environment: { type: 'string', default: 'static,dynamic' },
  network: { type: 'string', default: 'smp' },
  processes: { type: 'string', default: '1' },
  'time-limit': { type: 'string' },
  flags: { type: 'string', default: '' },
  features: { type: 'string', default: '' },
  verbose: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
};

/** Options that the tests are run with; `-network=smp` may have one dash, as for pgasc. */
export function readOptions(line) {
  const { values, positionals } = parsed(line.map((word) => word.replace(/^-(?=\w{2,}=)/, '--')));
  if (positionals.length === 0 && !values.help) throw new UsageError(`no directory is given\n${HELP}`);
  const list = (text) => text.split(',').filter(Boolean);
  const limit = values['time-limit'];
  return {
    directories: positionals,
    help: values.help,
    keep: values.keep,
    verbose: values.verbose,
    network: values.network,
    processes: positive('--processes', values.processes),
    flags: words(values.flags),
    tests: values.test.flatMap(list),
    threads: list(values.threads).map((text) => positive('--threads', text)),
    timeLimit: limit === undefined ? undefined : positive('--time-limit', limit),
    environments: list(values.environment).map(environment),
    features: new Set([...FEATURES, `os_${process.platform}`, `conduit_${values.network}`, ...list(values.features)]),
    variables: toolVariables(),
  };
}

function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function positive(option, text) {
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`${option}: '${text}' is not a positive number`);
  return Number(text);
}

function environment(text) {
  if (text !== 'static' && text !== 'dynamic') throw new UsageError(`--environment: '${text}' is not 'static' or 'dynamic'`);
  return text;
}

/** Variables of harness.conf, `$CC$` and the like: pgasc compiles for the target, cc for the host. */
function toolVariables() {
  const pgasc = new URL('../../bin/pgasc', import.meta.url).pathname;
  const host = { HOST_CC: 'cc', HOST_CFLAGS: '', HOST_LDFLAGS: '', HOST_LIBS: '' };
  return { AR: 'ar', RANLIB: 'ranlib', CC: pgasc, CFLAGS: '', LDFLAGS: '', LIBS: '', ...host, ...process.env };
}
