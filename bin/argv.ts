/**
 * Command lines in the manner of gcc and upcc, turned into the long options that the option parser reads.
 *
 * Takes: the words after `pgasc`. Gives: words of the form `--name=value`, `--name` and plain operands.
 * The idea: one table of prefixes. A flag that gcc joins with its value (`-DFOO=1`, `-lm`, `-O2`) or upcc spells with one
 * dash (`-network=smp`, `-T=4`) becomes one unambiguous word; everything after `run`'s source file is the program's own.
 */

import { SWITCHES } from '../compiler/optimizer/program.ts';
import { detachedMachine } from '../runtime/errors.ts';
import { PRESET_NAMES } from '../runtime/machines/presets.ts';

/** The value may follow without a space too: `-isystemDIR`. */
const GLUED = /^(-isystem|-iquote|-idirafter|-include)([^=].*)$/;

/** Glued or separate value: `-Iinc`, `-I inc`; `-T` may have a '=' as well. */
const VALUED: Readonly<Record<string, string>> = {
  '-D': 'define',
  '-U': 'undefine',
  '-I': 'include-directory',
  '-L': 'library-directory',
  '-l': 'library',
  '-o': 'output',
  '-T': 'static-threads',
};

/** The value follows as a word of its own, or after `=`. */
const LONG_VALUED: Readonly<Record<string, string>> = {
  '-T': 'static-threads',
  '-fupc-threads': 'static-threads',
  '-target': 'target',
  '--target': 'target',
  '-network': 'network',
  '--network': 'network',
  '-shared-heap': 'shared-heap',
  '--shared-heap': 'shared-heap',
  '-include': 'include',
  '-isystem': 'system-directory',
  '-iquote': 'include-directory',
  '-idirafter': 'system-directory',
  '-std': 'standard',
  '--std': 'standard',
  '--emit': 'emit',
  '--diagnostics': 'diagnostics',
  '--dump-after': 'dump-after',
  '--output': 'output',
  '--explain': 'explain',
  '--sweep': 'sweep',
  '--sweep-to': 'sweep-to',
};

/** Flags of the program that pgasc run hands on: those of its start, and those that record its communication. */
const OF_THE_START = new Set([
  '-n',
  '--threads',
  '--heap',
  '--stack',
  '--processes',
  '--per-host',
  '--distribution',
  '--hosts',
  '--hostfile',
  '--rsh',
  '--conduit',
  '--schedule',
  '--per-node',
  '--map',
  '--explore',
  '--compute',
]);
/** The same, without a value. */
const ALONE_AT_START = new Set([
  ...['--simulate', '--phantom', '--reorder'],
  ...['--label', '--preload', '--failed-images', '--bind'],
]);
const OF_THE_PROGRAM = new Set(['--trace', '--trace-limit', '--trace-sample', '--matrix']);

const PLAIN: Readonly<Record<string, string>> = {
  '-ansi': 'standard=c90',
  '-c': 'compile-only',
  '-shared': 'shared-object',
  '-r': 'joined-object',
  '-E': 'preprocess-only',
  '-S': 'assembly',
  '-M': 'dependencies=M',
  '-MM': 'dependencies=MM',
  '-MD': 'dependencies=MD',
  '-MMD': 'dependencies=MMD',
  '-MP': 'phony-targets',
  '-MG': 'generated-headers',
  '-P': 'preprocessed-text=unmarked',
  '-dM': 'preprocessed-text=macros',
  '-fsyntax-only': 'syntax-only',
  '-dumpversion': 'tell=version',
  '-dumpfullversion': 'tell=version',
  '-dumpmachine': 'tell=machine',
  '-v': 'verbose',
  '-vv': 'verbose',
  '-w': 'no-warnings',
  '-h': 'help',
  '-version': 'version',
  '-V': 'version',
  '-trace': 'trace',
  '-simulate': 'simulate',
  '-explore': 'explore',
  '-save-temps': 'save-temps',
  '--save-temps': 'save-temps',
  '-pthreads': 'pthreads',
  '-pthread': 'pthreads',
  '--remarks': 'remarks',
  '--report': 'report',
  '--verify': 'verify',
  '-ftime-report': 'time-report',
  '-ffast-math': 'fast-math',
  '-fno-strict-aliasing': 'no-strict-aliasing',
  '-mno-simd128': 'no-simd',
  '-msimd128': 'simd',
  '-fopt-info': 'remarks',
  '-Rpass': 'remarks',
};

/** Those of them that also are flags of the program, where they have a value. */
const OF_BOTH = new Set(['-simulate', '-trace', '-explore']);
/** upcc's -pthreads=N is one of its own, and gcc's switches may have values. */
const TAKES_NONE = new Set(Object.keys(PLAIN).filter((flag) => flag !== '-pthreads' && !flag.startsWith('-f')));

/** The letters behind -M that have a value. */
const RULE_FLAGS: Readonly<Record<string, string>> = {
  F: 'dependency-file=',
  T: 'dependency-target=as-is:',
  Q: 'dependency-target=quoted:',
};

/** Flags of gcc without a meaning here. */
const IGNORED = new Set(
  `-pipe -pedantic -pedantic-errors -static -rdynamic -trigraphs -time -Q -C -CC --coverage -coverage -s -pg -pie -no-pie -H -nostdinc
   -nostdlib -nostartfiles -nodefaultlibs -static-libgcc -gsplit-dwarf -gz -gstrict-dwarf -gno-strict-dwarf
   -grecord-gcc-switches -gno-record-gcc-switches -gcolumn-info -gno-column-info`.split(/\s+/),
);
/** The same, with a value as a word of its own. */
const IGNORED_VALUED = new Set(['-Xlinker', '-Xassembler', '-Xpreprocessor', '-z', '--param']);

