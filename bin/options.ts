/**
 * The options of `pgasc`, read with yargs from a normalised command line (see argv.ts), checked, and turned into what
 * the driver takes. Misuse is a `UsageError`: one line, exit status 2.
 */
import { existsSync } from 'node:fs';
import yargs from 'yargs';
import { nearestName } from '../compiler/diagnostics/suggestion.ts';
import { headerOf } from '../compiler/frontends/c/headers.ts';
import type { Dialect, Standard } from '../compiler/frontends/c/lexer/dialect.ts';
import { chooseWarnings } from '../compiler/frontends/c/lint/choice.ts';
import { COMMUNICATION } from '../compiler/optimizer/communication/costs.ts';
import type { CompilerOptions, Target } from '../compiler/options.ts';
import { LaunchError } from '../runtime/errors.ts';
import { parseFlags } from '../runtime/launch/flags.ts';
import type { Libraries } from './archives.ts';
import { UsageError } from './argv.ts';
import { commandWords, flagWords } from './completion.ts';
import { type DependencyFlags, dependencyFlags } from './dependencies.ts';
import { explain } from './explain.ts';
import { DUMPED, EMITTED, NETWORKS, SIMULATED } from './flags.ts';
import { help } from './help.ts';
import { headerIndex, SYSTEM_INCLUDE, VERSION } from './installation.ts';
import { dialectOf, standardOf } from './languages.ts';
import { machineNamed } from './machines.ts';
import { type Sweep, sweepIn } from './sweep/sweep.ts';

/** The kind of output to make of the source files. */
export type Product =
  | 'program'
  | 'object'
  | 'preprocessed'
  | 'nothing'
  | 'ir'
  | 'typescript'
  | 'declarations'
  | 'tree'
  | ModuleProduct;
/** The WebAssembly module, as it is and as text. */
export type ModuleProduct = 'wasm' | 'wat';

/** A file of the command line. */
export interface InputFile {
  readonly path: string;
  readonly dialect: Dialect;
  /** -x says that it is a source, whatever its name. */
  readonly isSource: boolean;
}

export interface Command {
  readonly run: boolean;
  readonly files: readonly InputFile[];
  /** Arguments of the program; `run` only. */
  readonly programArguments: readonly string[];
  /** -n among them, or PGAS_THREADS: THREADS, where the program needs it to be a constant. */
  readonly threadsOfRun?: number;
  readonly product: Product;
  readonly output?: string;
  readonly saveTemps: boolean;
  readonly verbose: boolean;
  readonly warnings: boolean;
  /** --remarks */
  readonly remarks: boolean;
  /** --report */
  readonly report: boolean;
  /** -ftime-report */
  readonly timeReport: boolean;
  /** The words behind -W and, where they choose no pass, -f: some may be unknown. */
  readonly asked: { readonly warnings: readonly string[]; readonly switches: readonly string[] };
  /** --diagnostics= */
  readonly diagnostics: 'text' | 'json';
  readonly dumpAfter: readonly string[];
  /** Files of `-include`. */
  readonly included: readonly string[];
  /** Paths of .a files. */
  readonly archives: readonly string[];
  /** -l and -L */
  readonly libraries: Libraries;
  /** -M and the like */
  readonly dependencies?: DependencyFlags;
  /** --sweep of run: it is run at each point. */
  readonly sweep?: Sweep;
  /** -trace, or a flag of run that needs it: the program can record its communication. */
  readonly trace: boolean;
  /** -simulate, or --simulate of run: all threads can be coroutines of one. */
  readonly simulate: boolean;
  /** -explore, or --explore of run: each access to shared memory comes to the runtime. */
  readonly explore: boolean;
  /** -network= */
  readonly network: string;
  /** Bytes; 0 where the program is to choose. */
  readonly sharedHeap: number;
  readonly compiler: CompilerOptions;
}

