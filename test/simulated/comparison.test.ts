/**
 * Programs as real jobs and as simulated ones of as many ranks: equal output, exit status, operations and messages, wherever these do not depend on
 * the order in which ranks come.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder, node, type Outcome, ROOT } from '../support/pgasc.ts';
import { dealt, isWhole, shareOf, some } from '../support/share.ts';
import { LEVELS, NETWORKS } from './simulated.ts';

/** `byOrder`: how often it communicates depends on who comes first, or on time. */
const PROGRAMS: readonly { readonly path: string; readonly byOrder?: true }[] = [
  { path: 'test/execution/programs/upc-collectives-data.upc' },
  { path: 'test/execution/programs/upc-collectives-reduce.upc' },
  { path: 'test/execution/programs/upc-vis-strided.upc' },
  { path: 'test/execution/programs/upc-split.upc', byOrder: true },
  { path: 'test/execution/programs/upc-jumps.upc' },
  { path: 'test/execution/programs/upc-work-stealing.upc', byOrder: true },
  { path: 'test/execution/programs/image-collectives.upc' },
  { path: 'test/execution/programs/image-teams.upc' },
  { path: 'test/execution/programs/coarray-sections.upc' },
  { path: 'test/simulated/programs/suspended.upc' },
  { path: 'test/shmem/programs/elements.c' },
  { path: 'test/shmem/programs/teams.c', byOrder: true },
  { path: 'test/mpi/programs/collectives.c', byOrder: true },
  { path: 'test/mpi/programs/derivedreductions.c', byOrder: true },
  { path: 'test/armci/programs/copies.c' },
  { path: 'test/armci/programs/accumulate.c', byOrder: true },
  { path: 'test/ga/programs/transfers.c', byOrder: true },
];

const WAYS = LEVELS.flatMap((level) => NETWORKS.map((network) => [level, `-network=${network}`]));
/** Milliseconds: where threads are more than cores, each barrier takes many times its usual time. */
const PATIENCE = { timeout: 200_000 };
const RANKS = ['3', '4', '7', '16'];

describe.concurrent('a simulated job does as a real one', () => {
  for (const { path, byOrder } of some(PROGRAMS, isWhole))
    for (const flags of dealt(path, WAYS, isWhole))
      test(`${path} ${flags.join(' ')}`, { timeout: 480_000 }, () =>
        inFolder(async (folder) => {
          const words = [...flags, '-trace', '-w', join(ROOT, path)];
          const job = ['-n', RANKS[shareOf(`ranks of ${path} ${flags}`, RANKS.length)]!, '--stats'];
          const expected = await node([await compiled(folder, words), ...job], PATIENCE);
          const found = await node([await compiled(folder, ['-simulate', ...words]), '--simulate', ...job], PATIENCE);
          expect(resultOf(found)).toEqual(resultOf(expected));
          if (!byOrder) expect(communicationOf(found)).toEqual(communicationOf(expected));
        }),
      );
});

/** Lines of different ranks come in any order. */
const resultOf = ({ status, stdout }: Outcome) => ({ status, lines: stdout.split('\n').sort() });

/** Of the report: calls and bytes of each operation, without their times, and the matrices of messages and bytes. */
function communicationOf({ stderr }: Outcome): string[] {
  const sections = stderr.split('\n\n').filter((section) => /^(OPERATIONS|MESSAGES|BYTES)/.test(section));
  return sections.map((section) => section.replaceAll(/ +[\d.]+ [mun]?s\b/g, '').replaceAll(/ +(AVG TIME|TIME)/g, ''));
}
