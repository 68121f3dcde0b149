/**
 * Whether a pointer-to-shared has room for its rank and its phase, where they share a word (optimizer/addresses/wide.ts).
 *
 * Takes: the linked functions and objects. Gives: the largest block size that they have a layout or an initial phase of. One
 * idea: phases come from layouts. With a fixed number of threads it is told here what does not fit, else when the job starts.
 */
import { phasesFit, phasesText } from '../../runtime/abi.ts';
import type { DiagnosticBag } from '../diagnostics/diagnostic.ts';
import type { Function as Definition, Static } from '../ir/ir.ts';
import { visitExpressions } from '../ir/walk.ts';

/** Elements of the largest block; 1 where no pointer has a phase. */
export function largestBlock(functions: readonly Definition[], statics: readonly Static[]): number {
  let largest = 1;
  for (const { body } of functions)
    visitExpressions(body, (e) => {
      if ('layout' in e) largest = Math.max(largest, e.layout.block);
    });
  for (const { data } of statics) for (const d of data) if ('phase' in d) largest = Math.max(largest, d.phase + 1);
  return largest;
}

/** Reports blocks that are too large for a program of so many threads. */
export function checkPhases(block: number, threads: number, bag: DiagnosticBag): void {
  if (phasesFit(block, threads)) return;
  bag.error('LNK4014', phasesText(block, threads), undefined, [{ text: 'use smaller blocks, or fewer threads' }]);
}
