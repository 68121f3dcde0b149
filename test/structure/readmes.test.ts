/** A README that lists the files of its folder names each of them, and no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';

/** The lists are blocks of code; a file of another folder is there by its path. */
const LISTING = ['runtime/machines', 'runtime/simulated'];
const NAME = /(?<![\w/-])[\w-]+\.ts\b/g;

function listed(folder: string): string[] {
  const lines = readFileSync(join(ROOT, folder, 'README.md'), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('    ')).flatMap((line) => line.match(NAME) ?? []);
}

function present(folder: string): string[] {
  const paths = readdirSync(join(ROOT, folder), { recursive: true }) as string[];
  return paths.filter((path) => path.endsWith('.ts')).map((path) => basename(path));
}

test.each(LISTING)('the README of %s lists its files', (folder) => {
  const [said, there] = [new Set(listed(folder)), new Set(present(folder))];
  expect({
    unlisted: [...there].filter((name) => !said.has(name)),
    gone: [...said].filter((name) => !there.has(name)),
  }).toEqual({ unlisted: [], gone: [] });
});
