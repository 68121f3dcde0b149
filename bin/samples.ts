/**
 * `pgasc samples`: the programs that come with pgasc, a line each; `pgasc samples NAME [FOLDER]` copies one.
 *
 * One idea: a sample is a .upc or .c file that has a main, with all that it includes by a relative path; its name is its path, its line the
 * beginning of its first comment. Existing files are not overwritten.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { nearestName } from '../compiler/diagnostics/suggestion.ts';
import { UsageError } from './argv.ts';
import { SAMPLES } from './installation.ts';

/** Does what the words behind `samples` ask for; gives what there is to say. */
export function samples(words: readonly string[]): string {
  const [name, folder = '.', more] = words;
  if (more !== undefined) throw new UsageError(`samples: what is ${more}? It takes the name of a sample, and a folder`);
  return name === undefined || name.startsWith('-') ? listing() : copy(found(name), folder);
}

const GROUPS = ['tutorial', 'kernels', 'coarray', 'shmem', 'ga', 'mpi', 'applications'];
const SOURCE = /\.(upc|c)$/;

/** Names of all samples, in the order in which to read them. */
export function sampleNames(): string[] {
  const paths = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter(isProgram);
  const names = paths.map((path) =>
    path
      .replaceAll('\\', '/')
      .replace(SOURCE, '')
      .replace(/([^/]+)\/\1$/, '$1'),
  );
  const group = (name: string) => GROUPS.indexOf(name.split('/')[0] as string);
  return names.sort((a, b) => group(a) - group(b) || (a < b ? -1 : 1));
}

/** What JavaScript calls has no main, and is in a folder with that. */
const isProgram = (path: string): boolean =>
  SOURCE.test(path) && /\bmain *\(/.test(readFileSync(join(SAMPLES, path), 'utf8'));

function listing(): string {
  const lines = sampleNames().map((name) => `${name.padEnd(24)}  ${lineOf(pathOf(name))}`);
  return [...lines, '', 'pgasc samples NAME [FOLDER] copies one, with what it includes'].join('\n');
}

const WIDTH = 54;

/** The beginning of the first comment, without the name before it: whole parts of the sentence that fit a line. */
function lineOf(path: string): string {
  const comment = /\/\*(.*?)\*\//s.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const text = comment
    .replace(/\s*\n \*/g, ' ')
    .trim()
    .replace(/^[\w -]+: /, '');
  const parts = text.split(/(?=[.;:,] )/);
  let line = parts.shift() ?? '';
  while (parts.length > 0 && !parts[0]?.startsWith('.') && line.length + (parts[0] as string).length <= WIDTH)
    line += parts.shift();
  return line.length <= WIDTH ? line : `${line.slice(0, line.lastIndexOf(' ', WIDTH - 4))} ...`;
}

/** The sample's file: applications/ft is applications/ft/ft.upc. */
function pathOf(name: string): string {
  const stems = [join(SAMPLES, name), join(SAMPLES, name, basename(name))];
  return stems.flatMap((stem) => [`${stem}.upc`, `${stem}.c`]).find((path) => existsSync(path))!;
}

/** The sample of that name, or whose name ends so. */
function found(asked: string): string {
  const names = sampleNames();
  const wanted = asked.replace(SOURCE, '');
  const fitting = names.includes(wanted) ? [wanted] : names.filter((name) => name.endsWith(`/${wanted}`));
  if (fitting.length === 1) return pathOf(fitting[0] as string);
  if (fitting.length > 1) throw new UsageError(`samples ${asked}: there are ${fitting.join(' and ')}`);
  const near = nearestName(
    wanted,
    names.flatMap((name) => [name, basename(name)]),
  );
  const hint = near === undefined ? '"pgasc samples" lists them' : `did you mean ${near}?`;
  throw new UsageError(`samples ${asked}: no such sample; ${hint}`);
}

export interface Sample {
  readonly name: string;
  /** What it is. */
  readonly line: string;
  /** Texts by path, its own first. */
  readonly files: Readonly<Record<string, string>>;
}

/** A sample with all that it includes. */
export function sampleNamed(name: string): Sample {
  const main = pathOf(name);
  const files = placed(main).map(({ from, path }) => [path, readFileSync(from, 'utf8')]);
  return { name, line: lineOf(main), files: Object.fromEntries(files) };
}

/** The files of a sample, with their paths below the folder of all. */
function placed(main: string): { from: string; path: string }[] {
  const files = [...withIncluded(main)];
  const root = commonFolder(files);
  return files.map((from) => ({ from, path: relative(root, from).replaceAll('\\', '/') }));
}

function copy(main: string, folder: string): string {
  const copies = placed(main).map(({ from, path }) => ({ from, to: join(folder, path) }));
  const present = copies.find(({ to }) => existsSync(to));
  if (present) throw new UsageError(`${present.to} is there already; name another folder behind the sample`);
  for (const { from, to } of copies) {
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  return `${copies.map(({ to }) => to).join('\n')}\n\npgasc run ${copies[0]?.to} -n 4`;
}

/** A file and all that it includes by name in quotes. */
function withIncluded(path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  for (const [, name] of readFileSync(path, 'utf8').matchAll(/^#include "(.*)"/gm))
    withIncluded(normalize(join(dirname(path), name as string)), known);
  return known;
}

function commonFolder(files: readonly string[]): string {
  let folder = dirname(files[0] as string);
  while (!files.every((file) => file.startsWith(`${folder}/`))) folder = dirname(folder);
  return folder;
}