/** Flags that act only on upcc's or gcc's own tools: taken, and without effect. */
const WITHOUT_EFFECT: readonly RegExp[] = [
  /^-(no)?(lines|opt|inst|inst-local|inst-functions|tv|pthreads|size-warn|require-size|link-cache|fast-symptr|checks)$/,
  /^-(opt-(enable|disable)|heap-offset|shared-heap-max|pthreads)=/,
  /^--(sysroot|param)=/,
  /^-(notrace|norc|nightly|stable|yesterday|compress|uses-mpi|pg|s|static|pipe|pedantic|rdynamic)$/,
];

/** Normalises a whole command line; a misuse that it sees itself (a value missing) is thrown as text. */
export function normalize(words: readonly string[]): string[] {
  const result: string[] = [];
  const rest = [...words];
  const running = rest[0] === 'run';
  if (running) result.push(rest.shift() as string);
  let language: string | undefined;
  while (rest.length > 0) {
    const word = rest.shift() as string;
    if (word.startsWith('-x')) language = word.slice(2) || following(word, rest);
    else if (word === '--') return [...result, ...rest.flatMap(() => typed(language)), '--', ...rest];
    else if (isFile(word)) result.push(...typed(language), word);
    else result.push(...option(word, rest));
    if (running && isFile(word)) return [...result, '--', ...rest];
  }
  return result;
}

const isFile = (word: string): boolean => !word.startsWith('-') || word === '-';

/** -x is for the files behind it: from the first one on, each file has an option that says its language. */
const typed = (language: string | undefined): string[] => (language === undefined ? [] : [`--language=${language}`]);

function option(word: string, rest: string[]): string[] {
  if (IGNORED.has(word)) return [];
  if (IGNORED_VALUED.has(word)) {
    following(word, rest);
    return [];
  }
  if (word in PLAIN) return [`--${PLAIN[word]}`];
  const [name, value] = /^-n\d+$/.test(word) ? ['-n', word.slice(2)] : splitAt(word, '=');
  if (TAKES_NONE.has(name)) throw new UsageError(valued(name, value!));
  if (name === '--stats') return [`--program-flag=${word}`];
  if (OF_THE_PROGRAM.has(name)) return [`--program-flag=${name}=${value ?? following(word, rest)}`];
  if (word === '--simulate') refuseDetached(rest[0]);
  if (ALONE_AT_START.has(word) || name === '--simulate' || name === '--time') return [`--start-flag=${word}`];
  if (OF_THE_START.has(name)) return [`--start-flag=${name}=${value ?? following(word, rest)}`];
  if (name in LONG_VALUED) return [`--${LONG_VALUED[name]}=${value ?? following(word, rest)}`];
  return glued(word, rest) ?? [word];
}

function glued(word: string, rest: string[]): string[] | undefined {
  if (WITHOUT_EFFECT.some((flags) => flags.test(word))) return [`--target-flag=${word.slice(1)}`];
  const long = GLUED.exec(word);
  if (long) return [`--${LONG_VALUED[long[1] as string]}=${long[2]}`];
  const rule = /^-M([FTQ])(.*)$/.exec(word);
  if (rule) return [`--${RULE_FLAGS[rule[1] as string]}${rule[2] || following(word, rest)}`];
  const ofWp = /^-Wp,-(M?MD),([^,]+)$/.exec(word);
  if (ofWp) return [`--dependencies=${ofWp[1]}`, `--dependency-file=${ofWp[2]}`];
  if (word.startsWith('-Wp,')) return normalize(word.slice('-Wp,'.length).split(','));
  const threads = /^-fupc-threads-(.+)$/.exec(word);
  if (threads) return [`--static-threads=${threads[1]}`];
  const level = /^-O(.*)$/.exec(word);
  if (level) return [`--optimize=${level[1] || '1'}`];
  if (word.startsWith('-W')) return [`--warning=${word.slice(2)}`];
  const debug = /^-g(?:gdb|stabs\+?|dwarf(?:-[2-5])?)?([0-3]?)$/.exec(word);
  if (debug) return [`--debug=${debug[1] || '2'}`];
  const pass = /^-f(no-)?(.+)$/.exec(word);
  if (pass && SWITCHES.includes(pass[2] as string)) return [`--pass=${word.slice(2)}`];
  // gcc's name.
  if (pass?.[2] === 'tree-vectorize') return [`--pass=${pass[1] ?? ''}vectorize`];
  if (/^-f\w/.test(word)) return [`--switch=${word.slice(2)}`];
  if (/^-m\w/.test(word)) return [`--target-flag=${word.slice(1)}`];
  const short = word.slice(0, 2);
  if (word.startsWith('--') || !(short in VALUED)) return undefined;
  const value = word.slice(2) || following(word, rest);
  // One list keeps the order of -D and -U.
  return short === '-U' ? [`--define=-${value}`] : [`--${VALUED[short]}=${value}`];
}

/** A flag without a value was given one. */
function valued(name: string, value: string): string {
  const own = `${name} takes no value ('${value}' was given)`;
  return OF_BOTH.has(name) ? `${own}; where the program is run: node out.js -${name}=${value}` : own;
}

/** A machine is attached, as the flag may stand without one. */
function refuseDetached(next = ''): void {
  if (PRESET_NAMES.includes(next.split(',')[0]!)) throw new UsageError(detachedMachine(next));
}

function following(word: string, rest: string[]): string {
  const value = rest.shift();
  if (value === undefined) throw new UsageError(`${word} needs a value`);
  return value;
}

function splitAt(word: string, separator: string): [string, string | undefined] {
  const at = word.indexOf(separator);
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/** A command line that makes no sense: one line, exit status 2. */
export class UsageError extends Error {}
