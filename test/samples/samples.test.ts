/**
 * Every sample, run as its own comment says, must verify itself: at 1, 2, 3, 4 and 7 threads, FT at powers of two, dealt to
 * the levels of optimization; and on other networks, the applications on all.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { levelOf, levels, named } from '../support/levels.ts';
import { fewer, NETWORKS, networksOf, severalProcesses } from '../support/networks.ts';
import { compiled, inFolder, ROOT } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, long, some } from '../support/share.ts';

const THREADS = ['1', '2', '3', '4', '7'];
const samples = join(ROOT, 'samples');
const sources = (folder: string) =>
  readdirSync(join(samples, folder))
    .filter((name) => /\.(upc|c)$/.test(name))
    .map((name) => join(samples, folder, name));

async function validates(program: string, threads: number | string, words: string[] = []): Promise<void> {
  await validatesAs(program, ['-n', String(threads), ...words]);
}

async function validatesAs(program: string, words: string[]): Promise<void> {
  const outcome = await runProgram(program, words);
  expect(outcome.stdout + outcome.stderr).toMatch(/Solution validates|Verification +=.* SUCCESSFUL/);
  expect(outcome.status).toBe(0);
}

describe.concurrent('samples', () => {
  const folders = ['tutorial', 'kernels', 'coarray', 'shmem', 'ga', 'mpi'];
  for (const path of some(folders.flatMap(sources))) {
    const onSmp = levels(basename(path), THREADS).map(
      ({ flags, threads }) =>
        () =>
          test(`${basename(path)} ${named(flags)}`, () =>
            inFolder(async (folder) => {
              const program = await compiled(folder, [...flags, path]);
              for (const count of threads) await validates(program, count);
            })),
    );
    const elsewhere = networksOf(basename(path)).map(
      (network) => () =>
        test(`${basename(path)} on ${network}`, () =>
          inFolder(async (folder) => {
            const flags = [`-network=${network}`, ...levelOf(`${basename(path)} ${network}`)];
            const program = await compiled(folder, [...flags, path]);
            for (const threads of fewer(THREADS)) await validates(program, threads);
            for (const job of severalProcesses(basename(path), network, THREADS)) await validatesAs(program, job);
          })),
    );
    for (const define of dealt(basename(path), [...onSmp, ...elsewhere])) define();
  }

  for (const method of dealt('FT', ['EXCHANGE', 'SLABS', 'PENCILS'])) {
    for (const kind of dealt(`FT ${method}`, ['S', 'W'])) {
      const name = `FT ${method} ${kind}`;
      for (const { flags, threads } of dealt(name, levels(name, ['1', '2', '4'])))
        test(`NAS FT class ${kind}, ${method} ${named(flags)}`, () =>
          inFolder(async (folder) => {
            const choices = [`-DCLASS=${kind}`, `-DMETHOD=${method}`];
            const program = await compiled(folder, [...flags, ...choices, join(samples, 'applications/ft/ft.upc')]);
            for (const count of threads) await validates(program, count);
          }));
    }
  }

  for (const method of dealt('FT by MPI', ['EXCHANGE', 'SLABS']))
    for (const { flags, threads } of dealt(method, levels(`FT by MPI ${method}`, ['1', '2', '4'])))
      test(`NAS FT class S by MPI, ${method} ${named(flags)}`, () =>
        inFolder(async (folder) => {
          const source = join(samples, 'applications/ft/ft-mpi.c');
          const program = await compiled(folder, [...flags, `-DMETHOD=${method}`, source]);
          for (const count of threads) await validates(program, count);
        }));

  for (const network of dealt('applications', NETWORKS)) {
    long(`NAS FT class S, PENCILS, and SCF of one water on ${network}`, () =>
      inFolder(async (folder) => {
        const ft = ['-DCLASS=S', '-DMETHOD=PENCILS', join(samples, 'applications/ft/ft.upc')];
        await validates(await compiled(folder, [`-network=${network}`, ...levelOf(`FT ${network}`), ...ft]), 4);
        const scf = join(samples, 'applications/scf/scf.upc');
        const program = await compiled(folder, [`-network=${network}`, ...levelOf(`SCF ${network}`), scf]);
        await validates(program, 3);
        for (const job of severalProcesses('SCF', network, THREADS)) await validatesAs(program, job);
      }),
    );
  }

  for (const { flags, threads } of dealt('SCF', levels('SCF', ['1', '2', '3', '4', '5', '6', '7', '8'])))
    long(`SCF of one water at ${threads.join(', ')} threads, of two at 2, ${named(flags)}`, () =>
      inFolder(async (folder) => {
        const program = await compiled(folder, [...flags, join(samples, 'applications/scf/scf.upc')]);
        for (const count of threads) await validates(program, count);
        await validates(program, 2, ['2']);
      }),
    );
});
