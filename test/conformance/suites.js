/**
 * The suites of a directory: those with a `harness.conf`, in it and below; without any, the directory itself, where
 * each .upc or .c file is a test that passes by ending with 0.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { readConfiguration } from './configuration.js';

/** @returns {{name: string, folder: string, tests: object[]}[]} `folder` is relative to the directory. */
export function suitesOf(directory) {
  const folders = foldersBelow(directory).filter((folder) => existsSync(join(folder, 'harness.conf')));
  if (folders.length === 0) return [{ name: basename(directory), folder: '', tests: plainTests(directory) }];
  return folders.map((folder) => ({ name: basename(folder), folder: relative(directory, folder), tests: configuredTests(folder) }));
}

function foldersBelow(folder) {
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...inner.flatMap((entry) => foldersBelow(join(folder, entry.name)))];
}

function configuredTests(folder) {
  const path = join(folder, 'harness.conf');
  return readConfiguration(readFileSync(path, 'latin1'), path, readdirSync(folder).sort());
}

function plainTests(directory) {
  return readdirSync(directory)
    .filter((file) => /\.(upc|c)$/.test(file))
    .sort()
    .map((file) => ({ TestName: basename(file, extname(file)), Files: file, StaticThreads: '$DEFAULT$', DynamicThreads: '$DEFAULT$', ExitCode: '0' }));
}
