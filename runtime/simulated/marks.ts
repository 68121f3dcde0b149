/**
 * The marks of <pgas_sim.h> in programs, in a job that was started with --phantom; elsewhere marks mean nothing.
 */
import { inUnits } from '../errors.ts';
import { say } from '../launch/output.ts';
import type { Marks, Simulation } from '../launch/simulation.ts';
import type { Layout } from '../memory/layout.ts';
import type { Space } from '../memory/space.ts';
import { isPhantom } from './addresses.ts';
import { Kernels } from './kernels.ts';
import { heapWith, Phantoms, sharedHeapWith } from './phantoms.ts';
import { scheduler } from './scheduler.ts';

let phantoms: Phantoms | undefined;
let kernels: Kernels | undefined;

/** Before any rank begins. */
export function openMarks({ phantomsStart, regions }: Layout, space: Space): void {
  phantoms = new Phantoms(phantomsStart, regions);
  const opened = new Kernels(space);
  kernels = opened;
  scheduler.beforeCall = (rank) => opened.forbidWithin(rank);
}

export const heapOf: Simulation['heapOf'] = (heap, rank) =>
  phantoms === undefined ? heap : heapWith(phantoms, heap, rank);

export const sharedHeapOf: Simulation['sharedHeapOf'] = (heap, rank) =>
  phantoms === undefined ? heap : sharedHeapWith(phantoms, heap, rank);

export const marks: Marks = {
  expectPhantom: (rank, isExpected) => phantoms?.expect(rank, isExpected),
  isPhantom,
  beginKernel: (rank, key) => kernels?.begin(rank, key) ?? true,
  endKernel: (rank) => kernels?.end(rank),
  chargeKernel(rank, flops, bytes) {
    kernels?.chargeFormula(rank, flops, bytes);
    return kernels !== undefined;
  },
};

/** When all programs are over it is told what was not real, as nothing that they say of their results holds then. */
export function tellWhatIsNotReal(): void {
  const text = whatIsNotReal();
  if (text !== undefined) say(text);
}

/** Undefined if the results are those of a real run. */
function whatIsNotReal(): string | undefined {
  const parts = [];
  if (phantoms !== undefined && phantoms.count > 0)
    parts.push(`${phantoms.count} phantom arrays (${inUnits(phantoms.bytes)})`);
  if (kernels !== undefined && kernels.passed > 0)
    parts.push(`kernels run ${kernels.runs} of ${kernels.runs + kernels.passed} times`);
  return parts.length === 0 ? undefined : `${parts.join(', ')}: results are not verified`;
}
