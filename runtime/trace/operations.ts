/**
 * The kinds of operations that statistics and traces distinguish, by number.
 *
 * Those of emitted code and of the core come first; then the library's functions that communicate, under their C names:
 * a table (`LIBRARY`) of name patterns, with the arguments that tell the size. Those of OpenSHMEM, ARMCI and MPI are in libraries.ts.
 */
import type { AtomicDomains } from '../core/atomicdomain.ts';
import type { Space } from '../memory/space.ts';
import { LIBRARIES } from './libraries.ts';

/** Groups of operations in reports. */
export const GROUPS = [
  'GET',
  'PUT',
  'SYNC',
  'ATOMIC',
  'LOCK',
  'EVENT',
  'BARRIER',
  'COLLECTIVE',
  'MESSAGE',
  'AM',
] as const;
export type Group = (typeof GROUPS)[number];

/** GASNet's letters, as in PGAS_TRACEMASK, which lacks letters for atomics, events and messages that are received. */
export const LETTERS: Readonly<Record<Group, string>> = {
  GET: 'G',
  PUT: 'P',
  SYNC: 'S',
  ATOMIC: 'P',
  LOCK: 'L',
  EVENT: 'S',
  BARRIER: 'B',
  COLLECTIVE: 'W',
  MESSAGE: 'A',
  AM: 'A',
};

export interface Operation {
  readonly name: string;
  readonly group: Group;
}

/** Operations other than library calls. */
export const GET = 0;
export const PUT = 1;
export const STRICT_GET = 2;
export const STRICT_PUT = 3;
export const BEGIN_GET = 4;
export const END_GET = 5;
export const BEGIN_PUT = 6;
export const END_PUTS = 7;
export const COPY_GET = 8;
export const COPY_PUT = 9;
export const PUT_BITS = 10;
export const FENCE = 11;
export const NOTIFY = 12;
export const WAIT = 13;
export const BARRIER = 14;
/** The time between upc_notify and upc_wait. */
export const NOTIFY_WAIT = 15;
/** Messages by category: request and reply; then the run of a handler. */
export const AM_REQUEST = 16;
export const AM_REPLY = 19;
export const AM_HANDLER = 22;

const OWN: readonly Operation[] = [
  { name: 'get', group: 'GET' },
  { name: 'put', group: 'PUT' },
  { name: 'get strict', group: 'GET' },
  { name: 'put strict', group: 'PUT' },
  { name: 'get begun', group: 'GET' },
  { name: 'get completed', group: 'SYNC' },
  { name: 'put begun', group: 'PUT' },
  { name: 'puts completed', group: 'SYNC' },
  { name: 'copy from', group: 'GET' },
  { name: 'copy to', group: 'PUT' },
  { name: 'put bits', group: 'PUT' },
  { name: 'upc_fence', group: 'SYNC' },
  { name: 'upc_notify', group: 'BARRIER' },
  { name: 'upc_wait', group: 'BARRIER' },
  { name: 'upc_barrier', group: 'BARRIER' },
  { name: 'notify to wait', group: 'BARRIER' },
  ...['request', 'reply'].flatMap((kind) =>
    ['Short', 'Medium', 'Long'].map((category): Operation => ({ name: `AM ${kind} ${category}`, group: 'AM' })),
  ),
  { name: 'AM handler', group: 'AM' },
];

/** Recording of a library function: numbers are indexes of its arguments, after the expansion of pointers-to-shared. */
export interface Interposed {
  readonly names: RegExp;
  readonly group: Group;
  /** The argument with the address of what it reaches of another thread, or a function for it; none where that is in several places. */
  readonly address?: number | Measure;
  /** The argument with the remote thread, where the address is as that thread sees it, or a function for it. */
  readonly thread?: number | Measure;
  /** Copies between two shared addresses: the arguments with them; where the addresses are the first of several places, `scattered`. */
  readonly copy?: { readonly to: number; readonly from: number; readonly scattered?: true };
  /** The argument with the number of bytes, or a function for it; else bytes moved during the call are counted. */
  readonly bytes?: number | Measure;
  /** Bytes of an operand, by the captured part of the name. */
  readonly width?: Readonly<Record<string, number>>;
  /** The operations of which a call is one, and the index of it. */
  readonly forms?: { readonly operations: readonly Operation[]; readonly which: Measure };
}

/** What measures know besides the arguments: the memory, the atomic domains of the thread. */
export interface Measured {
  readonly space: Space;
  readonly domains: Pick<AtomicDomains, 'sizeOf'>;
}

/** Bytes moved by an operation with these arguments, which is over, or another number of it. */
export type Measure = (by: Measured, values: readonly number[]) => number;

/** Of an array assignment: (to, from, size, rank, descriptor), with 3 words for each dimension, the count first. */
const sectionBytes: Measure = ({ space: { I32 } }, [, , size, rank, descriptor]) => {
  let bytes = size!;
  for (let dimension = 0; dimension < rank!; dimension++) bytes *= I32[(descriptor! >>> 2) + 3 * dimension]!;
  return bytes;
};

/** Of upc_atomic: (domain, ...); the type is the domain's. */
const domainBytes: Measure = ({ domains }, [domain]) => domains.sizeOf(domain!);

