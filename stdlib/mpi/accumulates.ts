/**
 * MPI_Accumulate, MPI_Get_accumulate, MPI_Fetch_and_op, MPI_Compare_and_swap (MPI 3.1, 11.3.4).
 *
 * One idea: each is an operation on elements of one predefined datatype, whose operands and results are packed bytes, and goes in pieces of so many elements;
 * who reaches the target's memory makes them (updates.ts), else the target (farupdates.ts). Those of one origin are in order.
 */
import { roomFor } from '../../runtime/core/room.ts';
import type { Recorder } from '../../runtime/trace/recorder.ts';
import { COMBINES } from './conflicts.ts';
import type { Datatype } from './datatype.ts';
import { ElementTypes, isAlike } from './elements.ts';
import { ERR_OP, ERR_TYPE } from './errors.ts';
import type { FarUpdates } from './farupdates.ts';
import { nullOf, TYPE } from './handles.ts';
import { type Layout, run } from './layouts.ts';
import type { Operators } from './operators.ts';
import type { Packing } from './packing.ts';
import { piecesOf } from './pieces.ts';
import { BYTES, LOGICALS } from './predefined.ts';
import { type BegunAccess, NOWHERE, type OneSided, type RmaCalls } from './rmacalls.ts';
import type { Body, State } from './state.ts';
import type { Place, Targets } from './targets.ts';
import type { Types } from './types.ts';
import { DONE } from './underway.ts';
import { COMPARE, NO_OP, PIECE, REPLACE, type Update, type Updates } from './updates.ts';
import { type Window, WORDS } from './windows.ts';

/** Data of this rank. */
interface Side {
  readonly address: number;
  readonly layout: Layout;
}

/** An accumulate whose arguments have been checked. */
interface Accumulate {
  readonly place: Place;
  readonly operation: number;
  readonly element: Datatype;
  /** Bytes of the target's data. */
  readonly bytes: number;
  readonly operands: Side | undefined;
  readonly result: Side | undefined;
}

/** What operators see of elements that are neither integers, nor bytes, nor logical values (predefined.ts). */
const FLOAT = 8;
const isNumberOfParts = (element: number) => element >= FLOAT && (element < BYTES || element > LOGICALS);
/** Bytes of a row in a message. */
const ROW = 8;

