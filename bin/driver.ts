/**
 * The driver: from named files to the product that the command asks for.
 *
 * Takes: a `Command`. Gives: an exit status; writes the output files. The idea: every file becomes an IR module
 * (sources by compiling, objects by reading); the later steps depend on the product alone.
 */
import { basename, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Callable } from '../compiler/callable.ts';
import { DiagnosticBag, InternalError } from '../compiler/diagnostics/diagnostic.ts';
import { publish } from '../compiler/diagnostics/publish.ts';
import { report } from '../compiler/diagnostics/render.ts';
import { linkImage, linkModule, linkOutput, toJavaScript, toTypeScript } from '../compiler/emit/print.ts';
import { emitProgram } from '../compiler/emit/program.ts';
import { emitImage, type ImageOptions, moduleMap } from '../compiler/emit/wasm/image.ts';
import { emitModule, type ModuleOptions } from '../compiler/emit/wasm/program.ts';
import { moduleText } from '../compiler/emit/wasm/text.ts';
import { preprocessUnit } from '../compiler/frontends/c/frontend.ts';
import type { Module } from '../compiler/ir/ir.ts';
import { parseModule } from '../compiler/ir/parse.ts';
import { printModule } from '../compiler/ir/text.ts';
import { verify } from '../compiler/ir/verify.ts';
import type { Available, LinkedProgram } from '../compiler/link/link.ts';
import { isWide } from '../compiler/optimizer/communication/costs.ts';
import type { CompilerOptions, Defined, Remark } from '../compiler/options.ts';
import { compileUnit, linkUnits } from '../compiler/pipeline.ts';
import { positionOf, type SourceFile, sourceFile, spelledAt } from '../compiler/source/source.ts';
import { waitingIn } from '../compiler/waiting.ts';
import { declarationsFile, declarationsOf } from '../javascript/declarations.ts';
import { Archives } from './archives.ts';
import { Dependencies, type Made } from './dependencies.ts';
import { FileError, fileHost, readInput, refuseInput, writeOutput } from './files.ts';
import {
  archiveNames,
  libraryMayBlock,
  libraryNames,
  libraryObject,
  librarySignature,
  runtimeText,
  VERSION,
} from './installation.ts';
import { markersOf } from './markers.ts';
import { readObject, writeObject } from './objects.ts';
import type { Command, InputFile, Product } from './options.ts';
import { PhaseTimes } from './phase-times.ts';
import { Progress } from './progress.ts';
import { remarkLine, reportOf } from './report.ts';
import { adviseOfSources } from './run-advice.ts';
import { warnOfUnknown } from './unknown-flags.ts';

/** The name of standard input in messages. */
const STDIN = '<stdin>';
/** The mode of a program, less umask: its first line lets the shell run it. */
const EXECUTABLE = 0o777;
const SOURCES = new Set(['.upc', '.c', '.h', '.uph', '.i', '']);

/** Compiles; 0, 1 for errors in the program, 70 for a defect of the compiler. */
export async function compile(command: Command): Promise<number> {
  const times = command.timeReport ? new PhaseTimes() : undefined;
  const progress = new Progress(command.verbose, times);
  let bag = new DiagnosticBag();
  const told: Remark[] = [];
  const remark = listener(command, told);
  const asked = { ...command, compiler: { ...command.compiler, ...(remark && { remark }) } };
  try {
    await make(asked, bag, progress);
    const fixed = withFixedThreads(asked, bag);
    if (fixed) await make(fixed, (bag = new DiagnosticBag()), progress);
    warnOfUnknown(command.asked.warnings, command.asked.switches, bag);
    if (command.report) process.stderr.write(reportOf(told));
    if (times) process.stderr.write(await times.text());
    return finish(bag, command);
  } catch (error) {
    if (error instanceof FileError) throw error;
    finish(bag, command);
    return internalError(error, command);
  } finally {
    progress.end();
  }
}

