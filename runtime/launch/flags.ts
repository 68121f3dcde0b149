/**
 * The program's command line: flags of the launcher, and what is left for main.
 *
 * Known flags may stand anywhere before `--`; everything else is passed on in order. The command line wins over the
 * environment (PGAS_THREADS, PGAS_SHARED_HEAP, OpenSHMEM's SHMEM_SYMMETRIC_SIZE, PGAS_POLITE, PGAS_RSH, PGAS_VERBOSE).
 */
import { LEAST_ROOM } from '../abi.ts';
import { LaunchError } from '../errors.ts';
import type { TracingFlags } from '../trace/tracing.ts';
import { type Choices, choicesIn } from './choices.ts';

export interface LaunchFlags {
  readonly threads?: number;
  /** The flag on the command line that gave `threads`; undefined if that came from the environment. */
  readonly threadsFlag?: string;
  /** --processes: how many the threads are divided among; undefined for one. */
  readonly processes?: number;
  /** --per-host: processes of each host. */
  readonly perHost?: number;
  /** --distribution: whether consecutive processes are on one host (block), or on one host after the other (cyclic). */
  readonly distribution: Distribution;
  /** --bind: each process keeps to cores of its own. */
  readonly bind: boolean;
  /** --hosts and --hostfile, as they are written: where the processes run; undefined: here. */
  readonly hosts?: string;
  readonly hostFile?: string;
  /** --rsh, PGAS_RSH: the program that runs a command on a host, with its words. */
  readonly rsh?: string;
  /** --preload: the program is sent to the hosts. */
  readonly preload: boolean;
  readonly sharedHeap?: number;
  readonly heap?: number;
  readonly stack?: number;
  readonly conduit?: string;
  /** PGAS_POLITE: whether waiting threads leave the cores to others at once; undefined for as it pays. */
  readonly polite?: boolean;
  /** --label: each line that a thread writes begins with its number. */
  readonly labels: boolean;
  /** --failed-images: the job outlives the loss of a process, whose threads count as failed images. */
  readonly failedImages: boolean;
  /** --simulate: all threads are coroutines of one. */
  readonly simulate: boolean;
  /** --simulate=MACHINE: what they run on. */
  readonly machine?: string;
  /** --time: says at the end where the machine's time went: in this file, or on standard error where it is empty. */
  readonly time?: string;
  /** --per-node and --map: where they are there. */
  readonly perNode?: number;
  readonly map?: string;
  /** --compute: whether the program's own code takes time on the machine. */
  readonly compute: Compute;
  /** --phantom: what the program marks with <pgas_sim.h> has sizes alone. */
  readonly phantom: boolean;
  /** --schedule: chooses another interleaving of them. */
  readonly schedule?: number;
  /** --schedule with a list of choices: runs a schedule that was explored. */
  readonly choices?: Choices;
  /** --explore: schedules that are walked at most. */
  readonly explore?: number;
  /** --reorder: of what is explored relaxed accesses take effect in any order. */
  readonly reorder: boolean;
  /** PGAS_VERBOSE=1: what was chosen is told. */
  readonly verbose: boolean;
  /** --stats, --trace, --trace-limit, --trace-sample, --matrix */
  readonly tracing: TracingFlags;
  /** For main, without argv[0]. */
  readonly arguments: readonly string[];
}

const COMPUTE = ['counted', 'none'] as const;
export type Compute = (typeof COMPUTE)[number];

