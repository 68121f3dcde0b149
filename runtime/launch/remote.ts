/**
 * Processes of the operating system for the parts of a job, from the one that starts it: it has no threads of the job itself.
 */
import { network } from '../conduits/linked.ts';
import type { Known, Range } from '../core/views.ts';
import type { ProcessEvents, StartedProcess } from '../platform/platform.ts';
import type { Coordinator } from './coordinator.ts';
import { Mirror } from './mirror.ts';
import { type Member, ORDERS, type Orders, overLine, REPORTS, type Reports, serve } from './orders.ts';
import type { Part } from './part.ts';

/** Milliseconds that a process may take to end: fewer than the coordinator waits for after a signal. */
const PATIENCE = 400;
/** The same where the line carries nothing any more, so that nobody hears of the end. */
const PATIENCE_WITH_LINE = 5000;

/** Where a process of the job runs. */
export interface Place {
  /** Its first rank. */
  readonly first: number;
  /** The name of its host; undefined: this one. */
  readonly host: string | undefined;
  /** Tells hosts of one name apart (Processes.host), where a launcher has started the processes. */
  readonly machine?: string;
  /** Starts process number `index` of the job there, which writes as this process does. */
  start(index: number, events: PlaceEvents): StartedProcess;
}

export interface PlaceEvents extends ProcessEvents<unknown[]> {
  /** What it wrote, on another host, could not be written here. */
  unwritten(error: Error): void;
}

/** Starts a process for each part. */
export function startProcesses(
  coordinator: Coordinator,
  places: readonly Place[],
  part: Omit<Part, 'index' | 'isFar'>,
): void {
  places.forEach((place, index) => {
    const { first } = place;
    const end = part.firsts[index + 1] ?? part.layout.threads;
    const where = place.host === undefined ? '' : ` on ${place.host}`;
    const name = `process ${index}${where} (${ranksText(first, end)})`;
    const mirror = new Mirror(first, end, part.layout.threads);
    coordinator.add((reports) => new RemoteProcess(place, { ...part, index }, name, mirror, reports));
  });
}

/** What was asked of a process. */
interface Question {
  readonly ranges: readonly Range[];
  answered(known: Known): void;
}

/** Of the ranks [first, end). */
export const ranksText = (first: number, end: number): string =>
  first === end - 1 ? `thread ${first}` : `threads ${first} to ${end - 1}`;

class RemoteProcess implements Member {
  readonly first: number;
  readonly isFar: boolean;
  readonly orders: Orders;
  readonly closed: Promise<void>;
  private readonly started: StartedProcess;
  private readonly questions = new Map<number, Question>();
  private readonly times = new Map<number, (time: number | undefined) => void>();
  private asked = 0;
  private isGone = false;
  private readonly close: () => void;

  constructor(
    place: Place,
    part: Omit<Part, 'isFar'>,
    readonly name: string,
    private readonly mirror: Mirror,
    reports: Reports,
  ) {
    this.first = part.firsts[part.index]!;
    this.isFar = place.host !== undefined;
    const heard: Reports = {
      ...reports,
      words: (question, bytes) => this.answer(question, bytes),
      time: (question, now) => this.hearTime(question, now),
    };
    let close = () => {};
    this.closed = new Promise((resolve) => (close = resolve));
    this.close = close;
    this.started = place.start(part.index, {
      told: (message) => serve<Reports>(REPORTS, heard, message),
      unwritten: reports.unwritten,
      ended: (how) => {
        if (this.started.id !== undefined) network.sweep?.(this.started.id);
        this.giveUp();
        reports.lost(`${name} ${how}`);
      },
    });
    this.orders = overLine<Orders>(ORDERS, this.started);
    this.started.tell({ ...part, isFar: this.isFar } satisfies Part);
  }

  get isAsked(): boolean {
    return this.questions.size > 0;
  }

  get known(): Known {
    return this.mirror;
  }

  look(ranges: readonly Range[]): Promise<Known> {
    if (this.isGone || ranges.length === 0) return Promise.resolve(this.mirror);
    const question = ++this.asked;
    this.orders.read(question, ranges);
    return new Promise((answered) => this.questions.set(question, { ranges, answered }));
  }

  /** Without bytes if the process is gone: what it last told is what is known. */
  private answer(number: number, bytes: readonly Uint8Array[]): void {
    const question = this.questions.get(number);
    if (question === undefined) return;
    this.questions.delete(number);
    if (bytes.length > 0) this.mirror.take(question.ranges, bytes);
    question.answered(this.mirror);
  }

  time(): Promise<number | undefined> {
    if (this.isGone) return Promise.resolve(undefined);
    const question = ++this.asked;
    this.orders.tellTime(question);
    return new Promise((answered) => this.times.set(question, answered));
  }

  private hearTime(question: number, time: number | undefined): void {
    const answered = this.times.get(question);
    this.times.delete(question);
    answered?.(time);
  }

  abandon(): void {
    if (this.isGone) return;
    this.started.kill();
    this.giveUp();
  }

  /** What it was asked it does not answer any more. */
  private giveUp(): void {
    this.isGone = true;
    for (const question of [...this.questions.keys()]) this.answer(question, []);
    for (const question of [...this.times.keys()]) this.hearTime(question, undefined);
    this.close();
  }

  leave(status: number): Promise<void> {
    return this.stop(status);
  }

  stop(status: number): Promise<void> {
    if (this.isGone) return this.closed;
    this.orders.exit(status);
    setTimeout(() => this.started.kill(), PATIENCE);
    setTimeout(() => this.giveUp(), PATIENCE_WITH_LINE);
    return this.closed;
  }
}
