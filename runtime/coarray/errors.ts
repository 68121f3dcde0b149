/**
 * Error messages of coarray functions: function, argument, value, requirement.
 * Thread and place are added by the reporter.
 */
import { inHex } from '../errors.ts';

export const noStatus = 'with a status argument the program would go on';

export function badImage(name: string, image: number, images: number): string {
  return `${name}: image ${image} is not in 0 .. ${images - 1}: num_images() is ${images}`;
}

export function badCosubscript(index: number, extent: number): string {
  return `coindex: index ${index} is not in its codimension, 0 .. ${extent - 1}`;
}

export function badCodimension(index: number, corank: number): string {
  return `codimension ${index} is not in 0 .. ${corank - 1}`;
}

export function badLength(length: number): string {
  return `the section has ${length} elements: its length must be positive, or 0 for nothing to be done`;
}

export function badShape(dimension: number, left: number, right: number): string {
  return `dimension ${dimension} of the section has ${right} elements, on the left it has ${left}`;
}

export const ZERO_STEP = 'the step of the section is 0';

export function imageGone(name: string, image: number, fate: 'stopped' | 'failed'): string {
  return `${name}: image ${image} has ${fate}`;
}

export function operationMismatch(own: string, image: number, other: string): string {
  return `${own}: image ${image} calls ${other} where this image calls ${own}; all images of a team make the same calls`;
}

export function argumentMismatch(name: string, argument: string, own: string, image: number, other: string): string {
  return `${name}: ${argument} is ${own} here and ${other} on image ${image}; all images must give the same`;
}

export function badArgument(name: string, argument: string, value: string, wanted: string): string {
  return `${name}: ${argument} is ${value}; ${wanted}`;
}

export function duplicateImage(name: string, image: number): string {
  return `${name}: image ${image} is named twice`;
}

export function badObject(name: string, what: string, address: number, reason: string): string {
  return `${name}: ${inHex(address)} is no ${what}: ${reason}`;
}

export function notATeam(name: string, address: number): string {
  return address === 0
    ? `${name}: null pointer to a team`
    : `${name}: the team at ${inHex(address)} has not been given a value by form_team or get_team on this image`;
}

export function notAChild(name: string, number: number, current: number): string {
  return `${name}: ${teamName(number)} was not formed in the current team, which is ${teamName(current)}`;
}

export function noTeamToEnd(): string {
  return 'end_team: the current team is the initial team: no change_team is open';
}

export function noSibling(name: string, number: number, known: readonly number[]): string {
  return `${name}: there is no team ${number} beside the current one; there are ${known.join(', ')}`;
}

function teamName(number: number): string {
  return number < 0 ? 'the initial team' : `team ${number}`;
}

export function notACoarray(name: string, address: number, number: number): string {
  return (
    `${name}(${inHex(address)}): not what xmp_comalloc has given in the current team, ` +
    `which is ${teamName(number)}, or freed already`
  );
}

// ---------------------------------------------------------------- events, locks, atomic variables

export function onFailedImage(name: string, address: number, thread: number): string {
  return `${name}(${inHex(address)}): the image that has it, thread ${thread}, has failed`;
}

export function eventOverflow(address: number): string {
  return `event_post(${inHex(address)}): the event has been posted ${2 ** 31 - 1} times more than waited for`;
}

export function foreignEvent(address: number, thread: number): string {
  return `event_wait(${inHex(address)}): an image waits for its own events only, and this one is thread ${thread}'s`;
}

export function nobodyPosts(): string {
  return 'event_wait: all other images have ended';
}

export function heldAlready(name: string, address: number): string {
  return name === 'critical'
    ? 'critical: this image is in the construct already'
    : `${name}(${inHex(address)}): this image holds the lock already`;
}

export function heldByFailed(name: string, address: number): string {
  return name === 'critical'
    ? 'critical: an image failed in the construct'
    : `${name}(${inHex(address)}): the image that held the lock has failed`;
}

export function heldByAnother(address: number, thread: number): string {
  return `unlock(${inHex(address)}): another image holds the lock, thread ${thread}`;
}

export function heldByNobody(address: number): string {
  return `unlock(${inHex(address)}): nobody holds the lock`;
}

export function noPostLeft(image: number): string {
  return `xmp wait: image ${image} has ended, and no such post of it is left`;
}
