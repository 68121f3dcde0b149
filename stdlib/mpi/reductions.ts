/**
 * Reductions and scans (MPI 3.1, 5.9 - 5.11), on the team of the communicator, by the algorithms of the engine and the operators of operators.ts.
 *
 * Members tell each other the root, the bytes, the type and the operation, whose difference is a mistake of all.
 */
import { reduce, reduceAll, scan } from '../../runtime/collectives/algorithms.ts';
import type { Part } from '../../runtime/collectives/engine.ts';
import type { Arithmetic } from '../../runtime/collectives/hardware.ts';
import { inHex } from '../../runtime/errors.ts';
import { type Calling, type Collective, type TeamSteps, together } from './collectivecalls.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { IN_PLACE } from './constants.ts';
import { type Datatype, spanOf } from './datatype.ts';
import { common } from './differences.ts';
import { ERR_BUFFER, ERR_COUNT } from './errors.ts';
import { alignedUp, imageSpan, isDense } from './images.ts';
import type { Lines } from './lines.ts';
import type { Operators } from './operators.ts';
import type { Packing } from './packing.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';

/** What a reduction is of, for this rank. */
export interface Reducing {
  readonly source: number;
  readonly destination: number;
  /** Of all elements. */
  readonly bytes: number;
  /** Words that all ranks give alike. */
  readonly common: readonly number[];
  /** Bytes of so many elements. */
  bytesOf(count: number): number;
  /** From one element to the next. */
  readonly extent: number;
  combine(to: number, from: number): void;
  /** Operation and datatype are, so all ranks know that of each other. */
  readonly kinds: readonly [type: number, operation: number];
  readonly isPredefined: boolean;
  /** What `combine` does, if the machine has that. */
  readonly arithmetic: Arithmetic | undefined;
}

/** Arguments of a reduction, and what becomes of them at this rank. */
export interface Reduced {
  readonly out: number;
  readonly into: number;
  readonly count: number;
  readonly type: number;
  readonly op: number;
  /** Elements that come here, where these are not all. */
  readonly received?: number | undefined;
  readonly isSender: boolean;
  readonly isReceiver: boolean;
  /** Of one group, if it has one. */
  readonly root?: number | undefined;
}

