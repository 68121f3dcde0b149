/**
 * Counts the machine instructions of operations, by single steps in windows (steps.c): whatever else the machine does, and however
 * often the counted program is interrupted, its instructions are the same.
 *
 * Gives of each operation its instructions up to the post, which is where a null driver takes the first request, and from there to its
 * end, each with the place of compiled code that it is of.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OPERATIONS } from './operations.js';
import { CompiledCode } from './profile.js';
import { agreeing, figures, windowsOf } from './windows.js';

/** One thread, no time, no chance: every run is the same. */
const NODE = ['--single-threaded', '--predictable', '--perf-prof'];
/** What Math.tan calls. */
const MARK = /([0-9a-f]+) T _ZN2v84base7ieee7543tanEd$/m;

/** Why nothing can be counted here; undefined if it can. */
export function isMissing() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'needs Linux on x86-64';
  if (spawnSync('gcc', ['--version']).error !== undefined) return 'needs gcc and binutils (Debian: apt install gcc)';
  return symbolIn(process.execPath, MARK) === undefined ? `needs a node with V8 in it: ${process.execPath} has no mark` : undefined;
}

/** Compiles the tool; gives its file. */
export function compileTool(directory) {
  const tool = join(directory, 'steps');
  execute('gcc', ['-O2', new URL('steps.c', import.meta.url).pathname, '-o', tool]);
  return tool;
}

export function execute(command, words) {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}

/** Address of a function; undefined if there is none. */
export function symbolIn(file, pattern) {
  const listed = (words) => spawnSync('nm', [...words, file], { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout ?? '';
  return (pattern.exec(listed(['-D'])) ?? pattern.exec(listed([])))?.[1];
}

/** Counts a script by node; [{ before, after }] by the operation's number: Maps of instructions by place { name, line, column }. */
export async function count(tool, script, directory, variables) {
  mkdirSync(directory);
  const trace = await run(tool, symbolIn(process.execPath, MARK), process.execPath, [...NODE, script], directory, variables);
  const code = new CompiledCode(join(directory, readdirSync(directory).find((name) => /^jit-.*\.dump$/.test(name))));
  return OPERATIONS.map(({ key }, number) => figures(agreeing(key, windowsOf(trace, number)), (address) => code.at(address)));
}

/** Counts the control of a network, C by gcc; the same, undefined for an operation that is not in it. */
export async function countControl(tool, network, directory) {
  mkdirSync(directory);
  const program = join(directory, 'control');
  const source = (name) => new URL(`control/${name}.c`, import.meta.url).pathname;
  execute('gcc', ['-O2', '-no-pie', source('control'), source(network), '-o', program]);
  const trace = await run(tool, symbolIn(program, /([0-9a-f]+) T window$/m), program, [], directory);
  const functionAt = functionsOf(program);
  return OPERATIONS.map(({ key }, number) => {
    const windows = windowsOf(trace, number);
    return windows.length === 0 ? undefined : figures(agreeing(`${key} in C`, windows), functionAt);
  });
}

/** The function that an address of a program is of, as a place. */
function functionsOf(program) {
  const { stdout } = spawnSync('nm', ['-S', program], { encoding: 'utf8' });
  const functions = [...stdout.matchAll(/^([0-9a-f]+) ([0-9a-f]+) [tT] (.*)$/gm)].map(([, start, size, name]) => ({
    start: Number.parseInt(start, 16),
    size: Number.parseInt(size, 16),
    name,
  }));
  return (address) => functions.find(({ start, size }) => address >= start && address < start + size);
}

/** The trace of the command: numbers. */
export async function run(tool, mark, command, words, directory, variables = {}) {
  const trace = join(directory, 'trace');
  const isDynamic = isPositionIndependent(command) ? '1' : '0';
  const env = { ...process.env, ...variables };
  await promisify(execFile)(tool, [mark, isDynamic, trace, command, ...words], { cwd: directory, env, maxBuffer: 2 ** 26 });
  const { buffer, byteOffset, byteLength } = readFileSync(trace);
  return new BigUint64Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** ET_DYN in the ELF header. */
const isPositionIndependent = (file) => readFileSync(file).readUInt16LE(16) === 3;
