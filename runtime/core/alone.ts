/**
 * Functions whose calls may concern nobody else.
 *
 * Takes: when that is so, and the functions, which are marked. One idea: a simulated rank lets those that are behind it in time go first before it acts. A call that
 * neither sees what others have done nor is seen by them before their own clocks say so need not wait for that (simulated/fairness.ts).
 */
import { IS_ALONE, type NativeFunction } from '../abi.ts';

export function aloneWhile(isAlone: () => boolean, ...functions: readonly NativeFunction[]): void {
  for (const each of functions) Object.assign(each, { [IS_ALONE]: isAlone });
}
