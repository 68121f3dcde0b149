/**
 * The driver "null": returns at the fabric's entry point and reports completion. No data are moved and no message
 * arrives.
 *
 * It measures the overhead of the layers above.
 */
import { posted } from '../../posted.ts';
import type { EventFunction } from '../completions.ts';
import { Context } from '../context.ts';
import type {
  Get,
  GetTyped,
  Put,
  PutTyped,
  Rget,
  RgetTyped,
  Rmw,
  Rput,
  RputTyped,
  Send,
  SendImmediate,
} from '../parameters.ts';
import { PAMI_EAGAIN, PAMI_SUCCESS, type Result } from '../results.ts';

export class NullContext extends Context {
  override advance(_maximum: number): Result {
    return PAMI_EAGAIN;
  }

  override sendImmediate(_p: SendImmediate): Result {
    posted();
    return PAMI_SUCCESS;
  }

  override send(p: Send): Result {
    posted();
    if (p.localFn !== undefined) p.localFn(this, p.cookie, PAMI_SUCCESS);
    if (p.remoteFn !== undefined) p.remoteFn(this, p.cookie, PAMI_SUCCESS);
    return PAMI_SUCCESS;
  }

  override put(p: Put): Result {
    return this.completePut(p);
  }

  override putTyped(p: PutTyped): Result {
    return this.completePut(p);
  }

  override rput(p: Rput): Result {
    return this.completePut(p);
  }

  override rputTyped(p: RputTyped): Result {
    return this.completePut(p);
  }

  override get(p: Get): Result {
    return this.completeGet(p);
  }

  override getTyped(p: GetTyped): Result {
    return this.completeGet(p);
  }

  override rget(p: Rget): Result {
    return this.completeGet(p);
  }

  override rgetTyped(p: RgetTyped): Result {
    return this.completeGet(p);
  }

  override rmw(p: Rmw): Result {
    posted();
    if (p.doneFn !== undefined) p.doneFn(this, p.cookie, PAMI_SUCCESS);
    return PAMI_SUCCESS;
  }

  override fenceAll(event: EventFunction, cookie: number): Result {
    event(this, cookie, PAMI_SUCCESS);
    return PAMI_SUCCESS;
  }

  override fenceEndpoint(event: EventFunction, cookie: number): Result {
    event(this, cookie, PAMI_SUCCESS);
    return PAMI_SUCCESS;
  }

  private completePut(p: Put | Rput): Result {
    posted();
    if (p.doneFn !== undefined) p.doneFn(this, p.cookie, PAMI_SUCCESS);
    if (p.rdoneFn !== undefined) p.rdoneFn(this, p.cookie, PAMI_SUCCESS);
    return PAMI_SUCCESS;
  }

  private completeGet(p: Get | Rget): Result {
    posted();
    if (p.doneFn !== undefined) p.doneFn(this, p.cookie, PAMI_SUCCESS);
    return PAMI_SUCCESS;
  }
}
