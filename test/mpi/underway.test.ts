/** With -g: memory that is touched while an operation uses it, and accesses of one epoch of a window that conflict. */
import { fileURLToPath } from 'node:url';
import { testSaid } from '../support/said.ts';

const PROGRAM = fileURLToPath(new URL('misuse/underway.c', import.meta.url));

const reading = (call: string) => `${call} is under way and reads this memory, which may not be written before`;
const writing = (call: string) =>
  `${call} is under way and writes this memory, which may neither be read nor written before`;
const WAIT = 'MPI_Wait or MPI_Test completes its request';

/** Accesses that conflict: the bytes, and both. */
const conflict = (call: string, line: number, when: string, end: string) => (bytes: string, both: string) =>
  `${call}: win is a window of 2: conflicting accesses to bytes ${bytes} ${when} (what one changes, no other may access before ${end}): ` +
  `${both} at underway.c:${line}`;
const fenced = conflict('MPI_Win_fence', 153, 'in one epoch', 'MPI_Win_fence');
const exposed = conflict('MPI_Win_free', 154, 'in one epoch', 'MPI_Win_wait');
const locked = conflict('MPI_Win_free', 154, 'while both are under way', 'MPI_Win_flush or MPI_Win_unlock');

/** The first line of what is said, by the program's argument; without threads, addresses and columns. */
const SAID: readonly string[] = [
  '',
  `access of 4 bytes at ADDRESS: ${reading('MPI_Isend at underway.c:104')} ${WAIT} at underway.c:105`,
  `access of 4 bytes at ADDRESS: ${writing('MPI_Irecv at underway.c:108')} ${WAIT} at underway.c:109`,
  `access of 4 bytes at ADDRESS: ${writing('MPI_Irecv at underway.c:112')} ${WAIT} at underway.c:113`,
  `MPI_Irecv: buf is ADDRESS: ${writing('MPI_Irecv at underway.c:12')} ${WAIT} at underway.c:117`,
  `access of 8 bytes at ADDRESS: ${writing('MPI_Irecv at underway.c:12')} ${WAIT} at underway.c:121`,
  `MPI_Send: buf is ADDRESS: ${writing('MPI_Irecv at underway.c:12')} ${WAIT} at underway.c:125`,
  `MPI_Recv: buf is ADDRESS: ${reading('MPI_Isend at underway.c:128')} ${WAIT} at underway.c:129`,
  `access of 4 bytes at ADDRESS: ${writing('MPI_Iallreduce at underway.c:132')} ${WAIT} at underway.c:133`,
  `access of 4 bytes at ADDRESS: ${writing('MPI_Get at underway.c:136')} MPI_Win_fence at underway.c:137`,
  `access of 4 bytes at ADDRESS: ${reading('MPI_Put at underway.c:140')} MPI_Win_fence at underway.c:141`,
  fenced('28 .. 31 of rank 0', 'MPI_Put at underway.c:143 by rank 0, MPI_Put at underway.c:144 by rank 1'),
  fenced('16 .. 19 of rank 1', 'MPI_Get at underway.c:145 by rank 0, MPI_Accumulate at underway.c:146 by rank 1'),
  fenced('16 .. 19 of rank 1', 'a load at underway.c:148 by rank 1, MPI_Put at underway.c:147 by rank 0'),
  fenced('16 .. 19 of rank 1', 'MPI_Get at underway.c:149 by rank 0, a store at underway.c:150 by rank 1'),
  exposed('36 .. 39 of rank 0', 'MPI_Get at underway.c:78 by rank 1, a store at underway.c:76 by rank 0'),
  exposed('36 .. 39 of rank 0', 'MPI_Put at underway.c:77 by rank 0, MPI_Put at underway.c:77 by rank 1'),
  locked('8 .. 11 of rank 1', 'MPI_Put at underway.c:88 by rank 0, MPI_Get at underway.c:89 by rank 1'),
];

testSaid(PROGRAM, SAID, [
  ['-g', '-n 2'],
  ['-g -O2 -network=sfi', '-n 2 --processes 2'],
]);
