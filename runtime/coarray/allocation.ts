/**
 * Coarrays on the heap: xmp_comalloc, xmp_cofree, and the coshape given by the caller.
 *
 * A coarray is symmetric: a block at one offset of the shared heap in every region. Each image has a pointer into its
 * own.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { counterpart, offsetOf } from '../memory/space.ts';
import { argumentMismatch, badArgument, notACoarray } from './errors.ts';
import { conclude, type Outcome } from './status.ts';
import type { Team, Teams } from './team.ts';

const ALLOCATE = 'xmp_comalloc';
const FREE = 'xmp_cofree';

export class Allocations {
  constructor(
    private readonly environment: RuntimeEnvironment,
    private readonly teams: Teams,
  ) {}

  /** Allocates zeroed blocks on all images of the team; returns when all have theirs. */
  allocate(bytes: number, coextents: readonly number[]): number {
    const { environment, teams } = this;
    const { board, allocations } = teams.current;
    board.show(bytes, teams.current.index === 0 && bytes !== 0 ? this.take(bytes) : 0);
    this.conclude(ALLOCATE, board.sync(ALLOCATE));
    this.compare(ALLOCATE, 'the number of bytes', (value) => `${value >>> 0}`);
    const address = (environment.BASE + board.shown(0, 1)) | 0;
    if (bytes !== 0) {
      environment.fill(address, 0, bytes);
      allocations.set(address, { coextents });
    }
    this.conclude(ALLOCATE, board.sync(ALLOCATE));
    return bytes === 0 ? 0 : address;
  }

  /** Freed when all images have called. */
  free(address: number): void {
    const { environment, teams } = this;
    const { board, allocations, number } = teams.current;
    if (address !== 0 && !allocations.has(address)) environment.runtime.job.fail(notACoarray(FREE, address, number));
    board.show(offsetOf(environment, address));
    this.conclude(FREE, board.sync(FREE));
    this.compare(FREE, 'the offset of the coarray', (value) => `0x${(value >>> 0).toString(16)}`);
    if (address === 0) return;
    if (this.teams.current.index === 0) this.release(FREE, address);
    allocations.delete(address);
  }

  /** Frees all allocations of a team, at end_team. */
  freeAll({ allocations, board, members, index }: Team): void {
    const first = members.findIndex((_, image) => board.took(image));
    if (index === first) for (const address of allocations.keys()) this.release('end_team', address);
    allocations.clear();
  }

  /** Coextent `dimension` of the coarray at `address`, as given at its allocation. */
  coshape(address: number, dimension: number): number {
    const { job } = this.environment.runtime;
    let team: Team | undefined = this.teams.current;
    while (team !== undefined && !team.allocations.has(address)) team = team.parent;
    if (team === undefined) return job.fail(notACoarray('coshape', address, this.teams.current.number));
    const { coextents } = team.allocations.get(address)!;
    return (
      coextents[dimension] ??
      job.fail(badArgument(ALLOCATE, 'the coshape', `[${coextents.join('][')}]`, `codimension ${dimension} is missing`))
    );
  }

  /** Offset of a new block. */
  private take(bytes: number): number {
    const { environment } = this;
    return offsetOf(environment, environment.runtime.sharedHeap.allocateSymmetric(ALLOCATE, bytes >>> 0));
  }

  /** Offsets are symmetric: the heap identifies a block by its address in thread 0. */
  private release(name: string, address: number): void {
    this.environment.runtime.sharedHeap.free(name, counterpart(this.environment, address, 0));
  }

  private compare(name: string, argument: string, text: (value: number) => string): void {
    const { board, index, members } = this.teams.current;
    const own = board.shown(index, 0);
    for (let image = 0; image < members.length; image++) {
      const other = board.shown(image, 0);
      if (other !== own)
        this.environment.runtime.job.fail(argumentMismatch(name, argument, text(own), image, text(other)));
    }
  }

  private conclude(name: string, outcome: Outcome): void {
    conclude(this.environment, name, 0, outcome);
  }
}

export function allocationFunctions(
  environment: RuntimeEnvironment,
  allocations: Allocations,
): Record<string, NativeFunction> {
  const words = (address: number, count: number) =>
    Array.from(environment.I32.subarray(address >>> 2, (address >>> 2) + count));
  return {
    __coarray_comalloc: (bytes: number, coextents: number, count: number) =>
      allocations.allocate(bytes, words(coextents, count)),
    xmp_cofree: (address: number) => allocations.free(address),
    __coarray_coshape: (address: number, dimension: number) => allocations.coshape(address, dimension),
  };
}