const DISTRIBUTIONS = ['block', 'cyclic'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Setter = (flags: Mutable<LaunchFlags>, text: string, flag: string) => void;

/** Flags whose value may be left out, so it must be attached: --stats, --stats=FILE; or that have none. */
const STATS = '--stats';
const SIMULATE = '--simulate';
const TIME = '--time';
const ALONE = new Set([
  ...[STATS, SIMULATE, TIME, '--phantom', '--reorder'],
  ...['--label', '--preload', '--failed-images', '--bind'],
]);
const MAY_HAVE_VALUE = new Set([STATS, SIMULATE, TIME]);

const threads: Setter = (flags, text, flag) => {
  flags.threads = parseThreads(text, flag);
  if (flag.startsWith('-')) flags.threadsFlag = flag;
};
const sharedHeap: Setter = (flags, text, flag) => {
  flags.sharedHeap = parseSize(text, flag);
};

const refuseSweep: Setter = (_, text, flag) => {
  throw new LaunchError(
    `${flag}=${text}: a program runs once; sweeps are of pgasc run: --simulate=MACHINE --sweep=NAME=VALUES [--sweep-to=FILE]`,
  );
};

const SETTERS: Readonly<Record<string, Setter>> = {
  '-n': threads,
  '--threads': threads,
  '--processes': (flags, text, flag) => {
    flags.processes = parseProcesses(text, flag);
  },
  '--per-host': (flags, text, flag) => {
    flags.perHost = parseProcesses(text, flag);
  },
  '--distribution': (flags, text, flag) => {
    flags.distribution = oneOf(DISTRIBUTIONS, text, flag, 'a distribution of processes among hosts');
  },
  '--bind': (flags) => {
    flags.bind = true;
  },
  '--hosts': (flags, text) => {
    flags.hosts = text;
  },
  '--hostfile': (flags, text) => {
    flags.hostFile = text;
  },
  '--rsh': (flags, text) => {
    flags.rsh = text;
  },
  '--preload': (flags) => {
    flags.preload = true;
  },
  '--label': (flags) => {
    flags.labels = true;
  },
  '--failed-images': (flags) => {
    flags.failedImages = true;
  },
  [SIMULATE]: (flags, machine) => {
    flags.simulate = true;
    if (machine !== '') flags.machine = machine;
  },
  [TIME]: (flags, text) => {
    flags.time = text;
  },
  '--per-node': (flags, text, flag) => {
    flags.perNode = parsePerNode(text, flag);
  },
  '--map': (flags, text, flag) => {
    if (text === '') throw new LaunchError(`${flag}: no mapping is named (block, cyclic, ABCDET or the like, a file)`);
    flags.map = text;
  },
  '--compute': (flags, text, flag) => {
    flags.compute = oneOf(COMPUTE, text, flag, "how the program's own code takes time");
  },
  '--phantom': (flags) => {
    flags.phantom = true;
  },
  '--schedule': (flags, text, flag) => {
    const choices = choicesIn(text);
    if (choices === undefined) flags.schedule = parseSeed(text, flag);
    else Object.assign(flags, { choices, simulate: true });
  },
  '--explore': (flags, text, flag) => {
    flags.explore = parseSchedules(text, flag);
    flags.simulate = true;
  },
  '--sweep': refuseSweep,
  '--sweep-to': refuseSweep,
  '--reorder': (flags) => {
    flags.reorder = true;
  },
  '--shared-heap': sharedHeap,
  '-shared-heap': sharedHeap,
  '--heap': (flags, text, flag) => {
    flags.heap = parseSize(text, flag);
  },
  '--stack': (flags, text, flag) => {
    flags.stack = parseSize(text, flag);
  },
  '--conduit': (flags, text) => {
    flags.conduit = text;
  },
  [STATS]: (flags, text) => {
    flags.tracing = { ...flags.tracing, stats: text };
  },
  '--trace': (flags, text) => {
    flags.tracing = { ...flags.tracing, trace: text };
  },
  '--trace-limit': (flags, text, flag) => {
    flags.tracing = { ...flags.tracing, limit: sizeOf(text, flag) };
  },
  '--trace-sample': (flags, text, flag) => {
    flags.tracing = { ...flags.tracing, sample: parseSample(text, flag) };
  },
  '--matrix': (flags, text) => {
    flags.tracing = { ...flags.tracing, matrix: [...flags.tracing.matrix, text] };
  },
};

/** Reads the words after the program's name. */
export function parseFlags(
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): LaunchFlags {
  const passed: string[] = [];
  const tracing = { matrix: [], limit: USUAL_TRACE, sample: 1 };
  const off = {
    distribution: DISTRIBUTIONS[0],
    bind: false,
    labels: false,
    failedImages: false,
    preload: false,
    simulate: false,
    reorder: false,
    compute: COMPUTE[0],
    phantom: false,
    verbose: false,
  };
  const flags: Mutable<LaunchFlags> = { arguments: passed, ...off, tracing };
  const { PGAS_THREADS, PGAS_SHARED_HEAP, PGAS_POLITE, PGAS_RSH, PGAS_VERBOSE, SHMEM_SYMMETRIC_SIZE } = variables;
  if (PGAS_THREADS) threads(flags, PGAS_THREADS, 'PGAS_THREADS');
  if (SHMEM_SYMMETRIC_SIZE) flags.sharedHeap = symmetricSize(SHMEM_SYMMETRIC_SIZE);
  if (PGAS_SHARED_HEAP) sharedHeap(flags, PGAS_SHARED_HEAP, 'PGAS_SHARED_HEAP');
  if (PGAS_RSH) flags.rsh = PGAS_RSH;
  if (PGAS_VERBOSE === '1') flags.verbose = true;
  if (PGAS_POLITE) flags.polite = parsePolite(PGAS_POLITE);
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '--') return { ...flags, arguments: [...passed, ...words.slice(i + 1)] };
    const [name, attached] = splitFlag(words[i]!);
    const set = SETTERS[name];
    if (attached !== undefined && ALONE.has(name) && !MAY_HAVE_VALUE.has(name))
      throw new LaunchError(`${words[i]}: ${name} takes no value`);
    if (attached === '' && MAY_HAVE_VALUE.has(name))
      throw new LaunchError(`${words[i]}: the value is missing; give it behind the =, or leave out the =`);
    if (set === undefined) passed.push(passedOn(words[i]!, name));
    else set(flags, attached ?? (ALONE.has(name) ? '' : (words[++i] ?? missing(name))), name);
  }
  return flags;
}

