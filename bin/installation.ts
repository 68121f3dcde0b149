/** Location of this installation of pgasc, and the versions it was built with. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HeaderIndex } from '../compiler/frontends/c/headers.ts';
import type { Signature } from '../compiler/ir/ir.ts';
import { parseSignature } from '../compiler/link/signatures.ts';

/** The package's folder: this module runs from its `dist/`. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where packages that are installed with it are found. */
export const PACKAGE = ROOT;

export const SYSTEM_INCLUDE = `${ROOT}stdlib/include`;
export const SAMPLES = `${ROOT}samples`;
/** Folders of the playground. */
export const SITE = `${ROOT}dist`;
/** The files of `pgasc machines`. */
export const MACHINES = `${ROOT}runtime/machines/presets`;
/** upcc and upcrun: a folder for PATH. */
export const UPC_COMMANDS = `${ROOT}bin/upc`;
/** The folder of oshcc and oshrun. */
export const SHMEM_COMMANDS = `${ROOT}bin/shmem`;
/** The folder of mpicc, mpirun and mpiexec. */
export const MPI_COMMANDS = `${ROOT}bin/mpi`;
/** The catalogue of `--explain`. */
export const EXPLANATIONS = `${ROOT}compiler/diagnostics/explanations`;
export const VERSION: string = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')).version;

/** The network that calls libraries of the system, by a package that is looked for here too. */
const NATIVE = 'sfi';

/** The runtime, linked with a network, and the C library as a script that defines `pgasc`; part of every out.js. */
export function runtimeText(network: string): string {
  const module = readFileSync(`${ROOT}dist/texts/runtime-${network}.mjs`, 'utf8');
  const text = JSON.parse(module.slice('export default '.length, module.lastIndexOf(';'))) as string;
  return network === NATIVE ? `${text.trimEnd()}\npgasc.lookFor(${JSON.stringify(ROOT)});\n` : text;
}

/** The script that each worker of a session runs. */
export const SESSION_WORKER = `${ROOT}dist/session.js`;

/** Names of the library functions that the runtime text holds. */
export function libraryNames(): ReadonlySet<string> {
  return new Set(Object.keys(library()));
}

/** Which header declares what; read when a name is looked for. */
export function headerIndex(): HeaderIndex {
  headers ??= readJson<HeaderIndex>('headers.json') ?? { headers: [], functions: {}, others: {} };
  return headers;
}

/** Signature of a library function, as the headers declare it. */
export function librarySignature(name: string): Signature | undefined {
  return Object.hasOwn(library(), name) ? parseSignature(library()[name]) : undefined;
}

/** "parameters>results" by name; see build.js. */
function library(): Record<string, string | null> {
  signatures ??= JSON.parse(readFileSync(`${ROOT}dist/library.json`, 'utf8')) as Record<string, string | null>;
  return signatures;
}

let signatures: Record<string, string | null> | undefined;

/** Whether a function of the library may wait for other threads. */
export function libraryMayBlock(name: string): boolean {
  waiting ??= new Set(JSON.parse(readFileSync(`${ROOT}dist/waiting.json`, 'utf8')) as string[]);
  return waiting.has(name);
}

let waiting: Set<string> | undefined;

/** Names of what the C-written library defines. */
export function archiveNames(): readonly string[] {
  return Object.keys(archive().definitions);
}

/** The object of the C-written library that defines `symbol`: its name, and its module as IR text. */
export function libraryObject(symbol: string): { name: string; text: string } | undefined {
  const { definitions, places } = archive();
  const name = Object.hasOwn(definitions, symbol) ? definitions[symbol]! : undefined;
  return name === undefined ? undefined : { name, text: JSON.parse(partOf(TEXTS, places[name]!)) as string };
}

const TEXTS = `${ROOT}dist/texts/installation.mjs`;

interface Archive {
  /** Objects by the symbols that they define. */
  readonly definitions: Readonly<Record<string, string>>;
  /** Where their texts are in the file of texts: first byte, number of bytes. */
  readonly places: Readonly<Record<string, readonly [number, number]>>;
}

function archive(): Archive {
  objects ??= readJson<Archive>('objects.json') ?? { definitions: {}, places: {} };
  return objects;
}

let objects: Archive | undefined;
let headers: HeaderIndex | undefined;

function partOf(path: string, [start, length]: readonly [number, number]): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, start);
    return bytes.toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** Of `dist/`; absent while that itself is being made. */
function readJson<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(`${ROOT}dist/${name}`, 'utf8'));
  } catch {
    return undefined;
  }
}
