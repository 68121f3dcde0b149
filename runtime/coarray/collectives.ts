/**
 * Collective subroutines: co_sum, co_min, co_max, co_reduce, co_broadcast (Fortran 2018, 16.9.46 to 16.9.50).
 *
 * Values that fit on the board are published there, and each image combines all of them: one synchronization. Of larger
 * arrays each image reduces its share of the elements over all images and writes the result to every image's array;
 * shares are disjoint, so direct memory needs no copies. Elsewhere pieces are fetched. Elements are combined in image
 * order: all images get the same bits.
 */
import type { NativeFunction } from '../abi.ts';
import { broadcast } from '../collectives/algorithms.ts';
import type { Operator } from '../collectives/kernels.ts';
import { type TeamOperation, VALUE_SIZE } from '../core/boards.ts';
import { roomFor } from '../core/room.ts';
import { isGone } from '../core/standing.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCall, inHex } from '../errors.ts';
import { rangeFault } from '../memory/check.ts';
import { addressOf, offsetOf } from '../memory/space.ts';
import { type Combiner, functionCombiner, operatorCombiners, STRUCTURE } from './combiners.ts';
import { combined, type Elements } from './combining.ts';
import { argumentMismatch, badArgument } from './errors.ts';
import { conclude, FAILED_IMAGE, type Outcome, SUCCESS } from './status.ts';
import type { Teams } from './team.ts';

/** No result_image argument: all images get the result. */
const ALL_IMAGES = -1;
/** Bytes combined at a time, to stay in the cache. */
const PIECE = 8192;

/** The array argument of an image, of an operation. */
interface Argument extends Elements {
  readonly name: TeamOperation;
}

