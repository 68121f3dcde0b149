/**
 * Berkeley's collective functions on values (bupc_collectivev.h): bupc_allv_broadcast and its family.
 *
 * Each thread has a private pair, its value and room for the result. In reductions it contributes the value;
 * else the address of the pair, from or to which the others copy. A thread returns only when its pair is unused.
 */
import type { NativeFunction } from '../abi.ts';
import { MACHINE_TYPES, type Value } from '../collectives/kernels.ts';
import { viewOf } from '../collectives/reduction.ts';
import { functionNumber } from '../core/stages.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badThread } from '../errors.ts';
import { addressOf, offsetOf } from '../memory/space.ts';
import { Arguments } from './collectivearguments.ts';
import { operatorLoops } from './operators.ts';

/** No root: all threads get the result. */
const ALL = -1;

export function valueCollectives(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const loopsFor = operatorLoops(environment, new Arguments(environment));
  const numbers = new Map<string, number>();

  /** Enters the call. */
  function enter(name: string, given: readonly number[]): void {
    const number = numbers.get(name) ?? functionNumber(name);
    numbers.set(name, number);
    runtime.team.enter({ name, number, arguments: given, entry: 'no', exit: 'my' });
  }

  /** Enters the call and publishes an address of this thread, as offset. */
  function show(name: string, given: readonly number[], address: number): void {
    enter(name, given);
    environment.I32[runtime.team.ownValue() >>> 2] = offsetOf(environment, address);
    runtime.team.contribute();
  }

  /** The address published by `thread`. */
  function shownBy(thread: number): number {
    return addressOf(environment, thread, environment.I32[runtime.team.contribution(thread) >>> 2]!);
  }

  function checkThread(name: string, thread: number, least: number): void {
    if (thread < least || thread >= environment.THREADS) runtime.job.fail(badThread(name, thread, environment.THREADS));
  }

  /** Leaves a call in which `root`, or all, read the published data. */
  function leaveRead(root: number): void {
    if (root === ALL) runtime.team.leave();
    else runtime.team.leaveAfter(root);
  }

  /** Leaves a call in which all read the data published by `root`. */
  function leaveReader(root: number): void {
    if (root === environment.MYTHREAD) runtime.team.leave();
    else runtime.team.leaveUntouched();
  }

  function broadcast(pair: number, size: number, root: number): number {
    checkThread('bupc_allv_broadcast', root, 0);
    show('bupc_allv_broadcast', [size, root], pair);
    runtime.reach.copy(pair + size, shownBy(root), size);
    leaveReader(root);
    return pair + size;
  }

  function scatter(pair: number, size: number, root: number, source: number): number {
    checkThread('bupc_allv_scatter', root, 0);
    show('bupc_allv_scatter', [size, root], source);
    runtime.reach.copy(pair + size, shownBy(root) + environment.MYTHREAD * size, size);
    leaveReader(root);
    return pair + size;
  }

  function gather(pair: number, size: number, root: number, destination: number): number {
    checkThread('bupc_allv_gather', root, ALL);
    show('bupc_allv_gather', [size, root], pair);
    if (root === ALL || root === environment.MYTHREAD) gatherHere(destination, size);
    leaveRead(root);
    return destination;
  }

  function gatherAll(pair: number, size: number, destination: number): number {
    show('bupc_allv_gather_all', [size], pair);
    gatherHere(destination, size);
    leaveRead(ALL);
    return destination;
  }

  /** A thread without room for the values skips them. */
  function gatherHere(destination: number, size: number): void {
    if (destination === 0) return;
    for (let thread = 0; thread < environment.THREADS; thread++)
      runtime.reach.copy(destination + thread * size, shownBy(thread), size);
  }

  function permute(pair: number, size: number, to: number): number {
    checkThread('bupc_allv_permute', to, 0);
    show('bupc_allv_permute', [size], pair);
    runtime.reach.copy(shownBy(to) + size, pair, size);
    leaveRead(ALL);
    return pair + size;
  }

  function reduce(pair: number, type: number, op: number, root: number): number {
    const name = 'bupc_allv_reduce';
    checkThread(name, root, ALL);
    const participates = root === ALL || root === environment.MYTHREAD;
    return combine(name, pair, [type, op, root], participates ? environment.THREADS : 0, root);
  }

  function reduceAll(pair: number, type: number, op: number): number {
    return combine('bupc_allv_reduce_all', pair, [type, op], environment.THREADS, ALL);
  }

  function prefixReduce(pair: number, type: number, op: number): number {
    return combine('bupc_allv_prefix_reduce', pair, [type, op], environment.MYTHREAD + 1, ALL);
  }

  /** Combines the values of the first `count` threads into the second of the pair. */
  function combine(name: string, pair: number, given: readonly number[], count: number, root: number): number {
    const machine = MACHINE_TYPES[given[0]!]!;
    const loops = loopsFor(name, machine, given[1]!);
    const { logSize } = machine;
    const view = viewOf(environment, machine);
    enter(name, given);
    view[runtime.team.ownValue() >>> logSize] = view[pair >>> logSize]!;
    runtime.team.contribute();
    let result: Value;
    for (let thread = 0; thread < count; thread++) {
      const value = view[runtime.team.contribution(thread) >>> logSize]!;
      result = thread === 0 ? value : loops.combine(result, value);
    }
    const room = pair + (1 << logSize);
    if (count > 0) view[room >>> logSize] = result as never;
    leaveRead(root);
    return room;
  }

  return {
    __bupc_allv_broadcast: broadcast,
    __bupc_allv_scatter: scatter,
    __bupc_allv_gather: gather,
    __bupc_allv_gather_all: gatherAll,
    __bupc_allv_permute: permute,
    __bupc_allv_reduce: reduce,
    __bupc_allv_reduce_all: reduceAll,
    __bupc_allv_prefix_reduce: prefixReduce,
  };
}