/** Behind -l: libraries that the runtime contains. */
const BUILT_IN = new Set('m c pthread rt dl util gcc upc bupc'.split(' '));
const EMITS: Readonly<Record<string, Product>> = {
  ...{ js: 'program', ts: 'typescript', 'd.ts': 'declarations', ir: 'ir', tree: 'tree' },
  ...{ wat: 'wat', wasm: 'wasm' },
};
/** Made of the program as a whole, not of each file. */
const BY_FILE_ALONE: readonly Product[] = ['object', 'preprocessed', 'nothing'];
const WHOLE: readonly Product[] = ['program', 'typescript', 'wat', 'wasm'];

function parser(words: readonly string[]) {
  return yargs([...words])
    .parserConfiguration({
      'short-option-groups': false,
      'greedy-arrays': false,
      'camel-case-expansion': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'populate--': true,
      'duplicate-arguments-array': true,
      'boolean-negation': false,
    })
    .option('output', { type: 'string' })
    .option('compile-only', { type: 'boolean' })
    .option('preprocess-only', { type: 'boolean' })
    .option('assembly', { type: 'boolean' })
    .option('emit', { type: 'string' })
    .option('define', { type: 'array', string: true })
    .option('undefine', { type: 'array', string: true })
    .option('include-directory', { type: 'array', string: true })
    .option('include', { type: 'array', string: true })
    .option('library', { type: 'array', string: true })
    .option('library-directory', { type: 'array', string: true })
    .option('optimize', { type: 'string' })
    .option('debug', { type: 'string' })
    .option('dependencies', { type: 'array', string: true })
    .option('dependency-file', { type: 'string' })
    .option('dependency-target', { type: 'array', string: true })
    .option('phony-targets', { type: 'boolean' })
    .option('syntax-only', { type: 'boolean' })
    .option('generated-headers', { type: 'boolean' })
    .option('preprocessed-text', { type: 'string' })
    .option('shared-object', { type: 'boolean' })
    .option('joined-object', { type: 'boolean' })
    .option('system-directory', { type: 'array', string: true })
    .option('tell', { type: 'string' })
    .option('static-threads', { type: 'string' })
    .option('diagnostics', { type: 'string' })
    .option('network', { type: 'string' })
    .option('shared-heap', { type: 'string' })
    .option('warning', { type: 'array', string: true })
    .option('no-warnings', { type: 'boolean' })
    .option('verify', { type: 'boolean' })
    .option('dump-after', {
      type: 'array',
      string: true,
    })
    .option('trace', { type: 'boolean' })
    .option('simulate', { type: 'boolean' })
    .option('explore', { type: 'boolean' })
    .option('program-flag', { type: 'array', string: true })
    .option('start-flag', { type: 'array', string: true })
    .option('sweep', { type: 'string' })
    .option('sweep-to', { type: 'array', string: true })
    .option('save-temps', { type: 'boolean' })
    .option('verbose', { type: 'boolean' })
    .option('target', { type: 'string' })
    .option('fast-math', { type: 'boolean' })
    .option('no-strict-aliasing', { type: 'boolean' })
    .option('simd', { type: 'boolean' })
    .option('no-simd', { type: 'boolean' })
    .option('report', { type: 'boolean' })
    .option('time-report', { type: 'boolean' })
    .option('pass', { type: 'array', string: true })
    .option('remarks', { type: 'boolean' })
    .option('switch', { type: 'array', string: true })
    .option('target-flag', { type: 'array', string: true })
    .option('standard', { type: 'string' })
    .option('language', { type: 'array', string: true })
    .option('pthreads', { type: 'boolean' })
    .version(false)
    .option('version', { type: 'boolean' })
    .help(false)
    .option('explain', { type: 'string' })
    .option('help', { type: 'string' })
    .strictOptions()
    .exitProcess(false)
    .fail((message, error) => {
      throw new UsageError(message ? unknownFlag(message, words) : String(error));
    });
}

