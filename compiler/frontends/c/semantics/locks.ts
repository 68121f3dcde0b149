/** Locks (UPC 1.3, 7.2.4): upc_lock_t is opaque, so that programs have pointers to locks and nothing else of them. */
import { advice, type Note } from '../../../diagnostics/diagnostic.ts';
import type { CType } from './types/types.ts';

/** The tag that <upc.h> gives the type. */
const TAG = '__upc_lock';

export function isLock(type: CType): boolean {
  return type.kind === 'struct' && type.tag === TAG;
}

/** Advice about a lock where an object would be. */
export function lockAdvice(type: CType): Note[] {
  return isLock(type)
    ? advice("use 'upc_lock_t *': upc_all_lock_alloc() and upc_global_lock_alloc() make the locks")
    : [];
}
