/**
 * Data access in all its forms (MPI 3.1, 13.4): where in the file (an offset, the individual pointer, the shared one, the shared one in the order of ranks), by
 * each rank or by all together, in one call, with a request, or in two calls.
 *
 * One idea: an access is one operation (moving.ts), and a form says only who starts it and who ends it. What one rank does alone is done in its call, so its
 * request is complete; what all do together goes on whenever a rank polls.
 */
import type { Part, Steps } from '../../runtime/collectives/engine.ts';
import { ERR_ACCESS, ERR_BUFFER, ERR_IO, ERR_READ_ONLY, ERR_TYPE } from './errors.ts';
import { canRead, canWrite, type Files, type OpenFile } from './files.ts';
import type { Joining } from './joining.ts';
import { type Mover, Moving } from './moving.ts';
import type { Packing } from './packing.ts';
import type { Requests } from './requests.ts';
import type { SharedPointers } from './sharedpointers.ts';
import type { Body, State } from './state.ts';
import { type Direction, streamOf } from './streams.ts';
import type { Types } from './types.ts';
import type { Waiting } from './waiting.ts';

/** The program's arguments of an access; `last`: a status or a request. */
interface Given {
  readonly offset: number;
  readonly buf: number;
  readonly count: number;
  readonly type: number;
  readonly last: number;
}

/** Where an access begins. */
interface Where {
  readonly takesOffset: boolean;
  readonly isInOrder?: true;
  /** The first etype, from which a pointer goes on behind so many. */
  begin(call: string, file: OpenFile, given: Given, etypes: number): number;
}