/** The command with -T=N, where run is given -n N and an error says that the program needs it. */
function withFixedThreads(command: Command, bag: DiagnosticBag): Command | undefined {
  const { threadsOfRun, compiler } = command;
  if (threadsOfRun === undefined || compiler.threads !== undefined) return undefined;
  const reason = bag.all.find(
    ({ severity, text, notes }) =>
      severity === 'error' && [text, ...notes.map((note) => note.text)].some((each) => each.includes('-T=N')),
  );
  if (!reason) return undefined;
  const at = reason.location && positionOf(spelledAt(reason.location));
  process.stderr.write(
    `pgasc: compiled with -T=${threadsOfRun}, as ${at?.name}:${at?.line} needs a fixed number of threads\n`,
  );
  return { ...command, compiler: { ...compiler, threads: threadsOfRun } };
}

function finish(bag: DiagnosticBag, command: Command): number {
  const { text, failed } = judged(bag, command);
  process.stderr.write(command.diagnostics === 'json' ? published(bag, command) : text);
  return failed ? 1 : 0;
}

/** --diagnostics=json: one line, an array with an element for each file. */
function published(bag: DiagnosticBag, command: Command): string {
  const names = command.files.map(({ path }) => (path === '-' ? STDIN : path));
  const uriOf = (name: string) => (name.startsWith('<') ? name : pathToFileURL(name).href);
  return `${JSON.stringify(publish(bag, { ...command.compiler, warnings: command.warnings }, names, uriOf))}\n`;
}

/** Messages for the user, and whether they are fatal (errors, or warnings under -Werror). */
function judged(bag: DiagnosticBag, command: Command): { text: string; failed: boolean } {
  const color = process.stderr.isTTY === true;
  return report(bag, { ...command.compiler, warnings: command.warnings, color });
}

async function make(command: Command, bag: DiagnosticBag, progress: Progress): Promise<void> {
  const dependencies = new Dependencies(command.dependencies);
  if (command.product === 'preprocessed' || command.dependencies?.only)
    return preprocessAll(command, dependencies, bag);
  const archives = isLinked(command) ? new Archives(command.archives, command.libraries) : undefined;
  const functions = new Map<string, readonly Callable[]>();
  const modules = command.files
    .map((file) => moduleOf(file, telling(command, file, functions), dependencies, bag, progress))
    .filter((m) => m !== undefined);
  if (judged(bag, command).failed) return;
  dependencies.write();
  if (command.product === 'object') return writeAll(modules, command, '.o', writeObject);
  if (command.product === 'declarations') return writeDeclarations(command, functions);
  if (command.product === 'ir') return writeAll(modules, command, '.ir', printModule);
  if (!archives) return;
  const program = progress.phase('linking', () => {
    progress.step('linking');
    return linkUnits(modules, available(archives), { ...options(command), ...progress.told }, bag);
  });
  if (program === undefined || judged(bag, command).failed) return adviseOfSources(command, bag);
  await progress.phase('writing', () => writeProgram(program, command, bag, progress));
}

/** Products that are made of each file alone. */
const BY_FILE: readonly Product[] = ['object', 'declarations', 'ir', 'tree', 'nothing'];

const isLinked = ({ product }: Command): boolean => !BY_FILE.includes(product);

function moduleOf(
  input: InputFile,
  command: Command,
  dependencies: Dependencies,
  bag: DiagnosticBag,
  progress: Progress,
): Module | undefined {
  const { path } = input;
  const extension = input.isSource ? '' : extname(path);
  if (extension === '.o') return readObject(path, readInput(path));
  if (extension === '.ir') return readIr(path);
  if (path !== '-' && !SOURCES.has(extension))
    throw new FileError(`${path}: no source file; their names end in .upc, .c, .h, .uph, .i, .o, .a or .ir`);
  const file = source(path, command);
  const read: SourceFile[] = [];
  const reads = (each: SourceFile) => void read.push(each);
  const module = progress.phase(`compiling ${path}`, () =>
    compileUnit(file, { ...options(command, input), reads, ...progress.told }, fileHost, bag),
  );
  dependencies.add(madeOf(path, command), read);
  if (command.saveTemps) saveSteps(input, file, module, command);
  return module;
}

/** IR that people may have written: an error in it is no defect of the compiler. */
function readIr(path: string): Module {
  const text = readInput(path);
  try {
    const module = parseModule(text);
    const [problem] = verify(module);
    if (problem === undefined) return module;
    throw new FileError(`${path}: ${problem}`);
  } catch (error) {
    if (error instanceof InternalError) throw new FileError(`${path}: ${error.message}`);
    throw error;
  }
}