const BERKELEY_WIDTHS = { I: 4, UI: 4, I32: 4, U32: 4, F: 4, L: 8, UL: 8, I64: 8, U64: 8, D: 8 };
const IMAGE_WIDTHS = { int: 4, long: 8 };

export const LIBRARY: readonly Interposed[] = [
  { names: /^b?upc_memget(_nbi?|_asynci?)?$/, group: 'GET', address: 1, bytes: 3 },
  { names: /^b?upc_memput(_nbi?|_asynci?|_signal|_signal_async)?$/, group: 'PUT', address: 0, bytes: 3 },
  { names: /^b?upc_memset(_nbi?|_asynci?)?$/, group: 'PUT', address: 0, bytes: 3 },
  { names: /^b?upc_memcpy(_nbi?|_asynci?)?$/, group: 'PUT', copy: { to: 0, from: 2 }, bytes: 4 },
  { names: /^bupc_memget_(vlist|ilist|fstrided|strided)(_async)?$/, group: 'GET' },
  { names: /^bupc_mem(put|cpy)_(vlist|ilist|fstrided|strided)(_async)?$/, group: 'PUT' },
  { names: /^__coarray_transfer$/, group: 'PUT', copy: { to: 0, from: 1, scattered: true }, bytes: sectionBytes },
  { names: /^gasnet_get(_nbi?)?(_bulk)?$/, group: 'GET', thread: 1, address: 2, bytes: 3 },
  { names: /^gasnet_get(_nb)?_val$/, group: 'GET', thread: 0, address: 1, bytes: 2 },
  { names: /^gasnet_(put(_nbi?)?(_bulk|_val)?|memset(_nbi?)?)$/, group: 'PUT', thread: 0, address: 1, bytes: 3 },
  { names: /^gasnet_get[vis](_nbi?)?_bulk$/, group: 'GET' },
  { names: /^gasnet_put[vis](_nbi?)?_bulk$/, group: 'PUT' },
  { names: /^gasnet_((wait|try)_syncnb|(begin|end)_nbi_accessregion)/, group: 'SYNC' },
  { names: /^gasnet_hsl_(lock|trylock|unlock)$/, group: 'LOCK' },
  { names: /^gasnet_barrier_(notify|wait|try)$/, group: 'BARRIER' },
  { names: /^(upc_synci?|bupc_waitsynci?)(_attempt|_all|_some)?$|^bupc_trysync/, group: 'SYNC' },
  { names: /^bupc_(begin|end)_accessregion$|^xmp_sync_memory$/, group: 'SYNC' },
  { names: /^bupc_atomic([A-Z]+\d*)_/, group: 'ATOMIC', address: 0, width: BERKELEY_WIDTHS },
  { names: /^__coarray_atomic_\w+_(int|long)$/, group: 'ATOMIC', address: 0, width: IMAGE_WIDTHS },
  { names: /^upc_atomic_(strict|relaxed)$/, group: 'ATOMIC', address: 3, bytes: domainBytes },
  { names: /^upc_(lock|lock_attempt|unlock)$/, group: 'LOCK', address: 0 },
  { names: /^(xmp_(un)?lock|__coarray_(un)?lock_own|__coarray_critical_(enter|exit))$/, group: 'LOCK' },
  { names: /^bupc_sem_(post|wait|try)N?$/, group: 'EVENT', address: 0 },
  { names: /^(__coarray_event_\w+|xmp_post|xmp_wait(_\w+)?)$/, group: 'EVENT' },
  {
    names: /^(bupc_extern_(notify|wait|barrier)|xmp_barrier|xmp_sync_all|xmp_sync_images?(_all)?|__coarray_sync_team)$/,
    group: 'BARRIER',
  },
  { names: /^__coarray_((form|change|end)_team|comalloc|co_\w+)$/, group: 'COLLECTIVE' },
  { names: /^(b?upc_all_\w+|__bupc_allv_\w+)$/, group: 'COLLECTIVE' },
  ...LIBRARIES,
];

/** All operations, for a library with these functions; an operation's number is its index. */
export function operationsOf(libraryNames: readonly string[]): readonly Operation[] {
  const called = libraryNames.flatMap((name) => {
    const interposed = interposedOf(name);
    return interposed === undefined ? [] : operationsIn(name, interposed);
  });
  return [...OWN, ...called];
}

/** Those that calls of the function are. A copy between any two addresses has two, the second of which is a get. */
function operationsIn(name: string, { group, copy, forms }: Interposed): readonly Operation[] {
  if (forms !== undefined) return forms.operations;
  const own = { name: titleOf(name), group };
  return copy === undefined ? [own] : [own, { ...own, group: 'GET' }];
}

/** Recording of the function; undefined if it does not communicate. */
export function interposedOf(name: string): Interposed | undefined {
  return LIBRARY.find(({ names }) => names.test(name));
}

/** The number of a library function's operation, the first if it has several. */
export function operationNumber(operations: readonly Operation[], name: string, interposed: Interposed): number {
  const [first] = operationsIn(name, interposed);
  return operations.findIndex((operation) => operation.name === first!.name);
}

/** What OpenSHMEM's and ARMCI's functions share is named after the library; behind MPI's short cuts are functions of the same name. */
function titleOf(name: string): string {
  return name.replace(/^__(?=shmem_|armci_|MPI_)/, '');
}
