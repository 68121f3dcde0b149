/**
 * The roll-call: a line per thread with its state and place. For deadlocks, and on a signal.
 *
 * It reads words that threads publish, so no thread is stopped. A running thread's place is the last it recorded: with
 * -g and -trace that of its last call or communication, else of its last barrier.
 */
import { PLACE } from '../abi.ts';
import {
  BLOCKING,
  BLOCKING_COUNT,
  BLOCKING_ON,
  BLOCKING_PLACE,
  BLOCKING_WHOM,
  STATE,
  STATUS,
} from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { arrivalLine, arrivedPhase, PLACE as BARRIER_PLACE, slotOf } from './arrival.ts';
import { operationAt } from './boards.ts';
import { holderIn } from './holder.ts';
import { placeText } from './places.ts';
import { collectiveFunction } from './stages.ts';
import { hasFailed, isGone } from './standing.ts';
import {
  ASKING,
  AT_BARRIER,
  AT_BOARD,
  AT_STAGE,
  AT_START,
  AT_WAIT,
  BLOCKED,
  ENDED,
  FOR_EVENT,
  FOR_EVENT_OR_END,
  FOR_IMAGE,
  FOR_IMAGE_LOCK,
  FOR_INPUT,
  FOR_LOCK,
  FOR_NETWORK,
  FOR_POST,
  FOR_SEMAPHORE,
  FOR_STAGE,
  FOR_TIME,
  FOR_VALUE,
  LEAVING,
  RESTING,
  STARTING,
} from './states.ts';
import { awaitedValue, type Views } from './views.ts';

/** `places`: texts of the program's place numbers, where it has them. */
export function rollCall(views: Views, places: readonly string[] = []): string[] {
  return Array.from({ length: views.threads }, (_, thread) => `thread ${thread} ${activity(views, thread, places)}`);
}

function activity(views: Views, thread: number, places: readonly string[]): string {
  const space = views.at(thread);
  const state = read(space, thread, STATE);
  if (hasFailed(space, thread)) return `has failed (${isGone(space, thread) ? 'its process is gone' : 'fail_image'})`;
  if (state === ENDED) return `ended with status ${read(space, thread, STATUS)}`;
  if (state === RESTING) return platform.threads.hasCaller ? 'has returned' : 'has come to the end of the input';
  if (state === STARTING) return 'starts';
  const told = places[read(space, thread, PLACE)] ?? '';
  if (state !== BLOCKED && state !== ASKING) return `runs${lastKnown(space, thread, told)}`;
  const place = placeText(space, thread, read(space, thread, BLOCKING_PLACE)) || told;
  return `waits ${waitsAt(views, thread, NAMES_CALL.test(place))} ${place}`.trimEnd();
}

/** A place that begins so names a library's call (`told` of Wait), in place of UPC's. */
const NAMES_CALL = /^at /;

function lastKnown(space: Space, thread: number, told: string): string {
  if (told !== '') return `, last known at ${told}`;
  const slot = slotOf(arrivalLine(space, thread), arrivedPhase(space, thread));
  const barrier = placeText(space, thread, space.I32[slot + BARRIER_PLACE]!);
  return barrier === '' ? '' : `, its last barrier was ${barrier}`;
}

function waitsAt(views: Views, thread: number, isNamed: boolean): string {
  const space = views.at(thread);
  const on = read(space, thread, BLOCKING_ON);
  switch (read(space, thread, BLOCKING)) {
    case AT_BARRIER:
      return isNamed ? 'for all threads' : 'at upc_barrier';
    case AT_WAIT:
      return 'at upc_wait';
    case AT_START:
      return 'for the start of all threads';
    case FOR_LOCK:
      return `for the lock of thread ${holderIn(awaitedValue(views, thread)) ?? 'none'}${isNamed ? '' : ' at upc_lock'}`;
    case AT_STAGE:
    case FOR_STAGE:
      return `in ${collectiveFunction(space, thread)}`;
    case FOR_SEMAPHORE:
      return 'at bupc_sem_wait';
    case AT_BOARD:
      return `at ${operationAt(views, on, thread)}`;
    case FOR_IMAGE:
      return `for thread ${read(space, thread, BLOCKING_WHOM)} at sync_images`;
    case FOR_EVENT:
    case FOR_EVENT_OR_END:
      return `at event_wait until ${read(space, thread, BLOCKING_COUNT)}`;
    case FOR_POST:
      return `for a post${poster(read(space, thread, BLOCKING_WHOM))} at xmp wait`;
    case FOR_IMAGE_LOCK:
      return `for the lock of thread ${holderIn(awaitedValue(views, thread)) ?? 'none'} at lock`;
    case FOR_INPUT:
      return on === 0 ? 'for standard input' : `for input from descriptor ${on}`;
    case FOR_NETWORK:
      return `for the network${partner(read(space, thread, BLOCKING_WHOM))}`;
    case FOR_TIME:
      return 'for a time to be over';
    case LEAVING:
      return 'for the end of the job, which it has asked for';
    case FOR_VALUE:
      return on === 0 ? `for a letter of ${sender(read(space, thread, BLOCKING_WHOM))}` : 'for a variable to change';
    default:
      return 'at a collective call';
  }
}

function sender(thread: number): string {
  return thread < 0 ? 'any thread' : `thread ${thread}`;
}

function partner(thread: number): string {
  return thread < 0 ? '' : ` and thread ${thread}`;
}

function poster(thread: number): string {
  return thread < 0 ? '' : ` of thread ${thread}`;
}

function read(space: Space, thread: number, offset: number): number {
  return Atomics.load(space.I32, wordOf(space, thread, offset));
}
