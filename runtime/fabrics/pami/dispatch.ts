/**
 * Dispatches: handlers of a context's messages, by id. Every context that receives an id must set it; messages that
 * arrive before are held.
 */
import type { Context } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import { type Hints, hintOf, invalidHint, isContradictory, PAMI_HINT_DISABLE } from './hints.ts';
import type { Recv } from './parameters.ts';
import { PAMI_INVAL, PAMI_SUCCESS, type Result, refuse } from './results.ts';

/** PAMI_CONTEXT_DISPATCH_ID_MAX. */
export const DISPATCH_ID_MAX = 255;

/**
 * pami_dispatch_p2p_function. The header lies at `header`, the data at `pipe`, both until this returns; data that have
 * not arrived yet (`pipe` is 0, `pipeBytes` is not) go where the function says in `recv`.
 */
export type DispatchFunction = (
  context: Context,
  cookie: number,
  header: number,
  headerBytes: number,
  pipe: number,
  pipeBytes: number,
  origin: Endpoint,
  recv: Recv,
) => void;

export interface Dispatch {
  readonly call: DispatchFunction;
  readonly cookie: number;
  readonly hints: Hints;
  /** Sends without room are queued; else they are refused with EAGAIN. */
  readonly queues: boolean;
}

export class DispatchTable {
  private readonly entries: Dispatch[] = [];
  /** Incremented by each `set`. */
  version = 0;

  /** PAMI_Dispatch_set. */
  set(id: number, call: DispatchFunction, cookie: number, hints: Hints): Result {
    const wrong = invalidDispatch(id, hints);
    if (wrong !== undefined) return refuse(PAMI_INVAL, 'PAMI_Dispatch_set', wrong);
    this.entries[id] = { call, cookie, hints, queues: hintOf(hints, 'queueImmediate') !== PAMI_HINT_DISABLE };
    this.version++;
    return PAMI_SUCCESS;
  }

  get(id: number): Dispatch | undefined {
    return this.entries[id];
  }
}

function invalidDispatch(id: number, hints: Hints): string | undefined {
  if (!(id >= 0 && id <= DISPATCH_ID_MAX)) return `id ${id}: ids are 0 to ${DISPATCH_ID_MAX}`;
  const hint = invalidHint(hints);
  if (hint !== undefined) return `the hint ${hint} is PAMI_HINT_INVALID`;
  if (isContradictory(hints)) return 'the hint bufferRegistered asks for RDMA, useRdma forbids it';
  return undefined;
}
