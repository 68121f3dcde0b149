/** Elements at regular distances: what a stride may be, and the bytes that they take. Strides are in elements. */
import type { State } from './state.ts';

export function checkStride(state: State, name: string, argument: string, stride: number): void {
  if (stride < 1) state.refuse(name, argument, stride, 'a stride is 1 or more');
}

/** Bytes from the first element to the end of the last. */
export function spanOf(stride: number, nelems: number, size: number): number {
  return nelems === 0 ? 0 : ((nelems - 1) * stride + 1) * size;
}
