/**
 * Collective functions that move data (UPC 1.3, upc_collective.h): broadcast, scatter, gather, gather_all, exchange,
 * permute.
 *
 * Shared arguments that are spread over the threads point to thread 0 and are treated as if their phase were 0.
 */
import type { NativeFunction } from '../abi.ts';
import type { Move, Moves } from '../collectives/allthreads.ts';
import { functionNumber } from '../core/stages.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badThread, badTransfer } from '../errors.ts';
import { rangeFault } from '../memory/check.ts';
import { counterpart } from '../memory/space.ts';
import { Arguments } from './collectivearguments.ts';

export function collectives(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const given = new Arguments(environment);

  /** `spread` names the arguments that are spread over the threads; the others point to one thread. */
  function relocalization(name: string, kind: keyof Moves, spread: readonly ('dst' | 'src')[]): NativeFunction {
    const number = functionNumber(name);
    let move: Move | undefined;
    const spreadDestination = spread.includes('dst');
    const spreadSource = spread.includes('src');
    return (destination: number, _phase: number, source: number, _phase2: number, size: number, flags: number) => {
      const bytes = size >>> 0;
      const entry = given.entry(name, flags);
      const exit = given.exit(name, flags);
      given.positive(name, 'nbytes', bytes);
      if (spreadDestination) given.onThread0(name, 'dst', destination);
      else given.notNull(name, 'dst', destination);
      if (spreadSource) given.onThread0(name, 'src', source);
      else given.notNull(name, 'src', source);
      runtime.team.enterMoving({
        name,
        number,
        arguments: [given.agreed(destination), given.agreed(source), size, flags],
        entry,
        exit,
      });
      move ??= runtime.team.moves[kind];
      move(destination, source, bytes, 0);
    };
  }

  const permuteNumber = functionNumber('upc_all_permute');
  function upc_all_permute(
    destination: number,
    _phase: number,
    source: number,
    _phase2: number,
    permutation: number,
    size: number,
    flags: number,
  ): void {
    const name = 'upc_all_permute';
    const entry = given.entry(name, flags);
    const exit = given.exit(name, flags);
    given.positive(name, 'nbytes', size);
    given.onThread0(name, 'dst', destination);
    given.onThread0(name, 'src', source);
    given.onThread0(name, 'perm', permutation);
    given.aligned(name, 'perm', permutation, 4);
    runtime.team.enterMoving({
      name,
      number: permuteNumber,
      arguments: [given.agreed(destination), given.agreed(source), given.agreed(permutation), size, flags],
      entry,
      exit,
    });
    runtime.team.beforeTouching(environment.MYTHREAD);
    runtime.team.moves.permute(destination, source, size >>> 0, ownTarget(name, permutation));
  }

  /** This thread's element of the permutation. */
  function ownTarget(name: string, permutation: number): number {
    const { I32, MYTHREAD, THREADS } = environment;
    const address = counterpart(runtime.job.space, permutation, MYTHREAD);
    const fault = rangeFault(environment, address, 4);
    if (fault !== undefined) runtime.job.fail(badTransfer(name, address, 4, fault));
    const thread = I32[address >>> 2]!;
    if (thread >>> 0 >= THREADS) runtime.job.fail(badThread(`${name}: perm`, thread, THREADS));
    return thread;
  }

  return {
    upc_all_broadcast: relocalization('upc_all_broadcast', 'broadcast', ['dst']),
    upc_all_scatter: relocalization('upc_all_scatter', 'scatter', ['dst']),
    upc_all_gather: relocalization('upc_all_gather', 'gather', ['src']),
    upc_all_gather_all: relocalization('upc_all_gather_all', 'gatherAll', ['dst', 'src']),
    upc_all_exchange: relocalization('upc_all_exchange', 'exchange', ['dst', 'src']),
    upc_all_permute,
  };
}