/** A word for the program, unless it is a flag of the launcher but for dashes and capitals: --pernode. */
function passedOn(word: string, name: string): string {
  const letters = (each: string) => each.replace(/[-_]/g, '').toLowerCase();
  const meant = Object.keys(SETTERS).find((each) => each.startsWith('--') && letters(each) === letters(name));
  if (!name.startsWith('--') || meant === undefined) return word;
  throw new LaunchError(`${word}: did you mean ${meant}? What is for the program stands behind --`);
}

/** `--threads=4` and `-n4` carry their value. */
function splitFlag(word: string): [name: string, attached?: string] {
  const short = /^-n(\d+)$/.exec(word);
  if (short) return ['-n', short[1]!];
  const equals = word.indexOf('=');
  return equals < 0 || !word.startsWith('-') ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function missing(name: string): never {
  throw new LaunchError(`${name} needs a value`);
}

/** Bytes of a trace file, unless --trace-limit says it. */
const USUAL_TRACE = 256 * 2 ** 20;

/** More can not be even of the smallest threads: they share the 4 GiB that addresses reach. */
const MOST_THREADS = 65_536;

function parseThreads(text: string, flag: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new LaunchError(`${flag}: '${text}' is not a number of threads (1, 2, ...)`);
  if (value > MOST_THREADS)
    throw new LaunchError(`${flag}: ${text} threads are too many; at most ${MOST_THREADS} can be asked for`);
  return value;
}

function parseProcesses(text: string, flag: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new LaunchError(`${flag}: '${text}' is not a number of processes (1, 2, ...)`);
  return value;
}

function parsePerNode(text: string, flag: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new LaunchError(`${flag}: '${text}' is not a number of threads of a node (1, 2, ...)`);
  return value;
}

/** Of --schedule. */
function parseSeed(text: string, flag: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : -1;
  if (value < 0 || value >= 2 ** 32)
    throw new LaunchError(`${flag}: '${text}' is not a seed (0 to ${2 ** 32 - 1}), nor what --explore has printed`);
  return value;
}

/** Of --explore. */
function parseSchedules(text: string, flag: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new LaunchError(`${flag}: '${text}' is not a number of schedules, as in --explore=50`);
  return value;
}

function oneOf<T extends string>(known: readonly T[], text: string, flag: string, what: string): T {
  const found = known.find((each) => each === text);
  if (found !== undefined) return found;
  throw new LaunchError(`${flag}: '${text}' is not ${what} (${known.join(', ')})`);
}

function parseSample(text: string, flag: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1)
    throw new LaunchError(`${flag}: '${text}' is not a number of operations (1, 2, ...), of which one is written`);
  return value;
}

function parsePolite(text: string): boolean {
  if (text === '0' || text === '1') return text === '1';
  throw new LaunchError(
    `PGAS_POLITE=${text}: it must be 0 (waits spin), 1 (waits sleep at once), or not be set (as it pays)`,
  );
}

const UNITS = {
  B: ['bytes', 1],
  K: ['kilobytes', 2 ** 10],
  M: ['megabytes', 2 ** 20],
  G: ['gigabytes', 2 ** 30],
} as const;
type Unit = keyof typeof UNITS;

/** Of memory. */
function parseSize(text: string, flag: string, usual: Unit = 'M'): number {
  const bytes = sizeOf(text, flag, usual);
  if (bytes > 2 ** 32) throw new LaunchError(`${flag}: ${text} is more than the 4 GiB that addresses reach`);
  return bytes;
}

/** Room for what the heap needs beside the blocks: the heap of OpenSHMEM has all that is asked for. */
const HEAP_OVERHEAD = 2 ** 18;

/** SHMEM_SYMMETRIC_SIZE (OpenSHMEM 1.5, 8): 1.5G, 20m; without unit bytes. */
function symmetricSize(text: string): number {
  const bytes = parseSize(text, 'SHMEM_SYMMETRIC_SIZE', 'B');
  return Math.max(bytes + HEAP_OVERHEAD, LEAST_ROOM.sharedHeap);
}

/** 64M, 1.5G, 512KB; a number without unit is megabytes, as for upcrun, unless `usual` says another one. */
function sizeOf(text: string, flag: string, usual: Unit = 'M'): number {
  const match = /^(\d+(?:\.\d+)?)(?:([KMG])(?:i?B)?|(B))?$/i.exec(text);
  if (match === null)
    throw new LaunchError(`${flag}: '${text}' is not a size (64M, 1G, 512K; without unit ${UNITS[usual][0]})`);
  return Math.ceil(Number(match[1]) * UNITS[(match[2] ?? match[3] ?? usual).toUpperCase() as Unit][1]);
}
