/** With -g: buffers of non-blocking functions that are touched before a quiet. */
import { fileURLToPath } from 'node:url';
import { testSaid } from '../support/said.ts';

const PROGRAM = fileURLToPath(new URL('misuse/buffers.c', import.meta.url));
const BEFORE = 'before shmem_quiet completes it';

/** The first line of what is said, by the program's argument; without PEs, addresses and columns. */
const SAID: readonly string[] = [
  '',
  `access of 4 bytes at ADDRESS: shmem_int_get_nbi at buffers.c:32 is under way and writes this memory, which may neither be read nor written ${BEFORE} at buffers.c:33`,
  `access of 8 bytes at ADDRESS: shmem_int_put_nbi at buffers.c:36 is under way and reads this memory, which may not be written ${BEFORE} at buffers.c:37`,
  `shmem_int_put: source is ADDRESS: shmem_getmem_nbi at buffers.c:40 is under way and writes this memory, which may neither be read nor written ${BEFORE} at buffers.c:42`,
];

testSaid(PROGRAM, SAID, [
  ['-g', '-n 2'],
  ['-g -O2 -network=sfi', '-n 2 --processes 2'],
  ['-g -network=pami', '-n 3'],
]);
