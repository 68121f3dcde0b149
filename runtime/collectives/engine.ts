/**
 * The engine of collective operations: letters between the members of a team, and operations as step machines.
 *
 * An algorithm (algorithms.ts) is a generator, which yields what it waits for. So a blocking operation, which `complete` drives by
 * `block`, and one with a handle, which goes on whenever this thread polls, are the same code. The n-th operation of a team is the
 * same on all members, and several may be outstanding: a letter carries both numbers, and may come before its receiver begins.
 *
 * A letter of at most EAGER bytes carries its data. A larger one carries the offset of its source (rendezvous): the receiver gets
 * the data and says so. An algorithm receives each letter that is sent to it, once.
 */
import type { Heap } from '../abi.ts';
import { COMPLETE } from '../conduits/conduit.ts';
import type { ActiveMessages } from '../core/am/activemessages.ts';
import { everyThread } from '../core/everybody.ts';
import type { Job } from '../core/job.ts';
import { argumentsAt } from '../core/message.ts';
import { roomFor } from '../core/room.ts';
import type { Wait } from '../core/states.ts';
import { type Levels, type Place, placeIn } from '../core/tree.ts';
import { otherCollective } from '../extended/errors.ts';
import { DATA, OFFER, TAKEN } from '../extended/handlers.ts';
import type { Movement } from '../extended/movement.ts';
import { addressOf, offsetOf, type Space } from '../memory/space.ts';
import type { TeamHardware } from './hardware.ts';
import type { Team } from './team.ts';

/** Maximum bytes of data in a letter: they fit into one message on every network. */
const EAGER = 3584;

/** A condition that an operation waits for, and the thread on which it depends. */
export interface Awaited {
  readonly whom: number;
  holds(): boolean;
}

/** A member's part in an operation, step by step. */
export type Steps = Generator<Awaited, void, void>;

/** What an operation is, for its members to compare. */
export interface Description {
  readonly name: string;
  /** Hash of the arguments that must be single-valued. */
  readonly signature: number;
}

/** Ends the job: the member `rank` of the team makes another operation, whose signature is `other`. */
export type Mismatch = (operation: Description, thread: number, other: number) => never;

interface Letter {
  readonly signature: number;
  readonly size: number;
  /** Its data, or where they are. */
  readonly data: Uint8Array | number;
}

/** The letters of an operation by step and sender; they may arrive before it begins. */
class Mail {
  readonly letters = new Map<number, Letter>();
  readonly taken = new Set<number>();
  /** Of this member's operation, once it has begun. */
  private signature: number | undefined;
  /** Of a letter for another operation than this member's. */
  stray: { readonly from: number; readonly signature: number } | undefined;

  add(place: number, letter: Letter): void {
    const { signature } = letter;
    this.letters.set(place, letter);
    if (this.signature !== undefined && signature !== this.signature) this.stray = { from: place % SENDERS, signature };
  }

  begin(signature: number): this {
    this.signature = signature;
    for (const [place, letter] of this.letters) this.add(place, letter);
    return this;
  }
}

/** Steps of an algorithm: less than so many. */
const STEPS = 8192;
const SENDERS = 2 ** 20;
/** Operations of a team that may be outstanding: their numbers are distinguished by these bits, those of teams by 29. */
const OPERATIONS = 2 ** 24;

export class Engine {
  private readonly mail = new Map<number, Mail>();
  private readonly underway = new Set<Operation>();
  /** This member's part in the last operation of each team, by number. */
  private readonly last = new Map<number, Part>();
  /** This thread's places in trees over their members: the last one from any root, and the one in the order of ranks; by degree. */
  private readonly places = new WeakMap<Team, Place[]>();
  private readonly inOrder = new WeakMap<Team, Place[]>();
  private readonly eager: number;
  private isAttended = false;
  /** Of all threads. */
  readonly everybody: Team;
  /** Larger than the numbers of this thread's teams. */
  nextTeam = 1;

