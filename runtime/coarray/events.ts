/**
 * Events: event_post, event_wait, event_query (Fortran 2018, 11.6.7, 11.6.8, 16.9.72).
 *
 * An event is a counter word and an unused one. Any image posts by incrementing it; only its owner waits, and subtracts
 * the count waited for. Zero bytes are an event without posts.
 */
import type { NativeFunction } from '../abi.ts';
import { awaited } from '../core/awaited.ts';
import { hasEnded } from '../core/standing.ts';
import { FOR_EVENT, FOR_EVENT_OR_END } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { rankOf } from '../memory/space.ts';
import { eventOverflow, foreignEvent, nobodyPosts } from './errors.ts';
import { statusOf } from './images.ts';
import { checkObject, isLost } from './object.ts';
import { DONE, type Outcome, report, SUCCESS, worse } from './status.ts';

const LARGEST = 0x7fffffff;

export function events(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const check = (name: string, address: number) => checkObject(environment, name, 'event', address, 8, 4);

  function post(address: number, stat: number): void {
    check('event_post', address);
    if (isLost(environment, 'event_post', address, stat)) return;
    if (runtime.words32.add(address, 1) === LARGEST) runtime.job.fail(eventOverflow(address));
    runtime.job.wakeOwner(address);
    report(environment, stat, SUCCESS, () => '');
  }

  function wait(address: number, untilCount: number, stat: number): void {
    const { I32, MYTHREAD } = environment;
    check('event_wait', address);
    const owner = rankOf(environment, address);
    if (owner !== MYTHREAD) runtime.job.fail(foreignEvent(address, owner));
    const word = address >>> 2;
    const count = Math.max(1, untilCount);
    const hasCome = () => Atomics.load(I32, word) >= count;
    if (!hasCome()) {
      const kind = stat === 0 ? FOR_EVENT : FOR_EVENT_OR_END;
      runtime.job.block({ kind, ...awaited(environment, address), count }, () => hasCome() || isGivenUp(stat));
    }
    // Only this image subtracts.
    const isPosted = hasCome();
    if (isPosted) Atomics.sub(I32, word, count);
    report(environment, stat, isPosted ? SUCCESS : end().status, nobodyPosts);
  }

  /** A program that asks for a status gets one when no image is left to post. */
  function isGivenUp(stat: number): boolean {
    const { THREADS, MYTHREAD } = environment;
    if (stat === 0) return false;
    for (let thread = 0; thread < THREADS; thread++)
      if (thread !== MYTHREAD && !hasEnded(environment, thread)) return false;
    return true;
  }

  /** Status of the other images; this one counts as success. */
  function end(): Outcome {
    let outcome = DONE;
    for (let image = 0; image < environment.THREADS; image++)
      outcome = worse(outcome, { status: statusOf(environment, image), image });
    return outcome;
  }

  function query(address: number, count: number, stat: number): void {
    check('event_query', address);
    environment.runtime.job.glance();
    if (isLost(environment, 'event_query', address, stat)) return;
    environment.I32[count >>> 2] = runtime.words32.load(address);
    report(environment, stat, SUCCESS, () => '');
  }

  return {
    __coarray_event_post: post,
    __coarray_event_post_own: post,
    __coarray_event_wait: wait,
    __coarray_event_query: query,
    __coarray_event_query_own: query,
  };
}
