/** The private memory of a rank, which is not what a library's function wants, in the words of a message. */
import type { RuntimeEnvironment } from '../../runtime/environment.ts';

/** Takes an offset in the rank's region behind its static data and shared heap. */
export function privatePart({ stackTop, BASE }: RuntimeEnvironment, offset: number): string {
  return offset < stackTop - BASE ? 'an address on the stack' : "an address of C's heap (malloc)";
}
