/**
 * Functions whose calls may commute with all that other threads do.
 *
 * Takes: when that is so, and the functions, which are marked. A call that neither sees what others have done nor is seen by them before their own clocks say so
 * may be made in any order (simulated/fairness.ts).
 */
import { COMMUTES, type NativeFunction } from '../abi.ts';

/** Given what the call is given. */
type Commutes = (...values: number[]) => boolean;

type Marked = NativeFunction & { [COMMUTES]?: Commutes };

export function commutesWhile(commutes: Commutes, ...functions: readonly NativeFunction[]): void {
  for (const each of functions as readonly Marked[]) each[COMMUTES] = commutes;
}

/** The one forwards to the other. */
export function commutesLike(f: NativeFunction, forwarding: NativeFunction): void {
  const commutes = (f as Marked)[COMMUTES];
  if (commutes !== undefined) commutesWhile(commutes, forwarding);
}
