/**
 * Of some programs of programs/ and samples, by their names, and of all with ALL_LEVELS=1: a compiler that has just started
 * makes the same module as one that has compiled others; -S writes text of which an assembler makes the same module.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../support/compiler.ts';
import { checkModule, moduleIn } from '../support/modules.ts';
import { execute, inFolder, pgasc, ROOT } from '../support/pgasc.ts';
import { dealt, isLong } from '../support/share.ts';

const FOLDERS = ['test/execution/programs', ...['tutorial', 'kernels', 'coarray'].map((name) => `samples/${name}`)];
const APPLICATIONS = ['samples/applications/ft/ft.upc', 'samples/applications/scf/scf.upc'];
/** Of the programs, one in so many. */
const SHARE = process.env.ALL_LEVELS ? 1 : isLong ? 12 : 100;

const programs = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => /\.(c|upc)$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const chosen = [...programs.filter((_, index) => index % SHARE === 0), ...dealt('modules', APPLICATIONS)];
const hasAssembler = spawnSync('wat2wasm', ['--version']).status === 0;

const flagsOf = (path: string): readonly string[] =>
  /^\/\/ flags: *(.*)$/m.exec(readFileSync(join(ROOT, path), 'utf8'))?.[1]?.split(/\s+/) ?? [];

/** The compiler that stays has compiled something else before, whatever test comes first. */
beforeAll(() => compile(['-O3', 'samples/tutorial/01-hello.upc', '-o', '/dev/null']));

describe.concurrent('modules', () => {
  for (const path of chosen)
    test(basename(path), () =>
      inFolder(async (folder) => {
        const words = ['-O2', path, ...flagsOf(path)];
        const output = join(folder, 'out.js');
        expect(await compile([...words, '-o', output])).toBe(0);
        checkModule(output, path);
        const bytes = moduleIn(output) as Uint8Array;
        await inFolder(async (other) => {
          const fresh = join(other, basename(output));
          expect((await pgasc([...words, '-o', fresh])).status).toBe(0);
          expect(Buffer.compare(moduleIn(fresh) as Uint8Array, bytes)).toBe(0);
          expect(readFileSync(`${fresh}.map`, 'utf8')).toBe(readFileSync(`${output}.map`, 'utf8'));
        });
        if (hasAssembler) await assembles(folder, words, bytes);
      }),
    );
});

/** The assembler also looks at types. It writes the numbers of the heads (MODULE_NUMBERS) in one byte, so texts are compared. */
async function assembles(folder: string, words: readonly string[], bytes: Uint8Array): Promise<void> {
  const [text, assembled, made] = ['m.wat', 'm.wasm', 'made.wasm'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  expect(await compile(['-S', ...words, '-o', text])).toBe(0);
  const { stderr } = await execute('wat2wasm', ['--enable-all', text, '-o', assembled]);
  expect(stderr).toBe('');
  writeFileSync(made, bytes);
  expect((await disassembled(assembled)) === (await disassembled(made)), 'the text of -S is another module').toBe(true);
}

async function disassembled(module: string): Promise<string> {
  const { stdout, stderr } = await execute('wasm2wat', ['--enable-all', '--no-debug-names', module]);
  expect(stderr).toBe('');
  return stdout;
}
