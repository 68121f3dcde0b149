/** Collective calls that differ between ranks: what differs is named, with both ranks' values. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt } from '../support/share.ts';

const PROGRAM = fileURLToPath(new URL('misuse/collectives.c', import.meta.url));

/** By the program's argument, from 1 on: the call, and what rank 0 and rank 1 give; either may notice it. */
const DIFFERING: readonly (readonly [call: string, zero: string, one: string])[] = [
  ['MPI_Bcast', '0 as root', '1 as root'],
  ['MPI_Allreduce', '16 bytes and MPI_INT as datatype', '32 bytes and MPI_DOUBLE as datatype'],
  ['MPI_Allreduce', '48 bytes', '32 bytes'],
  ['MPI_Reduce', 'MPI_MAX as op', 'MPI_SUM as op'],
  ['MPI_Gather', '32 bytes', '24 bytes'],
  ['MPI_Bcast', '256 bytes', '32 bytes'],
];
const [OTHER_CALL, TWO_MISTAKES, OTHER_ROOT] = [7, 8, 9];

const gives = (call: string, rank: number, theirs: string, own: string) =>
  `${call}: rank ${rank} gives ${theirs} where this rank gives ${own}`;

const either = ([call, zero, one]: (typeof DIFFERING)[number]) => [
  gives(call, 0, zero, one),
  gives(call, 1, one, zero),
];

test.each(
  dealt('differences', [
    ['', '-n 2'],
    ['-O2 -network=sfi', '-n 2 --processes 2'],
  ] as const),
)('%s %s', { timeout: 120_000 }, (flags, job) =>
  inFolder(async (folder) => {
    const program = await compiled(folder, [...flags.split(' ').filter(Boolean), PROGRAM]);
    const said = async (which: number) => {
      const { stderr } = await runProgram(program, [...job.split(' '), `${which}`]);
      return stderr
        .split('\n')[0]!
        .replace(/^pgasc: thread \d: /, '')
        .replace(/ at \S+$/, '');
    };
    for (const [i, row] of DIFFERING.entries()) expect(either(row)).toContain(await said(i + 1));
    expect(['MPI_Allreduce: rank 1 calls MPI_Barrier', 'MPI_Barrier: rank 0 calls MPI_Allreduce']).toContain(
      await said(OTHER_CALL),
    );
    expect(await said(TWO_MISTAKES)).toMatch(/^MPI_Bcast: rank \d gives another root, count, datatype or operation$/);
    expect(either(['MPI_Reduce', '0 as root', '1 as root'])).toContain(await said(OTHER_ROOT));
  }),
);
