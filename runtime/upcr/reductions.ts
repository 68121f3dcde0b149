/**
 * Reductions (UPC 1.3, upc_collective.h): upc_all_reduce and upc_all_prefix_reduce for each type, and Berkeley's
 * bupc_all_reduce_all, whose result goes to every thread. UPC requires src and dst of a prefix reduction to have the
 * same affinity and phase; here, as in Berkeley UPC, each has its own.
 */
import { type NativeFunction, STATICS } from '../abi.ts';
import type { AllThreads, Call } from '../collectives/allthreads.ts';
import { runOf, type SharedArray } from '../collectives/blocked.ts';
import { MACHINE_TYPES, type MachineType } from '../collectives/kernels.ts';
import { prefixAlone } from '../collectives/prefix-alone.ts';
import { prefixParts } from '../collectives/prefix-parts.ts';
import { reduceAlone } from '../collectives/reduce-alone.ts';
import { reduceParts } from '../collectives/reduce-parts.ts';
import { loopsOf, type Reduction, viewOf } from '../collectives/reduction.ts';
import { ELEMENT_TYPES, functionNumber } from '../core/stages.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCall, badTransfer } from '../errors.ts';
import { rangeFault } from '../memory/check.ts';
import { counterpart, isAddress, offsetOf, offsetsEnd, type Space } from '../memory/space.ts';
import { Arguments } from './collectivearguments.ts';
import { operatorLoops, operatorOf } from './operators.ts';

/** upc_op_t of reductions by a function, as in upc_collective.h. */
const FUNC = 1 << 15;
const NONCOMM_FUNC = (1 << 15) | 1;

/** Algorithm of a function, on checked arguments. */
type Algorithm = (
  team: AllThreads,
  reduction: Reduction,
  source: SharedArray,
  destination: SharedArray,
  count: number,
) => void;

export function reductions(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const given = new Arguments(environment);
  const loopsFor = operatorLoops(environment, given);

  function reductionFunction(name: string, machine: MachineType, algorithm: Algorithm): NativeFunction {
    const number = functionNumber(name);
    const { logSize } = machine;
    const isPrefix = name.startsWith('upc_all_prefix');
    const isToAll = name.startsWith('bupc');
    return (
      destination: number,
      destinationPhase: number,
      address: number,
      phase: number,
      op: number,
      nelems: number,
      blockSize: number,
      func: number,
      flags: number,
    ) => {
      const own = op === FUNC || op === NONCOMM_FUNC;
      const source = { address, phase, block: blockSize >>> 0, size: 1 << logSize };
      const target = { ...source, address: destination, phase: destinationPhase };
      checkArray(name, 'src', source, nelems);
      if (isPrefix) checkArray(name, 'dst', target, nelems);
      if (isToAll) given.onThread0(name, 'dst', destination);
      if (!isPrefix) checkDestination(name, destination, source.size);
      const reduction = own ? ownReduction(name, machine, op, func) : operatorReduction(name, machine, op);
      const [to, from] = [given.agreed(destination), given.agreed(address)];
      runtime.team.enter(callOf(name, number, [to, from, op, nelems, blockSize, own ? func : 0, flags]));
      algorithm(runtime.team, reduction, source, target, nelems >>> 0);
    };
  }

  function callOf(name: string, number: number, values: readonly number[]): Call {
    const flags = values[6]!;
    return { name, number, arguments: values, entry: given.entry(name, flags), exit: given.exit(name, flags) };
  }

  /** Unless the array is certainly valid each thread checks its part. */
  function checkArray(name: string, argument: string, array: SharedArray, nelems: number): void {
    const { address, phase, block, size } = array;
    given.positive(name, 'nelems', nelems);
    given.notNull(name, argument, address);
    given.aligned(name, argument, address, size);
    if (block !== 0 && phase >= block)
      given.fail(name, argument, `a pointer with phase ${phase}`, `blk_size is ${block}, phases go up to ${block - 1}`);
    const { space } = runtime.job;
    if (surelyInside(space, array, nelems >>> 0)) return;
    const own = runOf(space, array, nelems >>> 0, environment.MYTHREAD);
    checkRange(name, own.address, own.count * size);
  }

  function checkDestination(name: string, destination: number, size: number): void {
    given.notNull(name, 'dst', destination);
    given.aligned(name, 'dst', destination, size);
    checkRange(name, destination, size);
  }

  function checkRange(name: string, address: number, bytes: number): void {
    const fault = bytes === 0 ? undefined : rangeFault(environment, address, bytes);
    if (fault !== undefined) runtime.job.fail(badTransfer(name, address, bytes, fault));
  }

  function operatorReduction(name: string, machine: MachineType, op: number): Reduction {
    const { logSize } = machine;
    const view = viewOf(environment, machine);
    const arithmetic = { type: machine, operator: operatorOf(op)! };
    return { loops: loopsFor(name, machine, op), view, logSize, ordered: false, visits: runtime.visits, arithmetic };
  }

  function ownReduction(name: string, machine: MachineType, op: number, func: number): Reduction {
    const call = environment.table[func];
    if (func === 0) given.fail(name, 'func', 'a null pointer', 'UPC_FUNC and UPC_NONCOMM_FUNC need a function');
    if (call === undefined) return runtime.job.fail(badCall(func));
    const view = viewOf(environment, machine);
    return {
      loops: loopsOf(call, view, machine.logSize),
      view,
      logSize: machine.logSize,
      ordered: op === NONCOMM_FUNC,
      visits: runtime.visits,
    };
  }

  const library: Record<string, NativeFunction> = {};
  ELEMENT_TYPES.forEach((type, i) => {
    const machine = MACHINE_TYPES[i]!;
    const add = (name: string, algorithm: Algorithm) => {
      library[name + type] = reductionFunction(name + type, machine, algorithm);
    };
    add('upc_all_reduce', reduce);
    add('upc_all_prefix_reduce', prefixReduce);
    add('bupc_all_reduce_all', reduceAll);
  });
  return library;
}

const reduce: Algorithm = (team, reduction, source, destination, count) => {
  const algorithm = count <= team.few * team.space.THREADS ? reduceAlone : reduceParts;
  algorithm(team, reduction, source, count, destination.address, false);
};

/** The result goes to each thread's element of dst. */
const reduceAll: Algorithm = (team, reduction, source, destination, count) => {
  const algorithm = count <= team.few ? reduceAlone : reduceParts;
  const { space } = team;
  algorithm(team, reduction, source, count, counterpart(space, destination.address, space.MYTHREAD), true);
};

const prefixReduce: Algorithm = (team, reduction, source, destination, count) => {
  const { few, space } = team;
  const algorithm = count < space.THREADS || count <= few * space.THREADS ? prefixAlone : prefixParts;
  algorithm(team, reduction, source, destination, count);
};

/** Whether the elements lie in the threads' regions, rounded up by one row of blocks: the fast path. */
function surelyInside(space: Space, array: SharedArray, count: number): boolean {
  const { THREADS } = space;
  const { address, phase, block, size } = array;
  const offset = offsetOf(space, address);
  const elements = block === 0 ? count : ((phase + count) / (block * THREADS) + 2) * block;
  const isInside = offset - phase * size >= STATICS && offset + elements * size <= offsetsEnd(space);
  return isInside && isAddress(space, address);
}