export class DataAccess {
  private readonly explicit: Where = {
    takesOffset: true,
    begin: (call, file, { offset }) => {
      this.files.seekable(call, file);
      if (offset < 0) this.state.refuse(call, 'offset', offset, 'it is 0 or more, in etypes of the view');
      return offset;
    },
  };
  private readonly individual: Where = {
    takesOffset: false,
    begin: (call, file, _given, etypes) => {
      this.files.seekable(call, file);
      file.position += etypes;
      return file.position - etypes;
    },
  };
  private readonly shared: Where = {
    takesOffset: false,
    begin: (_call, file, _given, etypes) => this.pointers.take(file, etypes),
  };
  /** Known when all have come. */
  private readonly ordered: Where = { takesOffset: false, isInOrder: true, begin: () => 0 };

  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly packing: Packing,
    private readonly files: Files,
    private readonly pointers: SharedPointers,
    private readonly mover: Mover,
    private readonly joining: Joining,
    private readonly waiting: Waiting,
    private readonly requests: Requests,
  ) {}

  // ---------------------------------------------------------------- an access

  private prepared(call: string, file: OpenFile, direction: Direction, where: Where, given: Given): Moving {
    this.permits(call, file, direction);
    const { buf: address, count } = given;
    const type = this.types.used(call, count, given.type);
    const { unit, hasData, representation } = file.view;
    const bytes = count * representation.stored(type).size;
    if (bytes % unit !== 0) {
      const rule = `${bytes} bytes in the file are no whole number of etypes of ${unit}`;
      this.state.refuse(call, 'count', `${count} of ${type.name}`, rule, ERR_TYPE);
    }
    if (bytes > 0 && !hasData)
      this.state.refuse(call, 'fh', `"${file.name}"`, 'the filetype of its view has no data', ERR_IO);
    const stream = streamOf(this.packing, direction, { call, address, count, type }, representation);
    const first = where.begin(call, file, given, bytes / unit) * unit;
    return new Moving(call, file, direction, first, stream, () => this.files.ask(file));
  }

  private permits(call: string, file: OpenFile, direction: Direction): void {
    const name = `"${file.name}"`;
    if (direction === 'read' && !canRead(file))
      this.state.refuse(call, 'fh', name, 'it was opened by MPI_MODE_WRONLY and must be open for reading', ERR_ACCESS);
    if (direction === 'write' && !canWrite(file))
      this.state.refuse(
        ...[call, 'fh', name, 'it was opened by MPI_MODE_RDONLY and must be open for writing', ERR_READ_ONLY],
      );
  }

  /** Moves the bytes of one rank, here and now. */
  private move(moving: Moving): Moving {
    const { call, file, direction, first, stream } = moving;
    const move = () => this.mover.move(call, file, direction, first, stream);
    moving.attempt(() => (file.isAtomic ? this.pointers.whileLocked(file, move) : move()));
    moving.complete();
    return moving;
  }

  /** A rank's part in a collective access. */
  private steps(moving: Moving, where: Where, etypes: number): (part: Part) => Steps {
    const { pointers, joining } = this;
    return function* (part) {
      if (where.isInOrder)
        moving.first = moving.file.view.unit * (yield* pointers.takeInOrder(part, moving.file, etypes));
      yield* joining.steps(part.next(), moving);
      moving.complete();
    };
  }

  /** Starts a collective access. In atomic mode each rank moves its own, one after the other. */
  private begun(moving: Moving, where: Where): Moving {
    const { call, file, stream } = moving;
    const { team } = file.comm;
    const etypes = stream.bytes / file.view.unit;
    if (!file.isAtomic) {
      const under = this.state.together.begin(call, team, [], this.steps(moving, where, etypes));
      moving.follow(() => under.whom);
      return moving;
    }
    if (where.isInOrder) this.state.together.perform(call, team, [], this.place(moving, etypes));
    return this.move(moving);
  }

  private place(moving: Moving, etypes: number): (part: Part) => Steps {
    const { pointers } = this;
    return function* (part) {
      moving.first = moving.file.view.unit * (yield* pointers.takeInOrder(part, moving.file, etypes));
    };
  }

  private finish(call: string, moving: Moving, status: number): void {
    const { whom, place: text, comm } = moving;
    this.waiting.until(call, { whom, text, comm }, () => moving.isDone);
    this.waiting.finish(call, moving, status);
  }

  // ---------------------------------------------------------------- forms

  private givenBy({ takesOffset }: Where, parameters: readonly number[]): Given {
    const [offset, buf, count, type, last] = takesOffset ? parameters : [0, ...parameters];
    return { offset: Number(offset), buf: buf!, count: count!, type: type!, last: last! };
  }

  private alone(direction: Direction, where: Where): Body {
    return (call, handle, ...rest) => {
      const given = this.givenBy(where, rest);
      this.finish(
        call,
        this.move(this.prepared(call, this.files.at(call, handle!), direction, where, given)),
        given.last,
      );
    };
  }

  private aloneBegun(direction: Direction, where: Where): Body {
    return (call, handle, ...rest) => {
      const given = this.givenBy(where, rest);
      const moving = this.prepared(call, this.files.at(call, handle!), direction, where, given);
      this.requests.give(call, given.last, { operation: this.move(moving) });
    };
  }

  private together(direction: Direction, where: Where): Body {
    return (call, handle, ...rest) => {
      const given = this.givenBy(where, rest);
      const moving = this.prepared(call, this.files.idle(call, handle!), direction, where, given);
      this.finish(call, this.begun(moving, where), given.last);
    };
  }

  private togetherBegun(direction: Direction, where: Where): Body {
    return (call, handle, ...rest) => {
      const given = this.givenBy(where, rest);
      const moving = this.prepared(call, this.files.idle(call, handle!), direction, where, given);
      this.requests.give(call, given.last, { operation: this.begun(moving, where) });
    };
  }

  private splitBegin(direction: Direction, where: Where): Body {
    return (call, handle, ...rest) => {
      const given = this.givenBy(where, rest);
      const file = this.files.idle(call, handle!);
      const moving = this.begun(this.prepared(call, file, direction, where, given), where);
      file.split = { name: call, buffer: given.buf, moving };
    };
  }

  private splitEnd(call: string, handle: number, buffer: number, status: number): void {
    const file = this.files.at(call, handle);
    const { split } = file;
    const begin = call.replace(/end$/, 'begin');
    if (split?.name !== begin) {
      const under = split === undefined ? 'nothing is under way' : `${split.name} is under way`;
      this.state.refuse(call, 'fh', `"${file.name}"`, `${under}, and this ends ${begin}`, ERR_IO);
    }
    if (split!.buffer !== buffer)
      this.state.refuse(call, 'buf', 'another one', `it must be the one that ${begin} was given`, ERR_BUFFER);
    file.split = undefined;
    this.finish(call, split!.moving, status);
  }

  get bodies(): Record<string, Body> {
    return Object.fromEntries((['read', 'write'] as const).flatMap((direction) => this.family(direction)));
  }

  private family(direction: Direction): [string, Body][] {
    const { explicit, individual, shared, ordered } = this;
    const split = (name: string, where: Where): [string, Body][] => [
      [`MPI_File_${direction}_${name}_begin`, this.splitBegin(direction, where)],
      [`MPI_File_${direction}_${name}_end`, (call, ...[fh, buf, status]) => this.splitEnd(call, fh!, buf!, status!)],
    ];
    return [
      [`MPI_File_${direction}_at`, this.alone(direction, explicit)],
      [`MPI_File_${direction}`, this.alone(direction, individual)],
      [`MPI_File_${direction}_shared`, this.alone(direction, shared)],
      [`MPI_File_i${direction}_at`, this.aloneBegun(direction, explicit)],
      [`MPI_File_i${direction}`, this.aloneBegun(direction, individual)],
      [`MPI_File_i${direction}_shared`, this.aloneBegun(direction, shared)],
      [`MPI_File_${direction}_at_all`, this.together(direction, explicit)],
      [`MPI_File_${direction}_all`, this.together(direction, individual)],
      [`MPI_File_${direction}_ordered`, this.together(direction, ordered)],
      [`MPI_File_i${direction}_at_all`, this.togetherBegun(direction, explicit)],
      [`MPI_File_i${direction}_all`, this.togetherBegun(direction, individual)],
      ...split('at_all', explicit),
      ...split('all', individual),
      ...split('ordered', ordered),
    ];
  }
}
