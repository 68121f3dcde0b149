/** Statements that reach the memory of other threads, or wait for them. */
import type { Expression } from './expressions.ts';
import type { StatementBase } from './statements.ts';
import type { MemoryType } from './types.ts';

/** Reads a shared scalar into a local. */
export interface Get extends StatementBase {
  readonly op: 'get';
  readonly local: string;
  readonly memory: MemoryType;
  /** Behind `expand`, where shared accesses are calls: `address` is an offset in that rank's region. */
  readonly rank?: Expression;
  readonly address: Expression;
  readonly strict: boolean;
  /** Not changed by any pass. */
  readonly volatile?: boolean;
  /** Part of a union: see Load. */
  readonly punned?: boolean;
}

/** Writes a shared scalar, or some bits of it. */
export interface Put extends StatementBase {
  readonly op: 'put';
  readonly memory: MemoryType;
  /** Behind `expand`, where shared accesses are calls: `address` is an offset in that rank's region. */
  readonly rank?: Expression;
  readonly address: Expression;
  readonly value: Expression;
  readonly strict: boolean;
  /** Only these bits are replaced, atomically; the value has no others. Such a put is volatile too. */
  readonly mask?: number | bigint;
  readonly volatile?: boolean;
  /** Part of a union: see Load. */
  readonly punned?: boolean;
}

/** Starts a relaxed get: the local is defined by the next get.sync of `local`, and not before. */
export interface GetStart extends StatementBase {
  readonly op: 'get.start';
  readonly local: string;
  readonly memory: MemoryType;
  /** Behind `expand`, where shared accesses are calls: `address` is an offset in that rank's region. */
  readonly rank?: Expression;
  readonly address: Expression;
}

export interface GetSync extends StatementBase {
  readonly op: 'get.sync';
  readonly local: string;
}

/** Starts a relaxed put: `value` is read at once, and complete after the next put.sync. */
export interface PutStart extends StatementBase {
  readonly op: 'put.start';
  readonly memory: MemoryType;
  /** Behind `expand`, where shared accesses are calls: `address` is an offset in that rank's region. */
  readonly rank?: Expression;
  readonly address: Expression;
  readonly value: Expression;
}

/** Waits for all outstanding puts of this thread. */
export interface PutSync extends StatementBase {
  readonly op: 'put.sync';
}

/** Copies `size` bytes (struct assignment); `from`/`to` tell which side is shared. The two never overlap partly. */
export interface Copy extends StatementBase {
  readonly op: 'copy';
  /** As of Get: both sides have one then, also a private one. */
  readonly destinationRank?: Expression;
  readonly destination: Expression;
  readonly sourceRank?: Expression;
  readonly source: Expression;
  readonly size: Expression;
  readonly to: 'private' | 'shared';
  readonly from: 'private' | 'shared';
  readonly strict: boolean;
}

/** upc_fence; also placed by lowering where a strict access to a whole struct needs one. */
export interface Fence extends StatementBase {
  readonly op: 'fence';
}

/** Serves what other threads have asked, now and then. */
export interface Poll extends StatementBase {
  readonly op: 'poll';
}

export interface Notify extends StatementBase {
  readonly op: 'notify';
  readonly value?: Expression;
}

export interface Wait extends StatementBase {
  readonly op: 'wait';
  readonly value?: Expression;
}

/** upc_barrier: notify then wait with one value. */
export interface Barrier extends StatementBase {
  readonly op: 'barrier';
  readonly value?: Expression;
}