export class Accumulates {
  private readonly elements: ElementTypes;
  private rooms = 0;

  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly packing: Packing,
    private readonly operators: Operators,
    private readonly targets: Targets,
    private readonly updates: Updates,
    private readonly farUpdates: FarUpdates,
    private readonly calls: RmaCalls,
  ) {
    this.elements = new ElementTypes(types, nullOf(TYPE) + 1);
  }

  // ---------------------------------------------------------------- arguments

  private elementOf(call: string, argument: string, type: Datatype): Datatype {
    const rule = 'it is a predefined datatype, or one that is made of one alone';
    return this.elements.of(type) ?? this.state.refuse(call, argument, type.name, rule, ERR_TYPE);
  }

  /** Both sides have elements of one kind. */
  private agree(call: string, argument: string, type: Datatype, element: Datatype): void {
    const own = this.elementOf(call, argument, type);
    if (isAlike(own, element)) return;
    this.state.refuse(call, argument, `of ${own.name}`, `the target's elements are ${element.name}`, ERR_TYPE);
  }

  private checkOperation(call: string, operation: number, element: Datatype): void {
    const { name } = this.operators.handles.at(call, 'op', operation);
    if (!this.operators.handles.isPredefined(operation))
      this.state.refuse(call, 'op', name, 'accumulates take predefined operations', ERR_OP);
    if (operation !== REPLACE && operation !== NO_OP) this.operators.combine(call, operation, element.handle);
  }

  /** So many elements of this rank, which are as many bytes as the target has. */
  private side(
    ...[call, side, address, count, handle, element, bytes]: [string, string, number, number, number, Datatype, number]
  ): Side {
    const [countName, typeName] = [`${side}_count`, `${side}_datatype`];
    const type = this.types.used(call, count, handle, countName, typeName);
    const layout = this.packing.layoutAt(call, `${side}_addr`, address, count, type, side === 'result');
    if (layout.bytes > 0) this.agree(call, typeName, type, element);
    if (layout.bytes !== bytes) {
      const rule = `the target's data have ${bytes} bytes`;
      this.state.refuse(call, countName, `${count} of ${type.name}, ${layout.bytes} bytes`, rule, ERR_TYPE);
    }
    return { address, layout };
  }

  /** The data at the target that a call names by rank, displacement, count and datatype; undefined where there are none. */
  private target(
    ...[call, window, operation, [rank, displacement, count, type]]: [string, Window, number, [N, N, N, N]]
  ): Pick<Accumulate, 'place' | 'element' | 'bytes'> | undefined {
    const place = this.targets.at(call, window, { rank, displacement, count, type });
    if (place === undefined || place.layout.bytes === 0) return undefined;
    const element = this.elementOf(call, 'target_datatype', this.types.at(call, 'target_datatype', type));
    this.checkOperation(call, operation, element);
    return { place, element, bytes: place.layout.bytes };
  }

  private readonly accumulate: OneSided = (call, window, ...parameters) => {
    const [address, count, type, rank, displacement, targetCount, targetType, operation] = parameters as Eight;
    if (operation === NO_OP)
      this.state.refuse(call, 'op', 'MPI_NO_OP', 'it is for functions that give a result', ERR_OP);
    const target = this.target(call, window, operation, [rank, Number(displacement), targetCount, targetType]);
    if (target === undefined) return NOWHERE;
    const operands = this.side(call, 'origin', address, count, type, target.element, target.bytes);
    return this.begin(window, { ...target, operation, operands, result: undefined });
  };

  private readonly getAccumulate: OneSided = (call, window, ...parameters) => {
    const [address, count, type, resultAt, resultCount, resultType, ...rest] = parameters as Eleven;
    const [rank, displacement, targetCount, targetType, operation] = rest;
    const target = this.target(call, window, operation, [rank, Number(displacement), targetCount, targetType]);
    if (target === undefined) return NOWHERE;
    const { element, bytes } = target;
    const operands = operation === NO_OP ? undefined : this.side(call, 'origin', address, count, type, element, bytes);
    const result = this.side(call, 'result', resultAt, resultCount, resultType, element, bytes);
    return this.begin(window, { ...target, operation, operands, result });
  };

  /** The place of one element. */
  private one(...[call, window, rank, displacement, handle]: [string, Window, N, N, N]): Place | undefined {
    const { contents, name } = this.types.at(call, 'datatype', handle);
    if (contents !== undefined) this.state.refuse(call, 'datatype', name, 'it is a predefined datatype', ERR_TYPE);
    return this.targets.at(call, window, { rank, displacement: Number(displacement), count: 1, type: handle });
  }

  private readonly fetch: OneSided = (call, window, ...parameters) => {
    const [address, resultAt, type, rank, displacement, operation] = parameters as Six;
    const place = this.one(call, window, rank, displacement, type);
    const element = this.types.at(call, 'datatype', type);
    this.checkOperation(call, operation, element);
    if (place === undefined) return NOWHERE;
    const bytes = element.size;
    const operands = operation === NO_OP ? undefined : this.side(call, 'origin', address, 1, type, element, bytes);
    const result = this.side(call, 'result', resultAt, 1, type, element, bytes);
    return this.begin(window, { place, operation, element, bytes, operands, result });
  };

  private readonly compare: OneSided = (call, window, ...parameters) => {
    const [address, compareAt, resultAt, type, rank, displacement] = parameters as Six;
    const place = this.one(call, window, rank, displacement, type);
    const element = this.types.at(call, 'datatype', type);
    if (element.element === undefined || isNumberOfParts(element.element))
      this.state.refuse(call, 'datatype', element.name, 'it is one of integers, logical values or bytes', ERR_TYPE);
    if (place === undefined) return NOWHERE;
    const bytes = element.size;
    const value = this.side(call, 'origin', address, 1, type, element, bytes);
    const expected = this.side(call, 'compare', compareAt, 1, type, element, bytes);
    const result = this.side(call, 'result', resultAt, 1, type, element, bytes);
    const room = this.packing.room(call, 2 * bytes);
    const { environment } = this.state;
    environment.runtime.bulk.copy(room.address, value.address, bytes);
    environment.runtime.bulk.copy(room.address + bytes, expected.address, bytes);
    const operands = { address: room.address, layout: run(2 * bytes) };
    const begun = this.begin(window, { place, operation: COMPARE, element, bytes, operands, result });
    this.packing.release(room);
    return begun;
  };

  // ---------------------------------------------------------------- pieces

  private begin(window: Window, accumulate: Accumulate): BegunAccess {
    const { place } = accumulate;
    window.conflicts.note(place, COMBINES, accumulate.operation);
    const { runtime, recorder } = this.state.environment;
    const { atomic, job } = runtime;
    job.glance();
    if (recorder !== undefined) record(recorder, accumulate);
    if (atomic.isHere(place.member.words) && atomic.isHere(place.address)) {
      for (const [first, end] of piecesIn(accumulate, PIECE)) this.here(accumulate, first, end);
      return { place, isDone: DONE };
    }
    const lacking = { count: 0 };
    for (const [first, end] of piecesIn(accumulate, this.mostFar(accumulate)))
      this.there(accumulate, first, end, lacking);
    return { place, isDone: () => lacking.count === 0 };
  }

  /** Bytes of data of a message, whose elements may have a row each, or two where they have gaps. */
  private mostFar({ place: { layout }, element }: Accumulate): number {
    const { largest } = this.farUpdates;
    if (layout.kind === 'run') return largest - ROW;
    const rows = element.layout.kind === 'run' ? 1 : 2;
    return Math.floor(largest / (element.size + rows * ROW)) * element.size;
  }

  /** Packed operands of a piece; those of a comparison are two. */
  private operandsOf({ operands }: Accumulate, first: number, end: number): number {
    if (operands === undefined) return 0;
    const { layout, address } = operands;
    if (layout.kind === 'run') return address + first;
    const room = this.room(0);
    this.packing.pack(layout, address, room, first, end);
    return room;
  }

  private update(accumulate: Accumulate, first: number, end: number, result: number): Update {
    const { place, operation, element } = accumulate;
    return {
      ...{ mutex: place.member.words + WORDS.mutex, operation, element, result },
      rows: piecesOf(place.layout, place.address, first, end),
      operands: this.operandsOf(accumulate, first, end),
    };
  }

  private here(accumulate: Accumulate, first: number, end: number): void {
    const { result } = accumulate;
    const isDense = result?.layout.kind === 'run';
    const room = result === undefined ? 0 : isDense ? result.address + first : this.room(1);
    this.updates.perform(this.update(accumulate, first, end, room));
    if (result !== undefined && !isDense) this.packing.unpack(result.layout, result.address, room, first, end);
  }

  private there(accumulate: Accumulate, first: number, end: number, lacking: { count: number }): void {
    const { place, result, operation, element } = accumulate;
    const operandBytes = operation === NO_OP ? 0 : operation === COMPARE ? 2 * element.size : end - first;
    const resultBytes = result === undefined ? 0 : end - first;
    lacking.count++;
    const update = this.update(accumulate, first, end, 0);
    this.farUpdates.begin(place.member.proc, update, operandBytes, resultBytes, (at, bytes) => {
      if (result !== undefined) this.packing.unpack(result.layout, result.address, at, first, first + bytes);
      lacking.count--;
    });
  }

  /** For packed operands, and packed results. */
  private room(which: 0 | 1): number {
    const { runtime, heap } = this.state.environment;
    this.rooms ||= roomFor(runtime.job, heap, 2 * PIECE, 'accumulates');
    return this.rooms + which * PIECE;
  }

  get bodies(): Record<string, Body> {
    const { calls } = this;
    return {
      MPI_Accumulate: calls.plain(this.accumulate),
      MPI_Get_accumulate: calls.plain(this.getAccumulate),
      MPI_Fetch_and_op: calls.plain(this.fetch),
      MPI_Compare_and_swap: calls.plain(this.compare),
      MPI_Raccumulate: calls.requesting(this.accumulate),
      MPI_Rget_accumulate: calls.requesting(this.getAccumulate),
    };
  }
}

/** What it writes, and what it reads. */
function record(recorder: Recorder, { place, operation, result, bytes }: Accumulate): void {
  const { addresses, lengths } = piecesOf(place.layout, place.address, 0, bytes);
  const tell = (isPut: boolean) => {
    const start = recorder.now();
    recorder.opens(false);
    for (const [i, at] of addresses.entries())
      recorder.moves(place.member.proc, recorder.offsetOf(at), lengths[i]!, isPut, start);
    recorder.closes(false);
    recorder.transferred(place.member.proc, bytes, isPut, start);
  };
  if (operation !== NO_OP) tell(true);
  if (result !== undefined) tell(false);
}

/** Parts of whole elements, of at most so many bytes: from where to where. */
function* piecesIn({ bytes, element: { size } }: Accumulate, most: number): Iterable<[number, number]> {
  const step = most - (most % size);
  for (let first = 0; first < bytes; first += step) yield [first, Math.min(first + step, bytes)];
}

type N = number;
type Six = [N, N, N, N, N, N];
type Eight = [...Six, N, N];
type Eleven = [...Eight, N, N, N];