/** -save-temps: the preprocessed text and the module, in the current folder. */
function saveSteps(input: InputFile, file: SourceFile, module: Module | undefined, command: Command): void {
  const { path, dialect } = input;
  const name = path === '-' ? 'stdin' : basename(path, extname(path));
  if (extname(path) !== '.i')
    writeOutput(`${name}.i`, preprocessUnit(file, { ...command.compiler, dialect }, fileHost, new DiagnosticBag()));
  if (module) writeOutput(`${name}.ir`, printModule(module));
}

/** The source with the files of -include before it, as if it began with those directives. */
function source(path: string, command: Command): SourceFile {
  const text = readInput(path);
  const name = path === '-' ? STDIN : path;
  const included = command.included.map((file) => `#include "${file}"\n`).join('');
  return sourceFile(name, included === '' ? text : `${included}#line 1 "${name}"\n${text}`);
}

function preprocessAll(command: Command, dependencies: Dependencies, bag: DiagnosticBag): void {
  const texts = command.files.map((input) => {
    const read: SourceFile[] = [];
    const reads = (file: SourceFile) => void read.push(file);
    const text = preprocessUnit(source(input.path, command), { ...options(command, input), reads }, fileHost, bag);
    dependencies.add(madeOf(input.path, command), read);
    return text;
  });
  if (bag.hasErrors) return;
  dependencies.write();
  if (!command.dependencies?.only) writeOutput(command.output ?? '-', texts.join(''));
}

/** The name of a file's rule for make: the output's where that is made of this file alone. */
function madeOf(path: string, { output, files, product }: Command): Made {
  return { source: path, ...(files.length === 1 && { output }), isTarget: product !== 'preprocessed' };
}

/** The command, whose compiler tells the functions of the file, where their declarations are wanted. */
function telling(command: Command, { path }: InputFile, functions: Map<string, readonly Callable[]>): Command {
  if (command.product !== 'declarations') return command;
  const defined = (by: Defined) => void functions.set(path, by.functions);
  return { ...command, compiler: { ...command.compiler, defined } };
}

/** Beside each source, as TypeScript looks for them there. */
function writeDeclarations({ output }: Command, functions: ReadonlyMap<string, readonly Callable[]>): void {
  for (const [path, all] of functions) {
    const exported = all.filter(({ name }) => name !== 'main');
    writeOutput(output ?? declarationsFile(path), declarationsOf(exported));
  }
}

function writeAll(
  modules: readonly Module[],
  command: Command,
  extension: string,
  print: (module: Module) => string,
): void {
  modules.forEach((module, k) => {
    const { path } = command.files[k] as InputFile;
    writeOutput(command.output ?? basename(path, extname(path)) + extension, print(module));
  });
}

async function writeProgram(
  program: LinkedProgram,
  command: Command,
  bag: DiagnosticBag,
  progress: Progress,
): Promise<void> {
  progress.step('emitting');
  const isModule = command.compiler.target === 'webassembly';
  const waiting = command.simulate ? waitingIn(program, librarySignature, libraryMayBlock) : undefined;
  const settings = {
    name: basename(firstPath(command)),
    sharedHeap: command.sharedHeap,
    calledAccess: command.trace || isWide(command.compiler),
    wide: isWide(command.compiler),
    // A module that waits has no frames on the stack.
    tellsPlaces: command.trace || program.debug || command.explore || (command.simulate && isModule),
    traced: command.trace,
    explored: command.explore,
    ...(waiting && { waiting }),
  };
  const readable = async () =>
    linkModule(await toTypeScript(emitProgram(program, { ...settings, waiting: undefined, form: 'module' })));
  if (command.product === 'typescript') return writeOutput(command.output ?? 'out.ts', await readable());
  if (command.product === 'wat' || command.product === 'wasm') return writeModule(program, settings, command, bag);
  const output = command.output ?? 'out.js';
  const map = mapOf(output);
  if (command.saveTemps) writeOutput(`${output.replace(/\.js$/, '')}.ts`, await readable());
  const linked = isModule
    ? linkedImage(program, { ...settings, simd: command.compiler.simd !== false, mapName: map }, command, bag)
    : linkedScript(program, settings, command, map, progress);
  if (judged(bag, command).failed) return;
  progress.step('writing');
  refuseInput(output);
  writeOutput(output, `${linked.code}${markersOf(program)}`, EXECUTABLE);
  if (map !== undefined) writeOutput(`${output}.map`, linked.map);
}