function unknownFlag(message: string, words: readonly string[]): string {
  const names = /^Unknown arguments?: (.*)$/.exec(message)?.[1]?.split(', ');
  const written = names && words.find((word) => names.includes(word.replace(/^--?/, '').replace(/=.*/, '')));
  return names ? `unknown flag '${written ?? names[0]}'; ${flagMeant(written ?? '')}` : message;
}

function flagMeant(written: string): string {
  const stem = (word: string) => word.replace(/=.*/, '');
  const near = nearestName(
    stem(written),
    flagWords().map(({ word }) => stem(word)),
  );
  return near === undefined ? '"pgasc --help" lists the flags' : `did you mean '${near}'?`;
}

/** `pgasc rnu x.upc` */
function checkWord(word: string | undefined): void {
  if (word === undefined || word.includes('.') || existsSync(word)) return;
  const near = nearestName(
    word,
    commandWords().map((each) => each.word),
  );
  if (near !== undefined) throw new UsageError(`${word}: no such file or command; did you mean 'pgasc ${near}'?`);
}

/** -dumpversion, -dumpmachine */
const TOLD: Readonly<Record<string, string>> = { version: VERSION, machine: 'wasm32-unknown-linux' };

/** Text for `--help`, `--version` and `--explain`, or the command. */
export function readCommand(words: readonly string[]): Command | string {
  const values = parser(words).parseSync() as unknown as Values;
  if (values.version) return `pgasc ${VERSION}`;
  if (values.tell !== undefined) return TOLD[last(values.tell) as string] as string;
  if (values.help !== undefined) return help(last(values.help) ?? '');
  if (values.explain !== undefined) return explain(last(values.explain) as string);
  return command(values);
}

/** Options of a session; its language is that of the last -x. */
export interface SessionSettings extends Pick<Command, 'compiler' | 'included' | 'warnings'> {
  readonly files: readonly string[];
}

/** The compiler's options, and the files, where there is no output to make of them. */
export function readSettings(words: readonly string[]): SessionSettings {
  const values = parser(words).parseSync() as unknown as Values;
  const unfit = MAKING.find((name) => values[name] !== undefined);
  if (unfit) throw new UsageError(`${unfit}: a session makes no files`);
  if (values.simulate) throw new UsageError('-simulate: a session runs in real threads; use pgasc run');
  if (values.explore) throw new UsageError('-explore: a session runs in real threads; use pgasc run');
  if (values.trace) throw new UsageError('-trace: a session records no communication; use pgasc run');
  const network = last(values.network) ?? 'smp';
  if (network !== 'smp')
    throw new UsageError(`-network=${network}: a session runs on smp; compile the program instead`);
  const files = [...values._, ...(values['--'] ?? [])];
  const warnings = values['no-warnings'] !== true;
  const dialect = dialectOf('', last(values.language), standardIn(values));
  return { compiler: { ...compilerOptions(values), dialect }, files, included: list(values.include), warnings };
}

/** Options that say what to make. */
const MAKING = ['output', 'compile-only', 'preprocess-only', 'assembly', 'emit', 'save-temps', 'dump-after'];

interface Values {
  readonly [name: string]: unknown;
  readonly _: string[];
  readonly '--'?: string[];
}

