/**
 * The whole compiler in one call: texts in; the text of out.js, its map and diagnostics out, and no file is read.
 *
 * One idea: all that the command reads from its installation (headers, compiled C library, runtimes) is given as texts.
 */
import { type Compilation, type CompileOptions, OPTION_NAMES, type Sources } from './api.ts';
import type { Callable } from './callable.ts';
import { DiagnosticBag } from './diagnostics/diagnostic.ts';
import { publish } from './diagnostics/publish.ts';
import { report } from './diagnostics/render.ts';
import { linkImage, linkOutput, toJavaScript } from './emit/print.ts';
import { emitProgram } from './emit/program.ts';
import { emitImage } from './emit/wasm/image.ts';
import { type HeaderIndex, headerOf } from './frontends/c/headers.ts';
import { chooseWarnings } from './frontends/c/lint/choice.ts';
import type { Module } from './ir/ir.ts';
import { parseModule } from './ir/parse.ts';
import { printModule } from './ir/text.ts';
import type { Available, LinkedProgram } from './link/link.ts';
import { parseSignature } from './link/signatures.ts';
import { COMMUNICATION, isWide } from './optimizer/communication/costs.ts';
import { checkNames } from './optionnames.ts';
import type { CompilerOptions, Defined, FileHost } from './options.ts';
import { compileUnit, linkUnits } from './pipeline.ts';
import { servingText } from './serving.ts';
import type { SharedArray } from './sharedarray.ts';
import { type Position, SERVING, sourceFile } from './source/source.ts';
import { waitingIn } from './waiting.ts';

/** What belongs to pgasc beside the compiler. */
export interface Installation {
  /** By path below the folder of headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly headerIndex: HeaderIndex;
  /** Signatures of the library's functions by name. */
  readonly library: Readonly<Record<string, string | null>>;
  /** The library's functions in C: the object that defines a name, and the objects' texts. */
  readonly definitions: Readonly<Record<string, string>>;
  readonly objects: Readonly<Record<string, string>>;
  /** The library's functions that may wait for other threads. */
  readonly waiting: readonly string[];
  /** The runtime, by network, and with -simulated behind it. */
  readonly runtimes: Readonly<Record<string, () => Promise<string>>>;
}

const HEADERS = '/pgasc/include';

/** Compiles and links; what is wrong in the sources is in the diagnostics. */
export async function compileWith(
  installation: Installation,
  sources: Sources,
  options: CompileOptions = {},
): Promise<Compilation> {
  const texts = typeof sources === 'string' ? { [options.name ?? 'prog.upc']: sources } : sources;
  checkNames('compile', options, OPTION_NAMES);
  const files = unitsAmong(texts);
  const runtime = runtimeOf(installation, options);
  const defined: Defined[] = [];
  const compiler = { ...compilerOptions(installation, options), defined: (by: Defined) => void defined.push(by) };
  const bag = new DiagnosticBag();
  const host = hostOf(texts, installation.headers, options.read);
  const units = modulesOf(files, texts, host, compiler, bag);
  const callable = defined.flatMap(({ functions }) => functions);
  const functions = options.exports && units && chosenOf(callable, options.exports);
  const serving = functions && [moduleThatServes(functions, host, compiler, bag)];
  const modules = serving ? [...units!.map(withoutMain), ...serving] : units;
  const program = modules && linkUnits(modules, availableOf(installation), compiler, bag);
  const waiting = program && options.simulate ? waitingOf(program, installation) : undefined;
  const settings = { ...options, ...(waiting && { waiting }) };
  const output = program && outputOf(program, files[0] as string, settings, compiler, await runtime(), bag);
  const { text, failed } = report(bag, { ...compiler, color: false });
  const shared = defined.flatMap(({ arrays }) => arrays);
  const arrays = program && placed(program, shared);
  return {
    ...(failed ? {} : { ...output, ...(arrays && { arrays }) }),
    ...(functions && { functions }),
    ...(options.ir && units && { ir: units.map(printModule).join('\n') }),
    diagnostics: publish(bag, compiler, files, (name) => name),
    messages: text,
  };
}

/** Names of the sources that are compiled; the others are there to be included. */
export function unitsAmong(texts: Readonly<Record<string, string>>): string[] {
  const files = Object.keys(texts).filter((name) => /\.(upc|c)$/.test(name));
  if (files.length === 0) throw new TypeError('there are no sources; their names end in .upc or .c');
  return files;
}

/**
 * With the place of those that the program uses. An object is known by where its name stands; a static one of a header is another one in each
 * unit.
 */
function placed({ statics, offsets }: LinkedProgram, arrays: readonly SharedArray[]): SharedArray[] {
  const described = new Map(arrays.map((array) => [placeText(array.at), array]));
  return [...described].flatMap(([place, array]) => {
    const objects = statics.filter(({ at }) => at && placeText(at) === place);
    return objects.length === 0 ? [array] : objects.map(({ name }) => ({ ...array, offset: offsets.get(name)! }));
  });
}

export const placeText = ({ name, line, column }: Position): string => `${name}:${line}:${column}`;

function runtimeOf({ runtimes }: Installation, { network = 'smp', simulate }: CompileOptions): () => Promise<string> {
  const runtime = runtimes[simulate ? `${network}-simulated` : network];
  if (runtime !== undefined) return runtime;
  const those = Object.keys(runtimes).filter((name) => name.endsWith('-simulated') === (simulate === true));
  const names = those.map((name) => name.replace('-simulated', '')).join(', ');
  throw new TypeError(`network ${network}: ${simulate ? 'those that are simulated' : 'the networks'} are ${names}`);
}