/** The file that the program is named after. */
const firstPath = ({ files, archives }: Command): string => files[0]?.path ?? (archives[0] as string);

/** Name of the map beside an output; a pipe or device has none. */
function mapOf(output: string): string | undefined {
  return output.startsWith('/dev/') || output === '-' ? undefined : `${basename(output)}.map`;
}

/** The module alone: with its map, or as text, which says the places itself. */
function writeModule(program: LinkedProgram, settings: ModuleOptions, command: Command, bag: DiagnosticBag): void {
  const { output, product } = command;
  const first = firstPath(command);
  const path = output ?? `${basename(first, extname(first))}.${product}`;
  const mapName = product === 'wasm' ? mapOf(path) : undefined;
  const { bytes, marks } = emitModule(program, { ...settings, mapName }, bag);
  if (judged(bag, command).failed) return;
  writeOutput(path, product === 'wat' ? moduleText(bytes, marks) : bytes);
  if (mapName !== undefined) writeOutput(`${path}.map`, moduleMap(marks, program.beginnings));
}

function linkedScript(
  program: LinkedProgram,
  settings: Parameters<typeof emitProgram>[1],
  command: Command,
  mapName: string | undefined,
  progress: Progress,
): { code: string; map: string } {
  const emitted = emitProgram(program, settings);
  progress.step('printing');
  return linkOutput(toJavaScript(emitted), runtimeOf(command), mapName);
}

function linkedImage(
  program: LinkedProgram,
  settings: ImageOptions,
  command: Command,
  bag: DiagnosticBag,
): { code: string; map: string } {
  const { code, map } = emitImage(program, settings, bag);
  return { code: linkImage(code, runtimeOf(command), settings.mapName), map };
}

const runtimeOf = ({ network, simulate }: Command) => runtimeText(simulate ? `${network}-simulated` : network);

/** Libraries that are linked beside the user's modules. */
export function available(archives?: Archives): Available {
  return {
    ...(archives && { members: archives }),
    library: libraryNames(),
    signature: librarySignature,
    archiveNames: archiveNames(),
    archive(symbol: string): Module | undefined {
      const object = libraryObject(symbol);
      return object && parseModule(object.text);
    },
  };
}

/** The compiler's options for the program, and for one file. */
function options(command: Command, input?: InputFile): CompilerOptions {
  const wanted = new Set(command.dumpAfter);
  const dump = (pass: string, text: () => string) => {
    if (wanted.has(pass) || wanted.has('all')) process.stdout.write(`; after ${pass}\n${text()}\n`);
  };
  const tree =
    command.product === 'tree'
      ? (pass: string, text: () => string) => void (pass === 'parse' && process.stdout.write(`${text()}\n`))
      : dump;
  const dialect = input && { dialect: input.dialect };
  return { ...command.compiler, ...dialect, dump: wanted.size > 0 || command.product === 'tree' ? tree : undefined };
}

/** The listener to the optimizer's remarks, if there is one. */
function listener({ remarks, report: reports }: Command, told: Remark[]): CompilerOptions['remark'] {
  if (!remarks && !reports) return undefined;
  return (remark) => {
    told.push(remark);
    if (remarks) process.stderr.write(remarkLine(remark) ?? '');
  };
}

/** A crash of the compiler: what, where in the input, and how to report it. */
function internalError(error: unknown, command: Command): number {
  const at = error instanceof InternalError && error.location ? positionOf(spelledAt(error.location)) : undefined;
  const paths = command.files.map(({ path }) => path).join(' ');
  const place = at ? `${at.name}:${at.line}:${at.column}` : paths;
  process.stderr.write(`${place}: internal error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.stderr.write(
    `pgasc: this is a defect of pgasc ${VERSION}, not of your program; please report it with the text of ${paths} and this:\n`,
  );
  process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`);
  return 70;
}
