/**
 * Puts and gets of values (GASNet 1.8, extended API): gasnet_register_value_t has 64 bits, of which the low bytes are
 * used.
 */
import { IMPLICIT, type NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { SCRATCH } from '../memory/control.ts';
import { offsetOf } from '../memory/space.ts';
import type { ImplicitOperations } from './implicit.ts';
import { reach } from './reach.ts';

export function values(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  return { ...puts(environment, implicit), ...gets(environment) };
}

function puts(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  const { I64, BASE } = environment;
  const at = reach(environment);
  const scratch = (BASE + SCRATCH) | 0;
  const word = scratch >>> 3;

  function gasnet_put_val(node: number, to: number, value: bigint, size: number): void {
    I64[word] = value;
    at(node).put(node, offsetOf(environment, to), scratch, size);
  }

  function gasnet_put_nb_val(node: number, to: number, value: bigint, size: number): number {
    I64[word] = value;
    return at(node).putNb(node, offsetOf(environment, to), scratch, size);
  }

  function gasnet_put_nbi_val(node: number, to: number, value: bigint, size: number): void {
    I64[word] = value;
    if (implicit.inRegion) implicit.add(at(node).putNb(node, offsetOf(environment, to), scratch, size));
    else {
      at(node).putNbi(node, offsetOf(environment, to), scratch, size);
      implicit.counted(IMPLICIT.puts);
    }
  }

  return { gasnet_put_val, gasnet_put_nb_val, gasnet_put_nbi_val };
}

function gets(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime, I64, BASE } = environment;
  const at = reach(environment);
  const scratch = (BASE + SCRATCH) | 0;

  function gasnet_get_val(node: number, from: number, size: number): bigint {
    I64[scratch >>> 3] = 0n;
    at(node).get(scratch, node, offsetOf(environment, from), size);
    return I64[scratch >>> 3]!;
  }

  /** The handle is the address of the value. */
  function gasnet_get_nb_val(node: number, from: number, size: number): number {
    const slot = runtime.slots.take();
    I64[slot >>> 3] = 0n;
    runtime.slots.setHandle(slot, at(node).getNb(slot, node, offsetOf(environment, from), size));
    return slot;
  }

  function gasnet_wait_syncnb_valget(slot: number): bigint {
    const name = 'gasnet_wait_syncnb_valget';
    runtime.transfers.wait(name, runtime.slots.handleOf(slot));
    const value = I64[slot >>> 3]!;
    runtime.slots.give(slot);
    return value;
  }

  return { gasnet_get_val, gasnet_get_nb_val, gasnet_wait_syncnb_valget };
}
