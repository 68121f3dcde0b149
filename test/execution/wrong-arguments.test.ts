/** Exact messages for wrong arguments of library functions, with the caller's line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BACK_ENDS, named } from '../support/levels.ts';
import { compiled, inFolder, ROOT } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt } from '../support/share.ts';

const PROGRAM = 'test/execution/wrong-arguments.upc';

/** By the number of the case: the message up to the place. Addresses, which depend on the layout, are 0x. */
const MESSAGES: Readonly<Record<number, string | RegExp>> = {
  1: 'upc_all_atomicdomain_alloc: type is 1; it must be one of UPC_INT, UPC_UINT, UPC_LONG, UPC_ULONG, UPC_INT32, UPC_UINT32, UPC_INT64, UPC_UINT64, UPC_FLOAT, UPC_DOUBLE, UPC_PTS',
  2: 'upc_all_atomicdomain_alloc: ops is UPC_ADD | UPC_XOR; UPC_FLOAT does not have UPC_XOR',
  3: 'upc_all_atomicdomain_alloc: ops is UPC_INC; UPC_PTS does not have UPC_INC',
  4: 'upc_all_atomicdomain_alloc: ops is UPC_LOGAND; UPC_INT does not have UPC_LOGAND',
  5: 'upc_atomic_relaxed: null pointer to an atomic domain',
  6: 'upc_atomic_strict(0x): not an atomic domain, or one that has been freed',
  7: 'upc_atomic_relaxed: op is UPC_SUB; the domain was allocated for UPC_ADD | UPC_GET | UPC_CSWAP',
  8: 'upc_atomic_relaxed: op is UPC_ADD | UPC_GET; it must be one operation',
  9: 'upc_atomic_strict: fetch_ptr is a null pointer; UPC_GET must have a place for the value',
  10: 'upc_atomic_strict: operand1 is 0x; it must be null: UPC_GET has no operand',
  11: 'upc_atomic_relaxed: operand1 is a null pointer; UPC_ADD must have an operand',
  12: 'upc_atomic_relaxed: operand2 is 0x; it must be null: only UPC_CSWAP has a second operand',
  13: 'upc_atomic_relaxed: operand2 is a null pointer; UPC_CSWAP must have the new value',
  14: 'upc_atomic_relaxed: the target 0x is not aligned to 4 bytes',
  15: 'upc_atomic_relaxed: fetch_ptr is 0x; it must be aligned to 4 bytes',
  16: 'upc_atomic_relaxed: 4 bytes at 0x0: null pointer',
  17: 'upc_all_atomicdomain_free(0x): not an atomic domain, or one that has been freed',
  18: /^collective calls do not match: thread \d calls upc_all_atomicdomain_alloc\(type 5, ops (1|512)\) where this thread calls upc_all_atomicdomain_alloc\(type 5, ops (1|512)\); ops must be the same on all threads \(UPC 1\.3, 3\.10\)$/,
  19: /^collective calls do not match: thread \d calls upc_all_atomicdomain_free\(ptr 0x0?\) where this thread calls upc_all_atomicdomain_free\(ptr 0x0?\); ptr must be the same on all threads \(UPC 1\.3, 3\.10\)$/,
  20: 'upc_all_atomicdomain_free is collective and may not be called between the upc_notify at test/execution/wrong-arguments.upc:38 and its upc_wait',
  21: 'upc_sync: 0x is not the handle of an operation under way (each may be synchronized once)',
  22: 'upc_sync_attempt: 0x is not the handle of an operation under way (each may be synchronized once)',
  23: 'upc_memput_nb: 4 bytes at 0x0: null pointer',
  24: 'upc_memget_nbi: 4 bytes at 0x0: null pointer',
  25: 'upc_memcpy_nb: 8 bytes at 0x0: null pointer',
  26: 'upc_memset_nbi: 8 bytes at 0x0: null pointer',
  27: 'upc_affinitysize: thread 2 is not in 0 .. 1',
  28: 'upc_thread_info: thread 2 is not in 0 .. 1',
  29: 'upc_free(0x): not the start of a block that was allocated there',
  30: 'upc_lock: null pointer to a lock',
  31: 'upc_unlock(0x): this thread does not hold the lock, nobody holds it',
  32: 'upc_all_fopen: fname is a null pointer; it must point to the name of a file',
  33: 'upc_all_fopen: hints is a null pointer; it must point to 2 hints (numhints)',
  34: 'upc_all_ftest_async: flag is a null pointer; it must point to an int',
  35: 'upc_memput: 4 GiB at 0x: reaches beyond the memory of thread 0',
  36: 'upc_lock(0x): not a lock, or a lock that has been freed',
};

/** The first line of what the threads say, without the thread's number, and its line in the program. */
function firstMessage(stderr: string): { text: string; line: number } {
  const match = /^pgasc: thread \d+: (.*) at .*wrong-arguments\.upc:(\d+):\d+$/m.exec(stderr);
  return { text: (match?.[1] ?? stderr).replace(/0x[0-9a-f]{4,}/g, '0x'), line: Number(match?.[2]) };
}

test.each(dealt(PROGRAM, BACK_ENDS).map((flags) => [named(flags), flags]))(
  'of library functions, %s',
  { timeout: 300_000 },
  (_, flags) =>
    inFolder(async (folder) => {
      const lines = readFileSync(join(ROOT, PROGRAM), 'utf8').split('\n');
      const program = await compiled(folder, [...flags, PROGRAM]);
      for (const [number, message] of Object.entries(MESSAGES)) {
        const { status, stderr } = await runProgram(program, ['-n', '2', number]);
        const { text, line } = firstMessage(stderr);
        if (typeof message === 'string') expect(`${number}: ${text}`).toBe(`${number}: ${message}`);
        else expect(text).toMatch(message);
        expect(lines[line - 1], `line of case ${number}`).toContain(`case ${number}:`);
        expect(status).toBe(1);
      }
    }),
);
