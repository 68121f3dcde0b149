/**
 * Error messages for misuse of active messages: the operation, the rule, the remedy (GASNet 1.8, core API). The
 * reporter adds thread and place.
 */
import { inHex } from '../../errors.ts';
import { FIRST_CLIENT, LAST } from './handlers.ts';

const CATEGORIES = ['Short', 'Medium', 'Long'];

/** Name of the program's function that sends such a message. */
export function operationName(isReply: boolean, category: number, count: number): string {
  return `gasnet_AM${isReply ? 'Reply' : 'Request'}${CATEGORIES[category]}${count}`;
}

export function badNode(operation: string, node: number, nodes: number): string {
  return `${operation}: node ${node >>> 0} is not in 0 .. ${nodes - 1}`;
}

export function tooManyArguments(operation: string, count: number, most: number): string {
  return `${operation}: ${count} arguments; a message has ${most} at most (gasnet_AMMaxArgs)`;
}

export function tooLarge(operation: string, size: number, node: number, most: number, query: string): string {
  return `${operation}: a payload of ${size} bytes for node ${node}; ${most} is the most (${query}): send it in pieces`;
}

/** No handler is registered for a received message. */
export function noHandler(index: number, node: number, isReply: boolean): string {
  const what = isReply ? 'a reply' : 'a request';
  return `${what} of node ${node} is for the handler with index ${index}, which this node has not registered by gasnet_attach`;
}

/** The handler's parameters do not fit the number of arguments, or the category of the message. */
export function wrongCount(operation: string, node: number, index: number, count: number, expected: number): string {
  const takes = expected < 0 ? 'is one of short messages' : `takes ${expected}`;
  return `${operation} of node ${node} has ${count} argument${count === 1 ? '' : 's'}, and the handler with index ${index} ${takes}`;
}

export function unknownHandler(operation: string, index: number, node: number): string {
  const why =
    index < FIRST_CLIENT
      ? `programs have ${FIRST_CLIENT} .. ${LAST}`
      : `node ${node} has not registered it by gasnet_attach`;
  return `${operation}: no handler with index ${index}: ${why}`;
}

export function notAttached(operation: string, node: number, thisNode: number): string {
  const who = node === thisNode ? 'this node' : `node ${node}`;
  return `${operation}: ${who} has not called gasnet_attach yet`;
}

/** `size` bytes at `address` are outside the node's segment. */
export function outsideSegment(
  operation: string,
  address: number,
  size: number,
  node: number,
  start: number,
  length: number,
): string {
  const segment = length === 0 ? 'which has none' : `[${inHex(start)}, ${inHex(start + length)})`;
  return `${operation}: ${size} bytes at ${inHex(address)} are not in the segment of node ${node}, ${segment} (gasnet_getSegmentInfo)`;
}

export function requestInHandler(operation: string, index: number, isReply: boolean): string {
  const rule = isReply
    ? 'the handler of a reply sends nothing'
    : 'the handler of a request sends nothing but one reply, to the requester';
  return `${operation} in the handler with index ${index}: ${rule}`;
}

export function replyOutsideHandler(operation: string): string {
  return `${operation} outside of a handler: only the handler of a request replies, with the token it was given`;
}

export function replyInReply(operation: string, index: number): string {
  return `${operation} in the handler with index ${index}, which handles a reply: the handler of a reply sends nothing`;
}

export function repliedTwice(operation: string, index: number): string {
  return `${operation} in the handler with index ${index}, which has replied already: a request is replied to once at most`;
}

export function foreignToken(operation: string, token: number): string {
  return `${operation}: ${inHex(token)} is not the token of the running handler; a token is good until its handler returns`;
}

export function outsideHandler(operation: string): string {
  return `${operation} outside of a handler: only a handler has a token`;
}

export function waitInHandler(operation: string, index: number): string {
  return (
    `${operation} in the handler with index ${index}: a handler may not wait or communicate ` +
    '(no put, get, barrier or poll; it may reply and take handler-safe locks)'
  );
}

export function waitWithLock(operation: string, lock: number): string {
  return (
    `${operation} while the handler-safe lock ${inHex(lock)} is held: ` +
    'what waits or communicates may run handlers; unlock first'
  );
}

export function waitWhileHeld(operation: string): string {
  return (
    `${operation} between gasnet_hold_interrupts and gasnet_resume_interrupts: ` +
    'what waits or communicates may run handlers; resume first'
  );
}

export function replyWithLock(operation: string, index: number, lock: number): string {
  return `${operation} in the handler with index ${index} while it holds the handler-safe lock ${inHex(lock)}: unlock before replying`;
}

export function returnWithLock(index: number, lock: number): string {
  return `the handler with index ${index} returns while it holds the handler-safe lock ${inHex(lock)}: unlock before returning`;
}

export function holdTwice(): string {
  return 'gasnet_hold_interrupts: interrupts are held already; no-interrupt sections do not nest';
}

export function resumeWithoutHold(): string {
  return 'gasnet_resume_interrupts without gasnet_hold_interrupts';
}

// ---------------------------------------------------------------- handler-safe locks

export function notALock(operation: string, lock: number): string {
  return lock === 0
    ? `${operation}: null pointer to a handler-safe lock`
    : `${operation}: ${inHex(lock)} is not a handler-safe lock; set it by GASNET_HSL_INITIALIZER or gasnet_hsl_init`;
}

export function lockedAlready(operation: string, lock: number): string {
  return `${operation}: this thread holds the handler-safe lock ${inHex(lock)} already; such locks are not recursive`;
}

export function notLocked(operation: string, lock: number): string {
  return `${operation}: this thread does not hold the handler-safe lock ${inHex(lock)}`;
}

export function wrongOrder(operation: string, lock: number, last: number): string {
  return (
    `${operation}: the handler-safe lock ${inHex(lock)} was locked before ${inHex(last)}, which is still held; ` +
    'unlock in the reverse order of locking'
  );
}

export function destroyedLocked(lock: number): string {
  return `gasnet_hsl_destroy: the handler-safe lock ${inHex(lock)} is locked`;
}