export function collectives(environment: RuntimeEnvironment, teams: Teams): Record<string, NativeFunction> {
  const { runtime, heap } = environment;
  const combinerFor = operatorCombiners(environment);

  /** One of co_sum, co_min, co_max. */
  function byOperator(name: TeamOperation, operator: Operator): NativeFunction {
    return (address: number, count: number, size: number, type: number, resultImage: number, stat: number) => {
      const combiner = combinerFor(operator, type);
      if (combiner === undefined) return failType(name, type, size);
      reduce({ name, address, count: count >>> 0, size }, combiner, [type, resultImage], stat);
    };
  }

  function failType(name: TeamOperation, type: number, size: number): never {
    const kind = type === STRUCTURE ? 'no number' : 'a complex number';
    return runtime.job.fail(badArgument(name, `an element of ${size} bytes`, kind, 'use co_reduce with a function'));
  }

  function coReduce(
    ...[address, count, size, type, func, resultImage, stat]: [number, number, number, number, number, number, number]
  ): void {
    const call = environment.table[func] ?? runtime.job.fail(badCall(func));
    const combiner = functionCombiner(environment, call, type, size);
    reduce({ name: 'co_reduce', address, count: count >>> 0, size }, combiner, [type, resultImage], stat);
  }

  function reduce(elements: Argument, combiner: Combiner, given: readonly [number, number], stat: number): void {
    check(elements);
    checkImage(elements.name, 'the result image', given[1], ALL_IMAGES);
    const isSmall = elements.count * elements.size <= VALUE_SIZE;
    const met = meet(elements, given, ['the type of the elements', 'the result image'], isSmall);
    const far = teams.current.board.meeting === undefined ? combineShare : combineByLetters;
    const combine = isSmall ? combineShown : far;
    if (met.status === SUCCESS) combine(elements, combiner, given[1]);
    end(elements.name, met, isSmall, stat);
  }

  function coBroadcast(address: number, count: number, size: number, source: number, stat: number): void {
    const elements: Argument = { name: 'co_broadcast', address, count: count >>> 0, size };
    check(elements);
    checkImage(elements.name, 'the source image', source, 0);
    const bytes = elements.count * size;
    const isSmall = bytes <= VALUE_SIZE;
    const met = meet(elements, [source, 0], ['the source image', ''], isSmall);
    if (met.status === SUCCESS) receive(address, source, bytes, isSmall);
    end(elements.name, met, isSmall, stat);
  }

  /** The source's `bytes`, which are its argument, in place of this image's. */
  function receive(address: number, source: number, bytes: number, isSmall: boolean): void {
    const { board, index } = teams.current;
    if (board.meeting !== undefined && !isSmall)
      board.meeting.take('co_broadcast', (part) => broadcast(part, source, address, address, bytes));
    else if (index !== source)
      if (isSmall) environment.copy(address, board.value(source, bytes), bytes);
      else runtime.reach.copy(address, arrayOf(source), bytes);
  }

  /** Publishes this image's argument, and waits for all. Arguments must match. */
  function meet(
    { name, address, count, size }: Argument,
    given: readonly [number, number],
    names: readonly [string, string],
    isSmall: boolean,
  ): Outcome {
    const { board, members, index } = teams.current;
    const words = [count, size, ...given];
    const what = ['the number of elements', 'the size of an element', ...names];
    if (isSmall) board.give(address, count * size);
    board.show(offsetOf(environment, address), ...words);
    const outcome = board.sync(name);
    if (outcome.status !== SUCCESS) return outcome;
    for (let image = 0; image < members.length; image++)
      for (let i = 0; i < words.length; i++)
        if (board.shown(image, i + 1) !== board.shown(index, i + 1)) failMismatch(name, what[i]!, i + 1, image);
    return outcome;
  }

  /** Address of the array that an image has published. */
  function arrayOf(image: number): number {
    const { board, members } = teams.current;
    return addressOf(environment, members[image]!, board.shown(image, 0));
  }

  function failMismatch(name: string, what: string, word: number, image: number): never {
    const { board, index } = teams.current;
    const [own, other] = [board.shown(index, word), board.shown(image, word)];
    return runtime.job.fail(argumentMismatch(name, what, `${own}`, image, `${other}`));
  }

  /** Of arrays all wait for each other again: others may still access this one's, and one that has ended meanwhile has not done its share. */
  function end(name: TeamOperation, met: Outcome, isSmall: boolean, stat: number): void {
    const isOver = isSmall || teams.current.board.meeting !== undefined;
    const left = isOver ? met : leave(name);
    conclude(environment, name, stat, met.status === SUCCESS ? left : met);
  }

  /** What is read of a process that is lost is nothing, and one image may have read before, another one after that: so each says what it knows. */
  function leave(name: TeamOperation): Outcome {
    const { board, members } = teams.current;
    board.show(1 + members.findIndex((thread) => isGone(environment, thread)));
    const outcome = board.sync(name);
    if (outcome.status !== SUCCESS) return outcome;
    const lost = Array.from(members, (_, image) => board.shown(image, 0)).find((known) => known !== 0);
    return lost === undefined ? outcome : { status: FAILED_IMAGE, image: lost - 1 };
  }

  function combineShown({ address, count, size }: Elements, combiner: Combiner, resultImage: number): void {
    const { board, members, index } = teams.current;
    const bytes = count * size;
    if (bytes === 0 || (resultImage !== ALL_IMAGES && resultImage !== index)) return;
    environment.copy(address, board.value(0, bytes), bytes);
    for (let image = 1; image < members.length; image++)
      combiner(address, board.value(image, bytes), (address + bytes) | 0);
  }

  /** On a machine of several nodes. */
  function combineByLetters(elements: Argument, combiner: Combiner, resultImage: number): void {
    const { board, index } = teams.current;
    const isWanted = resultImage === ALL_IMAGES || resultImage === index;
    board.meeting!.take(elements.name, (part) => combined(part, elements, combiner, isWanted));
  }

  function combineShare({ count, size }: Elements, combiner: Combiner, resultImage: number): void {
    const { members, index } = teams.current;
    const end = Math.floor((count * (index + 1)) / members.length);
    const piece = Math.max(1, Math.floor(PIECE / size));
    const room = roomForTwo(piece * size);
    for (let from = Math.floor((count * index) / members.length); from < end; from += piece)
      combinePiece(from * size, Math.min(piece, end - from) * size, combiner, resultImage, room);
    if (room[0] !== 0) heap.free(room[0]);
  }

  /** Buffers for fetched pieces: of image 0, and of another. */
  function roomForTwo(bytes: number): readonly [number, number] {
    if (runtime.reach.isDirect) return [0, 0];
    const room = roomFor(runtime.job, heap, 2 * bytes, 'elements of other images');
    return [room, room + bytes];
  }

  /** Combines `bytes` at `offset` of all arrays into that of image 0, or a copy of it, and copies the result to all. */
  function combinePiece(
    offset: number,
    bytes: number,
    combiner: Combiner,
    resultImage: number,
    room: readonly [number, number],
  ): void {
    const { members } = teams.current;
    const place = (image: number) => arrayOf(image) + offset;
    const result = runtime.reach.here(place(0), room[0], bytes);
    for (let image = 1; image < members.length; image++)
      combiner(result, runtime.reach.here(place(image), room[1], bytes), (result + bytes) | 0);
    for (let image = 0; image < members.length; image++)
      if (place(image) !== result && (resultImage === ALL_IMAGES || resultImage === image))
        runtime.reach.copy(place(image), result, bytes);
  }

  function check({ name, address, count, size }: Argument): void {
    const fault = count === 0 ? undefined : rangeFault(environment, address, count * size);
    if (fault !== undefined)
      runtime.job.fail(badArgument(name, `the array of ${count} elements`, inHex(address), fault));
  }

  function checkImage(name: string, argument: string, image: number, least: number): void {
    const { length } = teams.current.members;
    if (image < least || image >= length)
      runtime.job.fail(badArgument(name, argument, `${image}`, `images are 0 .. ${length - 1}`));
  }

  return {
    __coarray_co_sum: byOperator('co_sum', 'add'),
    __coarray_co_min: byOperator('co_min', 'min'),
    __coarray_co_max: byOperator('co_max', 'max'),
    __coarray_co_reduce: coReduce,
    __coarray_co_broadcast: coBroadcast,
  };
}
