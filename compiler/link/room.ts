/**
 * Whether a thread's memory can hold the program's static data and frames: data that fit on no number of threads are an
 * error here. If they fit only on few threads, or with a larger --stack, the program reports it when it starts or gets there.
 */
import { LEAST_ROOM, regionAtMost } from '../../runtime/abi.ts';
import type { DiagnosticBag } from '../diagnostics/diagnostic.ts';
import type { Function as Definition, Static } from '../ir/ir.ts';
import type { CompilerOptions } from '../options.ts';
import { locationOf } from './location.ts';
import type { Placement } from './place.ts';

interface Program extends Pick<Placement, 'sharedEnd'> {
  readonly statics: readonly Static[];
  readonly functions: readonly Definition[];
}

/** Reports static data, and each frame, that are larger than what one of `threads` threads can have; 1 where they are not known. */
export function checkRoom(program: Program, { threads }: Pick<CompilerOptions, 'threads'>, bag: DiagnosticBag): void {
  const region = regionAtMost(threads ?? 1);
  const room = region - LEAST_ROOM.stack - LEAST_ROOM.sharedHeap - LEAST_ROOM.heap;
  const whose = threads === undefined ? 'a thread' : `each of ${threads} threads`;
  checkStatics(program, room, whose, bag);
  for (const f of program.functions) checkFrame(f, room, whose, bag);
}

/** The largest object is the one to do something about. */
function checkStatics({ statics, sharedEnd }: Program, room: number, whose: string, bag: DiagnosticBag): void {
  if (sharedEnd <= room) return;
  const largest = largestOf(statics);
  const others = largest.size > room ? '' : `, the largest of static data of ${sumOf(statics)} bytes`;
  const text = `'${largest.name}' takes ${largest.size} bytes of each thread's memory${others}; ${whose} has ${room} for them`;
  const advice = largest.space === 'shared' ? SHARED_ADVICE : PRIVATE_ADVICE;
  bag.error('LNK4012', text, locationOf(largest.at), [{ text: advice }]);
}

const SHARED_ADVICE = 'make it smaller, or deal its elements to more threads (shared [*])';
const PRIVATE_ADVICE = 'make it smaller, or a shared array, whose elements are dealt to all threads (shared [*])';

function checkFrame({ name, frame, at }: Definition, room: number, whose: string, bag: DiagnosticBag): void {
  const size = sumOf(frame);
  if (size <= room) return;
  const largest = largestOf(frame);
  const text = `the local variables of '${name}' take ${size} bytes of stack, '${largest.name}' alone ${largest.size}; ${whose} has ${room} at most`;
  bag.error('LNK4013', text, locationOf(at), [{ text: 'make it smaller, or allocate it (malloc)' }]);
}

interface Sized {
  readonly size: number;
}

const sumOf = (objects: readonly Sized[]): number => objects.reduce((sum, { size }) => sum + size, 0);

const largestOf = <T extends Sized>(objects: readonly T[]): T => objects.reduce((a, b) => (b.size > a.size ? b : a));