function command(values: Values): Command {
  const run = values._[0] === 'run';
  checkWord(values._[0]);
  const inputs = inputFiles(run ? values._.slice(1) : [...values._, ...(values['--'] ?? [])], values);
  const isArchive = ({ path, isSource }: InputFile) => !isSource && path.endsWith('.a');
  const files = inputs.filter((input) => !isArchive(input));
  if (inputs.length === 0) throw new UsageError('no input files; "pgasc --help" shows how to call it');
  const startFlags = list(values['start-flag']);
  const programFlags = list(values['program-flag']);
  if (!run && startFlags.length > 0)
    throw new UsageError(
      `${startFlags[0]} is for pgasc run, and for the compiled program: node out.js ${startFlags[0]}`,
    );
  if (!run && programFlags.length > 0)
    throw new UsageError(
      `${programFlags[0]} is for pgasc run, and for the compiled program: compile it with -trace, then node out.js ${programFlags[0]}`,
    );
  const sweep = sweepIn(list(values.sweep), list(values['sweep-to']), startFlags, [
    ...programFlags,
    ...(values['--'] ?? []),
  ]);
  if (!run && sweep) throw new UsageError('--sweep is for pgasc run');
  const programArguments = run ? [...startFlags, ...programFlags, ...(values['--'] ?? [])] : [];
  const chosen: Command = {
    run,
    files,
    programArguments,
    ...(sweep && { sweep }),
    threadsOfRun: run ? threadsAmong(programArguments) : undefined,
    product: product(values),
    output: last(values.output),
    saveTemps: values['save-temps'] === true,
    verbose: values.verbose === true,
    warnings: values['no-warnings'] !== true,
    remarks: values.remarks === true,
    report: values.report === true,
    timeReport: values['time-report'] === true,
    asked: { warnings: list(values.warning), switches: list(values.switch) },
    diagnostics: (last(values.diagnostics) ?? 'text') as Command['diagnostics'],
    dumpAfter: list(values['dump-after']),
    included: list(values.include),
    archives: inputs.filter(isArchive).map(({ path }) => path),
    libraries: { names: list(values.library), directories: list(values['library-directory']), builtIn: BUILT_IN },
    dependencies: dependencies(values),
    trace: isRecorded(values),
    simulate: isSimulated(values),
    explore: isExplored(values),
    network: networkOf(values),
    sharedHeap:
      values['shared-heap'] === undefined ? 0 : sizeInBytes('-shared-heap', last(values['shared-heap']) as string),
    compiler: compilerOptions(values),
  };
  checkConsistent(chosen);
  refuse(values, chosen);
  return chosen;
}

function dependencies(values: Values): DependencyFlags | undefined {
  return dependencyFlags(list(values.dependencies), {
    phony: values['phony-targets'] === true,
    generated: values['generated-headers'] === true,
    file: last(values['dependency-file']),
    targets: list(values['dependency-target']),
    systemDirectories: list(values['system-directory']),
  });
}

/** The number of threads that the program will be started with, where that is said. */
function threadsAmong(programArguments: readonly string[]): number | undefined {
  try {
    return parseFlags(programArguments, process.env).threads;
  } catch (error) {
    if (error instanceof LaunchError) throw new UsageError(error.message);
    throw error;
  }
}

/** -x's words are those of the last files: normalize gives one to each from the first that has one. */
function inputFiles(paths: readonly string[], values: Values): InputFile[] {
  const words = list(values.language);
  const standard = standardIn(values);
  return paths.map((path, k) => {
    const word = words[k - (paths.length - words.length)];
    return { path, dialect: dialectOf(path, word, standard), isSource: word !== undefined && word !== 'none' };
  });
}

function standardIn(values: Values): Standard | undefined {
  const name = last(values.standard);
  return name === undefined ? undefined : standardOf(name);
}

function product(values: Values): Product {
  const asked: Product[] = [];
  if (values['preprocess-only']) asked.push('preprocessed');
  if (values['compile-only']) asked.push('object');
  if (values['syntax-only']) return 'nothing';
  if (values.assembly) asked.push(target(values) === 'webassembly' ? 'wat' : 'ir');
  const emit = last(values.emit);
  if (emit !== undefined) {
    if (!(emit in EMITS)) throw new UsageError(`--emit=${emit}: there are ${EMITTED.join(', ')}`);
    if (emit !== 'js') asked.push(EMITS[emit] as Product);
  }
  if (new Set(asked).size > 1) throw new UsageError('conflicting flags: choose one of -E, -c, -S and --emit');
  return asked[0] ?? 'program';
}

/** Flags for what cannot be made; with -c and -E they do not matter. */
function refuse(values: Values, command: Command): void {
  if (BY_FILE_ALONE.includes(command.product) || command.dependencies?.only) return;
  const advice = 'make an archive of objects with ar rcs, and link that';
  if (values['shared-object']) throw new UsageError(`-shared: programs have no shared libraries; ${advice}`);
  if (values['joined-object']) throw new UsageError(`-r: objects are not linked to one object; ${advice}`);
  if (list(values.language).at(-1) === 'c-header')
    throw new UsageError('-x c-header: there are no precompiled headers; leave the rule out, headers are read as fast');
}

