/**
 * The calls of a program as operations: the memory that each touches, and whether it synchronizes.
 *
 * Takes the name of a function and the values that it is called with. Gives its operation, or nothing of what concerns the rank alone. Of a function that is not known
 * here its operation touches everything: schedules are walked then that are equivalent, none is left out.
 */
import { EVERYTHING, type Footprint, NOTHING, reads, writes } from './footprint.ts';
import type { Operation } from './operation.ts';

type Describe = (values: readonly number[], name: string) => Operation;

const LOCK_BYTES = 4;

const relaxed = (name: string, footprint: Footprint): Operation => ({ name, footprint, synchronizes: false });
const strict = (name: string, footprint: Footprint): Operation => ({ name, footprint, synchronizes: true });
const meets =
  (meeting: NonNullable<Operation['meeting']>): Describe =>
  (_, name) => ({ ...strict(name, NOTHING), meeting });

const copies: Describe = ([to, from, size], name) =>
  relaxed(name, [...reads(from!, size! >>> 0), ...writes(to!, size! >>> 0)]);

/** Flags of collective functions with which threads need not meet: UPC_IN_MYSYNC and the like (stdlib/include/upc_types.h). */
const NOT_ALL_SYNC = 2 | 4 | 16 | 32;

const collective: Describe = (values, name) =>
  (values.at(-1)! & NOT_ALL_SYNC) === 0 ? meets('both')(values, name) : strict(name, EVERYTHING);

const KNOWN: Readonly<Record<string, Describe>> = {
  notify: meets('arrive'),
  wait: meets('leave'),
  barrier: meets('both'),
  upc_all_alloc: meets('both'),
  upc_all_free: meets('both'),
  upc_all_lock_alloc: meets('both'),
  upc_all_lock_free: meets('both'),
  upc_all_atomicdomain_alloc: meets('both'),
  upc_all_atomicdomain_free: meets('both'),
  upc_lock: ([lock], name) => ({ ...strict(name, writes(lock!, LOCK_BYTES)), acquires: lock! }),
  upc_unlock: ([lock], name) => ({ ...strict(name, writes(lock!, LOCK_BYTES)), releases: lock! }),
  upc_lock_attempt: ([lock], name) => ({ ...strict(name, writes(lock!, LOCK_BYTES)), attempts: lock!, isLook: true }),
  upc_memcpy: copies,
  upc_memget: ([, from, size], name) => relaxed(name, reads(from!, size! >>> 0)),
  upc_memput: ([to, , size], name) => relaxed(name, writes(to!, size! >>> 0)),
  upc_memset: ([to, , size], name) => relaxed(name, writes(to!, size! >>> 0)),
  // Before the program reads volatile memory of its own, whatever that is.
  poll: (_, name) => ({ ...relaxed(name, reads(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)), isLook: true }),
  // What the runtime serves in it, the order does not matter to.
  bupc_poll: (_, name) => ({ ...relaxed(name, NOTHING), isLook: true }),
  gasnet_AMPoll: (_, name) => ({ ...relaxed(name, EVERYTHING), isLook: true }),
};

/** Bytes of the letters in the names of Berkeley UPC's atomic operations. */
const SIZES: Readonly<Record<string, number>> = { I: 4, UI: 4, I32: 4, U32: 4, F: 4 };

/** By what their names look like. */
const PATTERNS: readonly (readonly [RegExp, (found: RegExpExecArray) => Describe])[] = [
  [
    /^bupc_atomic([A-Z0-9]+)_(read|\w+?)_(strict|relaxed)$/,
    ([, type, action, mode]) =>
      ([at], name) => {
        const footprint = (action === 'read' ? reads : writes)(at!, SIZES[type!] ?? 8);
        return {
          ...relaxed(name, footprint),
          synchronizes: mode === 'strict',
          ...(action === 'read' && { isLook: true }),
        };
      },
  ],
  [
    /^upc_atomic_(strict|relaxed)$/,
    ([, mode]) =>
      (values, name) => ({ ...relaxed(name, writes(values[3]!, 8)), synchronizes: mode === 'strict' }),
  ],
  [/^upc_all_(broadcast|scatter|gather|gather_all|exchange|permute|(prefix_)?reduce\w+)$/, () => collective],
];

/** Functions that others learn of: all libraries but C's. */
const OF_MANY = /^_*p?(upc|bupc|image|co_|xmp|caf|shm|shmem|MPI|mpi|GA|ga_|NGA|nga|gasnet|gex|ARMCI|Armci|armci|poll$)/;

/** How calls of the function are described; undefined if they concern the rank alone. */
export function describes(name: string): Describe | undefined {
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name];
  for (const [pattern, describe] of PATTERNS) {
    const found = pattern.exec(name);
    if (found !== null) return describe(found);
  }
  return OF_MANY.test(name) ? (_, called) => strict(called, EVERYTHING) : undefined;
}
