/**
 * One-sided access of the template conduit: FILL IN a class that implements `RemoteMemory` (../conduit.ts) on the
 * fabric, and let index.ts give one to the conduit.
 *
 * Handles are numbers above 0, valid until `test` has reported completion. Operations without a handle are counted, and
 * `putsDone` and `getsDone` test for completion; 65535 of both kinds must fit in flight. `strided`, `vector`, `indexed`
 * and `atomic` are for fabrics with native support.
 */
import type { RemoteMemory } from '../conduit.ts';

/** FILL IN: while undefined, the extended layer implements one-sided access by messages. */
export const memory: RemoteMemory | undefined = undefined;