export class Reductions {
  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly communicators: Communicators,
    private readonly operators: Operators,
    private readonly packing: Packing,
  ) {}

  // ---------------------------------------------------------------- arguments

  /** Data with gaps go as all the memory that they span: functions of the program see them as they lie. */
  between(call: Calling, reduced: Reduced): Reducing {
    const { out, into, count, type: handle, op, received = count, isSender, isReceiver } = reduced;
    const type = this.types.used(call.name, count, handle);
    const combine = this.operators.combine(call.name, op, handle);
    const [datatype, operation] = [this.types.handles.commonOf(handle), this.operators.handles.commonOf(op)];
    // Functions of the program are given it, though the program may have freed it (4.1.9).
    if (datatype === 0) call.images.whenOver(this.types.hold(handle));
    const isInPlace = out === IN_PLACE && isSender;
    const spans = goesAsItLies(type) ? dense(type) : spanning(type);
    const source = isSender && !isInPlace ? this.image(call, 'sendbuf', out, count, type, false) : 0;
    const room = isInPlace ? count : received;
    const destination = isReceiver ? this.image(call, 'recvbuf', into, room, type, true) : 0;
    const bytes = spans.apart(count);
    return {
      destination,
      source: isInPlace ? destination : source,
      bytes,
      common: common({ bytes, datatype, op: operation, root: reduced.root }),
      kinds: [datatype, operation],
      bytesOf: spans.bytesOf,
      extent: type.extent,
      isPredefined: datatype !== 0 && operation !== 0,
      arithmetic: this.operators.arithmetic(call.name, op, handle),
      combine: (to, from) => combine((to - spans.first) | 0, (from - spans.first) | 0, count),
    };
  }

  /** Where the engine has a buffer. */
  private image(...[call, argument, address, count, type, isReceived]: ImageArguments): number {
    if (!goesAsItLies(type)) return call.images.spanning(call.name, argument, address, count, type, isReceived);
    this.state.buffer(call.name, argument, address, count * type.extent, isReceived);
    call.overlaps.add(argument, address, count * type.extent, isReceived);
    return address;
  }

  /** Named one by one: V8 copies an object by its runtime functions, which would be a quarter of a small reduction's time. */
  private within(call: Calling, comm: Communicator, root: number | undefined, reduced: Parameters_): Reducing {
    const { out, into, count, type, op, received } = reduced;
    const isReceiver = root === undefined || root === comm.team.rank;
    if (out === IN_PLACE && !isReceiver)
      this.state.refuse(call.name, 'sendbuf', 'MPI_IN_PLACE', 'it may be that at the root alone', ERR_BUFFER);
    return this.between(call, { out, into, count, type, op, received, root, isSender: true, isReceiver });
  }

  /** Of the elements of all, the part of each rank. */
  shares(counts: readonly number[], { extent, bytesOf }: Reducing): Share[] {
    let before = 0;
    return counts.map((count) => {
      const at = before * extent;
      before += count;
      return { at, bytes: bytesOf(count) };
    });
  }

  countOfEach(call: Calling, count: number, handle: number): number[] {
    this.state.natural(call.name, 'recvcount', count, ERR_COUNT);
    return Array(this.communicators.at(call.name, handle).team.members.length).fill(count);
  }

  countForEach(call: Calling, countsAt: number, handle: number): number[] {
    const { length } = this.communicators.at(call.name, handle).team.members;
    const counts = Array.from(this.state.words(call.name, 'recvcounts', countsAt, length));
    for (const [i, count] of counts.entries()) this.state.natural(call.name, `recvcounts[${i}]`, count, ERR_COUNT);
    return counts;
  }

  // ---------------------------------------------------------------- functions

  private reduce(...[call, out, into, count, type, op, root, handle]: Eight): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    this.communicators.root(call.name, root, comm);
    const each = this.within(call, comm, root, { out, into, count, type, op });
    const { common, destination, source, bytes, combine, arithmetic } = each;
    return together(comm, common, (part) => reduce(part, root, destination, source, bytes, combine, arithmetic));
  }

  private reduceAll(...[call, out, into, count, type, op, handle]: Seven): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    const each = this.within(call, comm, undefined, { out, into, count, type, op });
    const { common, kinds, destination, source, bytes, combine, isPredefined, arithmetic } = each;
    const short = {
      bytes,
      perform: (lines: Lines) => lines.reduceAll(call.name, comm.whole, kinds, destination, source, bytes, combine),
    };
    return together(
      ...([comm, common, (part: Part) => reduceAll(part, destination, source, bytes, combine, arithmetic)] as const),
      isPredefined ? short : undefined,
    );
  }

  /** Each rank gets its block of what all would get, `counts` elements each. */
  private reduceScatter(call: Calling, counts: readonly number[], ...rest: ScatterNumbers): TeamSteps {
    const [out, into, type, op, handle] = rest;
    const comm = this.communicators.at(call.name, handle);
    const { rank } = comm.team;
    const count = counts.reduce((sum, each) => sum + each, 0);
    const each = this.within(call, comm, undefined, { out, into, count, type, op, received: counts[rank]! });
    const { common, destination, source, bytes, combine, arithmetic } = each;
    const share = this.shares(counts, each)[rank]!;
    return together(comm, common, function* (part) {
      const room = part.room(bytes);
      yield* reduceAll(part, room, source, bytes, combine, arithmetic);
      part.copy(destination, room + share.at, share.bytes);
    });
  }

  private ofEach(...[call, out, into, count, type, op, handle]: Seven): TeamSteps {
    return this.reduceScatter(call, this.countOfEach(call, count, handle), out, into, type, op, handle);
  }

  private forEach(...[call, out, into, counts, type, op, handle]: Seven): TeamSteps {
    return this.reduceScatter(call, this.countForEach(call, counts, handle), out, into, type, op, handle);
  }

  /** Of the ranks up to this one; or, of an exclusive one, of those before it: the first rank's buffer stays then. */
  private scan(isExclusive: boolean, ...[call, out, into, count, type, op, handle]: Seven): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    const each = this.within(call, comm, undefined, { out, into, count, type, op });
    const { common, destination, source, bytes, combine } = each;
    return together(comm, common, function* (part) {
      const room = part.room(bytes);
      yield* scan(part, room, source, bytes, combine);
      part.next();
      if (!isExclusive) part.copy(destination, room, bytes);
      else if (part.rank + 1 < part.size) part.send(part.rank + 1, 0, room, bytes);
      if (isExclusive && part.rank > 0) yield* part.receive(part.rank - 1, 0, destination, bytes);
      yield* part.settle();
    });
  }

  /** Of this rank alone. */
  readonly bodies: Record<string, Body> = {
    MPI_Reduce_local: (call, from, into, count, handle, op) => {
      const type = this.types.used(call, count!, handle!);
      const combine = this.operators.combine(call, op!, handle!);
      for (const [argument, address] of [['inbuf', from!] as const, ['inoutbuf', into!] as const])
        if (address === IN_PLACE) this.state.refuse(call, argument, 'MPI_IN_PLACE', 'not here', ERR_BUFFER);
      if (from === into && count! > 0)
        this.state.refuse(call, 'inbuf', inHex(from!), 'inoutbuf is there too: they are two arrays', ERR_BUFFER);
      this.packing.layoutAt(call, 'inbuf', from!, count!, type);
      this.packing.layoutAt(call, 'inoutbuf', into!, count!, type);
      // The operators combine into what comes before, and this one into what comes after.
      const { first, bytes } = imageSpan(type, count!);
      const [low] = spanOf(type, count!);
      const room = this.packing.room(call, bytes);
      this.packing.copy(from! + low, room.address + low - first, bytes - low + first);
      combine((room.address - first) | 0, into!, count!);
      this.packing.copy(room.address + low - first, into! + low, bytes - low + first);
      this.packing.release(room);
    },
  };

  readonly all: Record<string, Collective> = {
    MPI_Reduce: (...all) => this.reduce(...(all as unknown as Eight)),
    MPI_Allreduce: (...all) => this.reduceAll(...(all as unknown as Seven)),
    MPI_Reduce_scatter_block: (...all) => this.ofEach(...(all as unknown as Seven)),
    MPI_Reduce_scatter: (...all) => this.forEach(...(all as unknown as Seven)),
    MPI_Scan: (...all) => this.scan(false, ...(all as unknown as Seven)),
    MPI_Exscan: (...all) => this.scan(true, ...(all as unknown as Seven)),
  };
}

/** Dense elements, and those of predefined datatypes: a value and an int go with the gap between them. */
const goesAsItLies = (type: Datatype): boolean => type.contents === undefined || isDense(type);

/** Of data that go as they lie, and of others, where an image begins from the address of its first element, its bytes, and those from one to the next. */
function dense({ extent }: Datatype) {
  const bytesOf = (count: number) => count * extent;
  return { first: 0, bytesOf, apart: bytesOf };
}
/** The engine has images side by side. */
function spanning(type: Datatype) {
  const bytesOf = (count: number) => (count === 0 ? 0 : imageSpan(type, count).bytes);
  return { first: imageSpan(type, 1).first, bytesOf, apart: (count: number) => alignedUp(bytesOf(count)) };
}

/** A rank's part of all elements. */
export interface Share {
  readonly at: number;
  readonly bytes: number;
}
type Parameters_ = Omit<Reduced, 'isSender' | 'isReceiver'>;
type ImageArguments = [Calling, string, number, number, Datatype, boolean];
type N = number;
type ScatterNumbers = [out: N, into: N, type: N, op: N, handle: N];
type Seven = [call: Calling, ...numbers: [N, N, N, N, N, N]];
type Eight = [call: Calling, ...numbers: [N, N, N, N, N, N, N]];