  constructor(
    readonly job: Job,
    private readonly messages: ActiveMessages,
    readonly movement: Movement,
    readonly heap: Heap,
    private readonly levels: Levels,
    /** Of a simulated machine, if it has some. */
    readonly hardware?: TeamHardware,
  ) {
    const { THREADS, MYTHREAD, U8 } = job.space;
    this.everybody = {
      number: 0,
      members: everyThread(THREADS),
      rank: MYTHREAD,
      count: 0,
    };
    this.eager = Math.min(EAGER, messages.largestMedium);
    const arrived = (team: number, count: number, place: number, letter: Letter) => {
      if (!this.isOver(team, count)) return this.mailOf(team, count).add(place, letter);
      return this.refuse(this.last.get(team)!, count, place % SENDERS, letter.signature);
    };
    messages.register(
      DATA,
      (
        _t: number,
        at: number,
        size: number,
        team: number,
        count: number,
        from: number,
        step: number,
        signature: number,
      ) => {
        const data = U8.slice(at >>> 0, (at >>> 0) + size);
        arrived(team, count, placeOf(step, from), { signature, size, data });
      },
    );
    messages.register(
      OFFER,
      (
        _t: number,
        team: number,
        count: number,
        from: number,
        step: number,
        signature: number,
        offset: number,
        size: number,
      ) => arrived(team, count, placeOf(step, from), { signature, size: size >>> 0, data: offset >>> 0 }),
    );
    messages.register(TAKEN, (_t: number, team: number, count: number, from: number, step: number) => {
      this.mailOf(team, count).taken.add(placeOf(step, from));
    });
  }

  /** Begins the next operation of a team; it goes on when it is tested. */
  begin(team: Team, description: Description, mismatch: Mismatch, steps: (part: Part) => Steps): Operation {
    team.count = (team.count + 1) | 0;
    const part = new Part(this, team, description, mismatch);
    this.last.set(team.number, part);
    const operation = new Operation(part, steps(part), () => this.ended(operation));
    this.underway.add(operation);
    operation.advance();
    return operation;
  }

  /** The same, for one that goes on whenever this thread polls. */
  start(team: Team, description: Description, mismatch: Mismatch, steps: (part: Part) => Steps): Operation {
    this.attend();
    return this.begin(team, description, mismatch, steps);
  }

  /** Waits for an operation; `waiting` describes the wait for a thread. */
  complete(operation: Operation, waiting: (whom: number) => Wait): void {
    const { job } = this;
    // A condition with a handler for what comes meanwhile, so each step's wait names the thread on which it depends. Letters come by polls alone.
    while (!operation.isOver) {
      const { awaited } = operation;
      job.block(waiting(operation.whom), () => {
        job.poll();
        return operation.advance() || operation.awaited !== awaited;
      });
    }
  }

  /** From the first such operation on all progress whenever this thread polls. */
  private attend(): void {
    if (this.isAttended) return;
    this.isAttended = true;
    this.messages.afterEachPoll(() => {
      for (const operation of this.underway) operation.advance();
    });
  }

  private ended(operation: Operation): void {
    const { team, count } = operation.part;
    operation.part.compare();
    this.underway.delete(operation);
    this.mail.delete(numberOf(team.number, count));
  }

  /** This member's part in the operation is over. */
  private isOver(team: number, count: number): boolean {
    const begun = this.last.get(team)?.count;
    return begun !== undefined && ((count - begun) | 0) <= 0 && !this.mail.has(numberOf(team, count));
  }

  /** A letter has come of an operation that is over here: of the last one it is known what it was. */
  private refuse({ team, count, description, mismatch }: Part, of: number, from: number, signature: number): never {
    const thread = team.members[from]!;
    if (of === count) return mismatch(description, thread, signature);
    return this.job.fail(otherCollective(thread));
  }

  mailOf(team: number, count: number): Mail {
    const number = numberOf(team, count);
    let mail = this.mail.get(number);
    if (mail === undefined) this.mail.set(number, (mail = new Mail()));
    return mail;
  }

