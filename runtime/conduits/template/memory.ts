/**
 * One-sided access of the template conduit: FILL IN a class that implements `RemoteMemory` (../conduit.ts) by what the
 * fabric has, and let index.ts give one to the conduit.
 *
 * Operations with handles: numbers above 0, which `test` knows until it has said that they are done. Those without are
 * counted, and `putsDone` and `getsDone` say whether the counts are even; 65535 of both kinds must fit under way. `strided`,
 * `vector`, `indexed` and `atomic` are for fabrics that do these themselves.
 */
import type { RemoteMemory } from '../conduit.ts';

/** FILL IN: undefined until then, and the extended layer makes one-sided access of messages. */
export const memory: RemoteMemory | undefined = undefined;