function checkConsistent(command: Command): void {
  if (!NETWORKS.includes(command.network))
    throw new UsageError(`-network=${command.network}: this pgasc has the networks ${NETWORKS.join(', ')}`);
  if (command.simulate && !SIMULATED.includes(command.network))
    throw new UsageError(
      `-simulate: threads of ${command.network} are not simulated; there are ${SIMULATED.join(', ')}`,
    );
  if (command.explore && command.network !== 'sfi')
    throw new UsageError(
      `-explore, --explore: schedules are explored on sfi and on no machine, not on ${command.network}; leave out -network=NAME, and the name in --simulate=MACHINE`,
    );
  if (command.simulate && command.product === 'typescript')
    throw new UsageError('conflicting flags: -simulate makes a program, --emit=ts a text to be read');
  if (!['text', 'json'].includes(command.diagnostics))
    throw new UsageError(`--diagnostics=${command.diagnostics}: there are text and json`);
  if (command.run && command.product !== 'program')
    throw new UsageError('conflicting flags: run executes the program, -E, -c, -S and --emit do not make one');
  if (command.run && command.output !== undefined)
    throw new UsageError('conflicting flags: run writes no output file; leave out -o, or compile without run');
  if (command.output !== undefined && command.files.length > 1 && !WHOLE.includes(command.product)) {
    throw new UsageError(`-o ${command.output} with several files: each would overwrite the one before`);
  }
  for (const pass of command.dumpAfter) {
    if (!DUMPED.includes(pass)) throw new UsageError(`--dump-after=${pass}: there are ${DUMPED.join(', ')}`);
  }
}

function compilerOptions(values: Values): CompilerOptions {
  return {
    threads: staticThreads(list(values['static-threads'])),
    macros: [...list(values.define).map(definition), ...list(values.undefine).map((name) => ({ name }))],
    includeDirectories: [...list(values['include-directory']), ...list(values['system-directory'])],
    systemIncludeDirectories: [SYSTEM_INCLUDE],
    headerOf: headerOf(headerIndex),
    headerNames: () => headerIndex().headers,
    optimize: isExplored(values) ? 0 : level(last(values.optimize) ?? '1'),
    target: isExplored(values) ? 'typescript' : target(values),
    fastMath: values['fast-math'] === true || last(values.optimize) === 'fast',
    strictAliasing: values['no-strict-aliasing'] !== true,
    simd: values['no-simd'] !== true,
    passes: passes([...list(values.pass), ...withoutCharges(values)]),
    communication: COMMUNICATION[networkOf(values) as keyof typeof COMMUNICATION],
    recorded: isRecorded(values),
    charged: isSimulated(values),
    explored: isExplored(values),
    debug: (last(values.debug) ?? '0') !== '0',
    verifiesPasses: values.verify === true,
    ...chooseWarnings(list(values.warning)),
    preprocessedText: (last(values['preprocessed-text']) ?? 'marked') as CompilerOptions['preprocessedText'],
    generatedHeaders: values['generated-headers'] === true,
    now: new Date(),
  };
}

/** -simulate, or the flag of run that needs it. */
const isSimulated = (values: Values): boolean =>
  values.simulate === true ||
  isExplored(values) ||
  list(values['start-flag']).some((flag) => flag.startsWith('--simulate'));

/** -explore, or a flag of run that needs it. */
const isExplored = (values: Values): boolean =>
  values.explore === true || list(values['start-flag']).some((flag) => EXPLORES.test(flag));

/** --explore=N, --reorder, --schedule= with a list of choices. */
const EXPLORES = /^--(explore=|reorder$|schedule=\d+[a-z])/;

