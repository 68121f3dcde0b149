/**
 * Argument records of collective operations: pami_xfer_t and its commands.
 *
 * Buffers are addresses; a count is in units of its type, a displacement in extents of it. Roots are ranks in the
 * geometry.
 */
import type { Algorithm } from './algorithms.ts';
import type { EventFunction } from './completions.ts';
import type { DataFunction } from './datafunctions.ts';
import type { Type } from './type.ts';

export type XferType =
  | 'broadcast'
  | 'allreduce'
  | 'reduce'
  | 'allgather'
  | 'allgatherv'
  | 'scatter'
  | 'scatterv'
  | 'gather'
  | 'gatherv'
  | 'barrier'
  | 'alltoall'
  | 'alltoallv'
  | 'scan'
  | 'reduceScatter'
  | 'ambroadcast'
  | 'amscatter'
  | 'amgather'
  | 'amreduce';

/** Fields of all commands; each uses those of its structure in pami.h. */
export interface Command {
  readonly root?: number;
  readonly sndbuf?: number;
  readonly stype?: Type;
  readonly stypecount?: number;
  readonly stypecounts?: readonly number[];
  readonly sdispls?: readonly number[];
  readonly rcvbuf?: number;
  readonly rtype?: Type;
  readonly rtypecount?: number;
  readonly rtypecounts?: readonly number[];
  readonly rdispls?: readonly number[];
  readonly op?: DataFunction;
  readonly dataCookie?: number;
  readonly exclusive?: boolean;
  /** Of a one-sided collective. `headers`: one for all, or one each. */
  readonly dispatch?: number;
  readonly headers?: number;
  readonly headerlen?: number;
}

/** pami_xfer_t. */
export interface Xfer {
  readonly algorithm: Algorithm;
  readonly cmd: Command;
  readonly cbDone?: EventFunction;
  /** Called when a member of the geometry proves to make another operation; PAMI itself does not look. */
  readonly differs?: (member: number) => void;
  readonly cookie?: number;
}
