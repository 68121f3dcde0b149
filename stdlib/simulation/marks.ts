/**
 * <pgas_sim.h>: what programs mark for simulated jobs. Where there is no such job, or it was started without --phantom, each kernel runs.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { simulation } from '../../runtime/launch/simulation.ts';
import { textAt } from '../libc/memory.ts';

export function marks(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  /** Kernels under way, the innermost last. */
  const running: string[] = [];
  /** Texts of kernels, by where they lie. */
  const names = new Map<number, string>();

  function nameAt(address: number): string {
    const known = names.get(address) ?? textAt(environment, address);
    names.set(address, known);
    return known;
  }

  /** The sizes are numbers of 64 bits. */
  function keyOf(name: number, count: number, sizes: number): string {
    const at = sizes >>> 3;
    return `${nameAt(name)}\0${environment.I64.subarray(at, at + count).join()}`;
  }

  function __pgas_kernel(name: number, count: number, sizes: number): number {
    const { MYTHREAD } = environment;
    const key = keyOf(name, count, sizes);
    if (running.at(-1) === key) {
      running.pop();
      simulation?.marks.endKernel(MYTHREAD);
      return 0;
    }
    if (simulation?.marks.beginKernel(MYTHREAD, key) === false) return 0;
    running.push(key);
    return 1;
  }

  return {
    __pgas_kernel,
    __pgas_phantom: (isExpected: number) => simulation?.marks.expectPhantom(environment.MYTHREAD, isExpected !== 0),
    __pgas_is_phantom: (address: number) => Number(simulation?.marks.isPhantom(address) ?? false),
    __pgas_cost: (flops: number, bytes: number) =>
      Number(simulation?.marks.chargeKernel(environment.MYTHREAD, flops, bytes) ?? false),
  };
}
