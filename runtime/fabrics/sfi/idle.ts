/**
 * Groups of operations that are all refused with one error: of an endpoint that has not been enabled, or without the
 * capability.
 */
import { ATOMIC_OPERATIONS, type AtomicOperations } from './atomic.ts';
import { FI_EOPBADSTATE, FI_EOPNOTSUPP } from './errno.ts';
import { MESSAGE_OPERATIONS, type MessageOperations } from './msg.ts';
import type { Operations } from './provider.ts';
import { RMA_OPERATIONS, type RmaOperations } from './rma.ts';
import { TAGGED_OPERATIONS, type TaggedOperations } from './tagged.ts';

export const NOT_ENABLED = refusing(FI_EOPBADSTATE);
export const NOT_SUPPORTED = refusing(FI_EOPNOTSUPP);

function refusing(error: number): Operations {
  const refused = () => -error;
  const group = (names: readonly string[]): unknown => Object.fromEntries(names.map((name) => [name, refused]));
  return {
    msg: group(MESSAGE_OPERATIONS) as MessageOperations,
    tagged: group(TAGGED_OPERATIONS) as TaggedOperations,
    rma: group(RMA_OPERATIONS) as RmaOperations,
    atomic: group(ATOMIC_OPERATIONS) as AtomicOperations,
    progress: () => {},
    cancel: refused,
  };
}