  /** This thread's place in the tree of a team by levels. */
  placeIn(team: Team, root: number, degree: number): Place {
    const places = entryOf(this.places, team);
    if (places[degree]?.order[0] !== root) places[degree] = placeIn(team.members, team.rank, root, degree, this.levels);
    return places[degree];
  }

  /** The same from rank 0 in the order of the ranks: without levels, where members of a group are not neighbours. */
  placeInOrder(team: Team, degree: number): Place {
    const places = entryOf(this.inOrder, team);
    if (places[degree] === undefined) {
      const place = this.placeIn(team, 0, degree);
      const isInOrder = place.order.every((rank, position) => rank === position);
      places[degree] = isInOrder ? place : placeIn(team.members, team.rank, 0, degree);
    }
    return places[degree];
  }

  /** Sends a letter; false if its receiver will fetch the data. */
  post({ team, count, description }: Part, to: number, step: number, address: number, size: number): boolean {
    const { messages, job } = this;
    const isEager = size <= this.eager;
    const rank = team.members[to]!;
    const message = isEager
      ? messages.requestMedium(rank, DATA, 5, address, size)
      : messages.requestShort(rank, OFFER, 7);
    const at = argumentsAt(message) >>> 2;
    const { I32 } = job.space;
    I32[at] = team.number;
    I32[at + 1] = count;
    I32[at + 2] = team.rank;
    I32[at + 3] = step;
    I32[at + 4] = description.signature;
    if (!isEager) {
      I32[at + 5] = offsetOf(job.space, address);
      I32[at + 6] = size;
    }
    messages.send();
    return isEager;
  }

  /** Tells the sender of a letter that its data have been fetched. */
  tellTaken({ team, count }: Part, from: number, step: number): void {
    const at = argumentsAt(this.messages.requestShort(team.members[from]!, TAKEN, 4)) >>> 2;
    this.job.space.I32.set([team.number, count, team.rank, step], at);
    this.messages.send();
  }
}

function entryOf(places: WeakMap<Team, Place[]>, team: Team): Place[] {
  let entry = places.get(team);
  if (entry === undefined) places.set(team, (entry = []));
  return entry;
}

const placeOf = (step: number, from: number) => step * SENDERS + from;
const numberOf = (team: number, count: number) => team * OPERATIONS + (count & (OPERATIONS - 1));

/** An operation under way. */
export class Operation {
  isOver = false;
  awaited: Awaited | undefined;
  private isAdvancing = false;

  constructor(
    readonly part: Part,
    private readonly steps: Steps,
    private readonly ended: () => void,
  ) {}

  /** The thread on which it depends at present. */
  get whom(): number {
    return this.awaited?.whom ?? -1;
  }

  /** Goes on as far as possible; returns whether it is over. Sending may poll, hence the guard. */
  advance(): boolean {
    if (this.isOver || this.isAdvancing) return this.isOver;
    this.isAdvancing = true;
    try {
      while (this.awaited === undefined || this.awaited.holds()) {
        const { done, value } = this.steps.next();
        if (done) return this.end();
        this.awaited = value;
      }
    } finally {
      this.isAdvancing = false;
    }
    return false;
  }

  private end(): boolean {
    this.part.free();
    this.isOver = true;
    this.ended();
    return true;
  }
}

/** This member's part in an operation: the tools of algorithms. Ranks are those in the team. */
export class Part {
  readonly team: Team;
  readonly rank: number;
  readonly size: number;
  readonly count: number;
  private readonly mail: Mail;
  /** Places of letters sent whose data are to be fetched. */
  private readonly owed: [to: number, step: number][] = [];
  /** Copies under way, with the letters for them. */
  private readonly fetches: [handle: number, from: number, step: number][] = [];
  private readonly rooms: number[] = [];
  /** Added to the steps of the algorithm under way. */
  private shift = 0;

  constructor(
    private readonly engine: Engine,
    team: Team,
    readonly description: Description,
    readonly mismatch: Mismatch,
  ) {
    this.team = team;
    this.rank = team.rank;
    this.size = team.members.length;
    this.count = team.count;
    this.mail = engine.mailOf(team.number, team.count).begin(description.signature);
  }

