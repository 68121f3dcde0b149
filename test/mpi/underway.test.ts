/** With -g: memory that is touched while an operation uses it, and accesses of one epoch of a window that conflict. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';

const PROGRAM = fileURLToPath(new URL('misuse/underway.c', import.meta.url));

const reading = (call: string) => `${call} is under way and reads this memory, which may not be written before`;
const writing = (call: string) =>
  `${call} is under way and writes this memory, which may neither be read nor written before`;
const WAIT = 'MPI_Wait or MPI_Test completes its request';

/** The first line of what is said, by the program's argument; without threads, addresses and columns. */
const SAID: readonly string[] = [
  '',
  `access of 4 bytes at ADDRESS: ${reading('MPI_Isend at underway.c:55')} ${WAIT} at underway.c:56`,
  `access of 4 bytes at ADDRESS: ${writing('MPI_Irecv at underway.c:59')} ${WAIT} at underway.c:60`,
  `access of 4 bytes at ADDRESS: ${writing('MPI_Irecv at underway.c:63')} ${WAIT} at underway.c:64`,
  `MPI_Irecv: buf is ADDRESS: ${writing('MPI_Irecv at underway.c:12')} ${WAIT} at underway.c:68`,
  `access of 8 bytes at ADDRESS: ${writing('MPI_Irecv at underway.c:12')} ${WAIT} at underway.c:72`,
  `MPI_Send: buf is ADDRESS: ${writing('MPI_Irecv at underway.c:12')} ${WAIT} at underway.c:76`,
  `MPI_Recv: buf is ADDRESS: ${reading('MPI_Isend at underway.c:79')} ${WAIT} at underway.c:80`,
  `access of 4 bytes at ADDRESS: ${writing('MPI_Iallreduce at underway.c:83')} ${WAIT} at underway.c:84`,
  `access of 4 bytes at ADDRESS: ${writing('MPI_Get at underway.c:87')} MPI_Win_fence at underway.c:88`,
  `access of 4 bytes at ADDRESS: ${reading('MPI_Put at underway.c:91')} MPI_Win_fence at underway.c:92`,
  'MPI_Win_fence: win is a window of 2: conflicting accesses to bytes 28 .. 31 of rank 0 in one epoch: ' +
    'MPI_Put at underway.c:94 by rank 0, MPI_Put at underway.c:95 by rank 1 at underway.c:98',
  'MPI_Win_fence: win is a window of 2: conflicting accesses to bytes 16 .. 19 of rank 1 in one epoch: ' +
    'MPI_Get at underway.c:96 by rank 0, MPI_Accumulate at underway.c:97 by rank 1 at underway.c:98',
];

const plain = (text: string) =>
  text
    .split('\n')[0]!
    .replace(/^pgasc: thread \d+: /, '')
    .replace(/0x[0-9a-f]+/, 'ADDRESS')
    .replace(/[^ ]*(underway\.c:\d+):\d+/g, '$1');

test.concurrent.each([
  ['-g', '-n 2'],
  ['-g -O2 -network=sfi', '-n 2 --processes 2'],
])('%s %s', { timeout: 120_000 }, (flags, job) =>
  inFolder(async (folder) => {
    const program = await compiled(folder, [...flags.split(' '), PROGRAM]);
    for (const [which, said] of SAID.entries()) {
      const { status, stderr } = await runProgram(program, [...job.split(' '), `${which}`]);
      expect({ which, status, said: plain(stderr) }).toEqual({ which, status: said === '' ? 0 : 1, said });
    }
  }),
);