export function compilerOptions({ headerIndex }: Installation, options: CompileOptions): CompilerOptions {
  const { optimize, threads, network = 'smp', language = 'upc' } = options;
  const target = options.target ?? (optimize ? 'webassembly' : 'javascript');
  return {
    ...(threads !== undefined && { threads }),
    dialect: { language },
    macros: Object.entries(options.define ?? {}).map(([name, text]) => ({ name, text })),
    ...{ includeDirectories: [], systemIncludeDirectories: [HEADERS] },
    optimize: optimize ?? 1,
    target: target === 'javascript' ? 'typescript' : 'webassembly',
    communication: COMMUNICATION[network as keyof typeof COMMUNICATION],
    debug: options.debug === true,
    recorded: options.trace === true,
    charged: options.simulate === true,
    ...(options.pages && { passes: new Map([['outline', true]]) }),
    headerOf: headerOf(() => headerIndex),
    headerNames: () => headerIndex.headers,
    ...chooseWarnings(options.warnings ?? []),
    now: new Date(),
  };
}

/** The units; undefined where one has errors. */
function modulesOf(
  files: readonly string[],
  texts: Readonly<Record<string, string>>,
  host: FileHost,
  options: CompilerOptions,
  bag: DiagnosticBag,
): Module[] | undefined {
  const modules = files.map((name) => compileUnit(sourceFile(name, texts[name] as string), options, host, bag));
  const whole = modules.filter((module): module is Module => module !== undefined);
  return whole.length < modules.length ? undefined : whole;
}

/** Those functions that are asked for. */
function chosenOf(defined: readonly Callable[], exported: true | readonly string[]): readonly Callable[] {
  const functions = defined.filter(({ name }) => name !== 'main');
  if (exported === true) return functions;
  const missing = exported.find((name) => functions.every((each) => each.name !== name));
  if (missing === undefined) return functions.filter(({ name }) => exported.includes(name));
  const names = functions.map(({ name }) => name).join(', ');
  throw new TypeError(`exports: no function '${missing}' that is not static; there are ${names || 'none'}`);
}

/** The main that calls functions for JavaScript. Without warnings: nobody has written it. */
function moduleThatServes(
  functions: readonly Callable[],
  host: FileHost,
  options: CompilerOptions,
  bag: DiagnosticBag,
): Module {
  const text = servingText(functions.filter(({ refused }) => refused === undefined));
  const plain = { ...options, dialect: { language: 'upc' as const }, macros: [], defined: () => {} };
  return compileUnit(sourceFile(SERVING, text), plain, host, bag)!;
}

/** A main of its own does not run. */
const withoutMain = (module: Module): Module => ({
  ...module,
  functions: module.functions.filter(({ name }) => name !== 'main'),
});

/** The texts and the headers as files; paths have '/' between names. */
export function hostOf(
  texts: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  read: CompileOptions['read'],
): FileHost {
  const own = (table: Readonly<Record<string, string>>, name: string) =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  return {
    read: (path) =>
      path.startsWith(`${HEADERS}/`)
        ? own(headers, path.slice(HEADERS.length + 1))
        : (own(texts, path) ?? read?.(path)),
    dirname: (path) => path.replace(/\/?[^/]*$/, '') || '.',
    join: (directory, path) => normalized(`${directory}/${path}`),
  };
}

/** A path without '.' and '..' where they can be left out. */
function normalized(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (name !== '.') names.push(name);
  }
  return names.join('/');
}

function availableOf({ library, definitions, objects }: Installation): Available {
  return {
    library: new Set(Object.keys(library)),
    signature: (name) => (Object.hasOwn(library, name) ? parseSignature(library[name]) : undefined),
    archiveNames: Object.keys(definitions),
    archive: (symbol) => {
      const object = Object.hasOwn(definitions, symbol) ? (definitions[symbol] as string) : undefined;
      return object === undefined ? undefined : parseModule(objects[object] as string);
    },
  };
}

function waitingOf(program: LinkedProgram, { library, waiting }: Installation): ReadonlySet<string> {
  const mayWait = new Set(waiting);
  return waitingIn(
    program,
    (name) => parseSignature(library[name] ?? null),
    (name) => mayWait.has(name),
  );
}

function outputOf(
  program: LinkedProgram,
  name: string,
  { sharedHeap = 0, trace = false, waiting }: CompileOptions & { readonly waiting?: ReadonlySet<string> },
  options: CompilerOptions,
  runtime: string,
  bag: DiagnosticBag,
): { code: string; map: string } {
  const wide = isWide(options);
  const settings = {
    ...{ name, sharedHeap, wide, calledAccess: trace || wide, traced: trace },
    tellsPlaces: trace || options.debug || waiting !== undefined, // a module that waits has no frames on the stack
    ...(waiting && { waiting }),
  };
  const mapName = 'out.js.map';
  if (options.target === 'typescript')
    return linkOutput(toJavaScript(emitProgram(program, settings)), runtime, mapName);
  const { code, map } = emitImage(program, { ...settings, simd: true, mapName }, bag);
  return { code: linkImage(code, runtime, mapName), map };
}
