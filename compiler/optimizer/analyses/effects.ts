/**
 * What a statement, with all in it, does that matters to the order of others.
 *
 * Takes: a statement. Gives: the locals it sets and reads, the memory it reads and writes, and whether anything may be
 * moved over it at all.
 */
import { memorySize } from '../../ir/builders.ts';
import type { Statement } from '../../ir/ir.ts';
import { expressionsOf, localsIn, localsSetBy, visitExpression, visitStatements } from '../../ir/walk.ts';
import { ofRank, type Region, writesShared } from './alias.ts';

export interface Effects {
  readonly sets: ReadonlySet<string>;
  readonly reads: ReadonlySet<string>;
  /** Private memory, which may be own shared memory, that expressions read. */
  readonly loads: readonly Region[];
  /** Shared memory that it reads. */
  readonly gets: readonly Region[];
  readonly writes: readonly Region[];
  /** Shows other threads' writes or its own, calls, leaves, or is not to be moved. */
  readonly isBarrier: boolean;
}

export function effectsOf(whole: Statement): Effects {
  const sets = new Set<string>();
  const reads = new Set<string>();
  const loads: Region[] = [];
  const gets: Region[] = [];
  const writes: Region[] = [];
  const labels = new Set<string>();
  let isBarrier = false;
  visitStatements([whole], (s) => {
    if (s.op === 'loop' || s.op === 'block' || s.op === 'switch') labels.add(s.label);
    for (const name of localsSetBy(s)) sets.add(name);
    for (const e of expressionsOf(s)) {
      for (const name of localsIn(e)) reads.add(name);
      visitExpression(e, (inner) => {
        if (inner.op === 'load') loads.push({ address: inner.address, size: memorySize(inner.memory) });
      });
    }
    if (s.op === 'get' || s.op === 'get.start')
      gets.push(ofRank(s.rank, { address: s.address, size: memorySize(s.memory) }));
    if (s.op === 'copy') gets.push(ofRank(s.sourceRank, { address: s.source }));
    const written = writesShared(s);
    if (written === 'anything' || isFixed(s, labels)) isBarrier = true;
    else if (written) writes.push(written);
  });
  return { sets, reads, loads, gets, writes, isBarrier };
}

/** Leaves what is outside of it, is volatile, or moves the stack. */
function isFixed(s: Statement, labels: ReadonlySet<string>): boolean {
  switch (s.op) {
    case 'break':
    case 'continue':
      return !labels.has(s.label);
    case 'return':
    case 'landing':
    case 'stack.save':
    case 'stack.allocate':
    case 'stack.restore':
      return true;
    case 'get':
    case 'put':
    case 'store':
      return s.volatile === true;
    default:
      return false;
  }
}

/** Have the two a name in common? */
export function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const name of a) if (b.has(name)) return true;
  return false;
}