  /** Sends `size` bytes to a member; they must stay until `settle`. */
  send(to: number, step: number, address: number, size: number): void {
    const place = step + this.shift;
    if (!this.engine.post(this, to, place, address, size)) this.owed.push([to, place]);
  }

  /** Receives `size` bytes that a member sends in that step. */
  *receive(from: number, step: number, address: number, size: number): Steps {
    yield* this.accept(from, step, address, size);
    if (this.fetches.length > 0) yield* this.fetched();
  }

  /** The same, but the data may arrive as late as in `settle`; gives the bytes that the letter has, of which no more than `size` are taken. */
  *accept(from: number, step: number, address: number, size: number): Generator<Awaited, number, void> {
    const { letters } = this.mail;
    const place = placeOf(step + this.shift, from);
    const whom = this.team.members[from]!;
    yield* this.until(whom, () => letters.has(place));
    const { data, size: sent } = letters.get(place)!;
    letters.delete(place);
    const { job, movement } = this.engine;
    const taken = Math.min(size, sent);
    if (typeof data !== 'number') job.space.U8.set(taken === sent ? data : data.subarray(0, taken), address >>> 0);
    else this.fetches.push([movement.copy(address, addressOf(job.space, whom, data), taken), from, step + this.shift]);
    return sent;
  }

  /** Waits for all that is under way: data to arrive, and data sent to be fetched. */
  *settle(): Steps {
    if (this.fetches.length > 0) yield* this.fetched();
    if (this.owed.length === 0) return;
    for (const [to, step] of this.owed.splice(0)) {
      const place = placeOf(step, to);
      yield* this.until(this.team.members[to]!, () => this.mail.taken.has(place));
    }
  }

  /** Waits for a letter, unless there is one of a member that makes another operation. */
  private *until(whom: number, hasCome: () => boolean): Steps {
    const { holds } = this.unlessStray(hasCome);
    if (!holds()) yield { whom, holds };
    this.compare();
  }

  /** A wait for all members, which ends also when there is a letter of one that makes another operation. */
  unlessStray(holds: () => boolean): Awaited {
    return { whom: -1, holds: () => holds() || this.mail.stray !== undefined };
  }

  /** What of a machine's hardware may do this operation for the team. */
  get hardware(): TeamHardware | undefined {
    return this.engine.hardware;
  }

  /** How many algorithms came before this one. */
  get stage(): number {
    return this.shift / STEPS;
  }

  /** Ends the job if another member makes another operation. */
  compare(): void {
    const { stray } = this.mail;
    if (stray !== undefined) this.mismatch(this.description, this.team.members[stray.from]!, stray.signature);
  }

  private *fetched(): Steps {
    const { movement } = this.engine;
    for (const [handle, from, step] of this.fetches.splice(0)) {
      if (handle !== COMPLETE && movement.test(handle) === false)
        yield { whom: this.team.members[from]!, holds: () => movement.test(handle) === true };
      this.engine.tellTaken(this, from, step);
    }
  }

  /** This member's place in a tree from `root`, of which each member reaches `degree` - 1 at once. */
  place(root: number, degree: number): Place {
    return this.engine.placeIn(this.team, root, degree);
  }

  /** The same in a tree whose subtrees are ranges of ranks. */
  placeInOrder(degree: number): Place {
    return this.engine.placeInOrder(this.team, degree);
  }

  /** The same part, with letters of its own: for an algorithm after another one. */
  next(): Part {
    this.shift += STEPS;
    return this;
  }

  get space(): Space {
    return this.engine.job.space;
  }

  /** Copies within this thread's memory. */
  copy(destination: number, source: number, size: number): void {
    if (destination !== source && size > 0) this.engine.movement.move(destination, source, size);
  }

  /** Address of a buffer until the operation is over. */
  room(bytes: number): number {
    const { heap, job } = this.engine;
    const room = roomFor(job, heap, Math.max(bytes, 8), this.description.name);
    this.rooms.push(room);
    return room;
  }

  free(): void {
    for (const room of this.rooms) this.engine.heap.free(room);
  }
}
