/** Arithmetic of pointers-to-shared, as expressions (UPC 1.3, 6.4.2 and 6.5.1.1). */
import type { Expression } from './expressions.ts';

/** Layout of a shared array or of a pointer's target. */
export interface SharedLayout {
  /** Block size in elements; 0 indefinite, 1 cyclic. */
  readonly block: number;
  /** Bytes of the ultimate element. */
  readonly elementSize: number;
}

/**
 * Address of element `index` (in ultimate elements, from the start of the object, phase 0 on thread 0 at `base`):
 * thread floor(i/B) mod THREADS, offset elementSize * (B * floor(i/(B*THREADS)) + i mod B). `index` is i32.
 */
export interface ElementAddress {
  readonly op: 'element';
  readonly type: 'shared';
  readonly layout: SharedLayout;
  readonly base: Expression;
  readonly index: Expression;
}

/** Address of a pointer-to-shared moved by `count` ultimate elements (i32, may be negative). `phase` only for block > 1. */
export interface AdvanceAddress {
  readonly op: 'advance';
  readonly type: 'shared';
  readonly layout: SharedLayout;
  readonly address: Expression;
  readonly phase?: Expression;
  readonly count: Expression;
}

/** Phase of a pointer-to-shared moved by `count` elements: (phase + count) mod B, not negative. block > 1. */
export interface AdvancePhase {
  readonly op: 'advance.phase';
  readonly type: 'i32';
  readonly layout: SharedLayout;
  readonly phase: Expression;
  readonly count: Expression;
}

/** upc_threadof. */
export interface ThreadOf {
  readonly op: 'threadof';
  readonly type: 'i32';
  readonly address: Expression;
}

/**
 * The address in the region of `thread` at the same offset as `address`, a private address or a pointer-to-shared
 * (coarrays).
 */
export interface Counterpart {
  readonly op: 'counterpart';
  readonly type: 'shared';
  readonly address: Expression;
  readonly thread: Expression;
}

/** left - right of two pointers-to-shared, in ultimate elements, as i32. Phases for block > 1. */
export interface Difference {
  readonly op: 'difference';
  readonly type: 'i32';
  readonly layout: SharedLayout;
  readonly left: Expression;
  readonly leftPhase?: Expression;
  readonly right: Expression;
  readonly rightPhase?: Expression;
}