/** Where own code takes no time nothing needs to be counted. */
const withoutCharges = (values: Values): string[] =>
  list(values['start-flag']).includes('--compute=none') ? ['no-charge'] : [];

/** As asked for; else that of the machine on which `run` simulates the program. */
function networkOf(values: Values): string {
  const network = last(values.network);
  if (network !== undefined) return network;
  const machine = list(values['start-flag'])
    .flatMap((flag) => /^--simulate=(.+)/.exec(flag)?.[1] ?? [])
    .at(-1);
  if (machine !== undefined) return machineNamed(machine, '--simulate').network;
  return isSimulated(values) ? 'sfi' : 'smp';
}

/** -trace, or a flag for the program that needs it. */
const isRecorded = (values: Values): boolean => values.trace === true || list(values['program-flag']).length > 0;

/** Passes switched on (`NAME`) and off (`no-NAME`); the last word on each counts. */
function passes(given: readonly string[]): ReadonlyMap<string, boolean> {
  return new Map(given.map((name) => [name.replace(/^no-/, ''), !name.startsWith('no-')]));
}

/** `NAME=TEXT`, `NAME`, or `-NAME`, which undefines. */
function definition(text: string): { name: string; text?: string } {
  if (text.startsWith('-')) return { name: text.slice(1) };
  const at = text.indexOf('=');
  return at < 0 ? { name: text, text: '1' } : { name: text.slice(0, at), text: text.slice(at + 1) };
}

const MAX_THREADS = 1024;

function staticThreads(given: readonly string[]): number | undefined {
  const [text, other] = new Set(given);
  if (text === undefined) return undefined;
  if (other !== undefined) throw new UsageError(`conflicting flags: -T=${text} and -T=${other}`);
  const threads = Number(text);
  if (!/^\d+$/.test(text) || threads < 1 || threads > MAX_THREADS)
    throw new UsageError(`-T=${text}: the number of threads is a whole number from 1 to ${MAX_THREADS}`);
  return threads;
}

const TARGETS: Readonly<Record<string, Target>> = { ts: 'typescript', wasm: 'webassembly' };
/** Levels for debuggers and readers. */
const FOR_READING = new Set([undefined, '0', 'g']);

/** The back end: by -target=, else by the level of optimization. */
function target(values: Values): Target {
  const asked = last(values.target);
  const emit = last(values.emit);
  if (emit === 'wat' || emit === 'wasm') {
    if (asked === 'ts') throw new UsageError(`conflicting flags: --emit=${emit} and -target=ts`);
    return 'webassembly';
  }
  if (asked === undefined) return FOR_READING.has(last(values.optimize)) ? 'typescript' : 'webassembly';
  const known = TARGETS[asked];
  if (known === undefined) throw new UsageError(`-target=${asked}: there are ${Object.keys(TARGETS).join(' and ')}`);
  return known;
}

function level(text: string): 0 | 1 | 2 | 3 {
  if (text === 's' || text === 'z') return 2;
  if (text === 'g') return 1;
  if (text === 'fast') return 3;
  if (!/^\d+$/.test(text)) throw new UsageError(`-O${text}: the levels are -O0 to -O3, -Os, -Og and -Ofast`);
  return Math.min(Number(text), 3) as 0 | 1 | 2 | 3;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 2 ** 20,
  K: 2 ** 10,
  KB: 2 ** 10,
  M: 2 ** 20,
  MB: 2 ** 20,
  G: 2 ** 30,
  GB: 2 ** 30,
};

/** upcc's sizes: a number with K, M or G; megabytes without. */
function sizeInBytes(flag: string, text: string): number {
  const match = /^(\d+)([KMG]?B?)$/i.exec(text);
  const unit = match && UNITS[(match[2] as string).toUpperCase()];
  if (!match || !unit) throw new UsageError(`${flag}=${text}: a size is a number with K, M or G, such as 64M`);
  return Number(match[1]) * unit;
}

function list(value: unknown): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)];
}

function last(value: unknown): string | undefined {
  return list(value).at(-1);
}
