/**
 * Programs compiled by earlier runs of the tests, in node_modules/.cache/pgasc-tests.
 *
 * A program is taken from there if the built compiler with its runtime, libraries and headers, the flags, and every file
 * that the compiler read (its -MD says which) have the contents they had. One idea: a folder for each build, and only the
 * last one is kept, so nothing has to be thrown away by age.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/pgasc-tests');
const PARTS = ['', '.map'];

type Contents = Readonly<Record<string, string>>;

let folder: string | undefined;

/** Puts what `words` gave an earlier run at `output`; false where there is no such. */
export function takeCompiled(words: readonly string[], output: string): boolean {
  const entry = entryOf(words);
  if (!existsSync(`${entry}.json`)) return false;
  const inputs: Contents = JSON.parse(readFileSync(`${entry}.json`, 'utf8'));
  if (!Object.entries(inputs).every(([path, hash]) => existsSync(path) && hashOf(path) === hash)) return false;
  for (const part of PARTS) {
    if (existsSync(entry + part)) writeFileSync(output + part, gunzipSync(readFileSync(entry + part)));
  }
  return true;
}

/** Keeps what lies at `output`, made from the files that the rule in `dependencies` names. */
export function keepCompiled(words: readonly string[], output: string, dependencies: string): void {
  const entry = entryOf(words);
  mkdirSync(dirname(entry), { recursive: true }); // another build's run may have removed it
  for (const part of PARTS) {
    if (existsSync(output + part)) writeFileSync(entry + part, gzipSync(readFileSync(output + part), { level: 1 }));
  }
  const inputs = Object.fromEntries(prerequisites(dependencies).map((path) => [path, hashOf(path)]));
  writeFileSync(`${entry}.new`, JSON.stringify(inputs));
  renameSync(`${entry}.new`, `${entry}.json`); // last: another worker sees all or nothing
}

const digest = (...texts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 32);
};
const hashOf = (path: string): string => digest(readFileSync(path));

function entryOf(words: readonly string[]): string {
  folder ??= folderOfBuild();
  return join(folder, digest(...words));
}

function folderOfBuild(): string {
  const name = digest(...buildFiles().flatMap((path) => [path, readFileSync(path)]));
  mkdirSync(join(CACHE, name), { recursive: true });
  for (const other of readdirSync(CACHE))
    if (other !== name) rmSync(join(CACHE, other), { recursive: true, force: true });
  return join(CACHE, name);
}

/** Of the build: what a compiled program is made of. */
function buildFiles(): string[] {
  const below = (path: string): string[] =>
    statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => below(join(path, name))) : [path];
  const built = readdirSync(join(ROOT, 'dist')).filter((name) => /\.(cjs|json)$|^texts$/.test(name));
  return [...built.map((name) => join(ROOT, 'dist', name)), join(ROOT, 'stdlib/include')].flatMap(below).sort();
}

/** The files behind the colon of a makefile's rule. */
function prerequisites(rule: string): string[] {
  const [, text = ''] = /:\s(.*)/s.exec(readFileSync(rule, 'utf8').replaceAll('\\\n', ' ')) ?? [];
  const names = text.trim().match(/(?:\\.|\S)+/g) ?? [];
  return names.map((name) => resolve(ROOT, name.replace(/\\(.)/g, '$1')));
}
