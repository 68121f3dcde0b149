/**
 * Handles: numbers with the kind in the top byte, so that one kind in place of another is noticed, and objects by them.
 *
 * A number that has been freed is given again as late as possible, so that its use is noticed.
 * The first numbers of a kind are the predefined objects' (mpi.h); number 0 is that of none.
 */

import { inHex } from '../../runtime/errors.ts';
import { badArgument } from '../common/errors.ts';
import { Mistake } from './errors.ts';

export const [COMM, GROUP, TYPE, OP, REQUEST, ERRHANDLER, INFO, MESSAGE] = [1, 2, 3, 4, 5, 6, 7, 8];
export const [WINDOW, FILE] = [9, 10];
export const KIND_NAMES: readonly string[] = [
  ...['', 'a communicator', 'a group', 'a datatype', 'an operation', 'a request', 'an error handler'],
  ...['an info object', 'a message', 'a window', 'a file'],
];
const NULL_NAMES = [
  '',
  'MPI_COMM_NULL',
  'MPI_GROUP_NULL',
  'MPI_DATATYPE_NULL',
  'MPI_OP_NULL',
  'MPI_REQUEST_NULL',
  'MPI_ERRHANDLER_NULL',
  'MPI_INFO_NULL',
  'MPI_MESSAGE_NULL',
  'MPI_WIN_NULL',
  'MPI_FILE_NULL',
];

/** Numbers that rest until the first of them is given again. */
const RESTING = 1000;

export const nullOf = (kind: number): number => kind << 24;

/** Where an object was made: the call, and its place in the program. */
export interface Origin {
  readonly call: string;
  place(): string;
}

/** An object that is there. */
export interface Left {
  readonly origin: Origin | undefined;
}

export class Handles<T> {
  private readonly objects: (T | undefined)[] = [undefined];
  private readonly free: number[] = [];
  /** Handles of objects that are made when they are asked for, and are as lasting as predefined ones. */
  private readonly kept = new Set<number>();
  /** Objects with smaller numbers are predefined. */
  private predefined = 1;
  private makePredefined: (number: number) => T | undefined = () => undefined;
  /** By number, if they are followed. */
  private readonly origins: Origin[] = [];
  private originOf: (() => Origin) | undefined;
  /** Numbers of objects that the program has freed, while others have them. */
  private readonly released = new Set<number>();

  constructor(
    readonly kind: number,
    /** The class of an error about a handle of this kind. */
    private readonly error: number,
    /** Told of each handle that is removed. */
    private readonly removed: (handle: number) => void = () => {},
  ) {}

  /** The next predefined object. */
  predefine(object: T): void {
    this.objects.push(object);
    this.predefined = this.objects.length;
  }

  /** All predefined objects of a kind. Each is made when it is first asked for, by its number among them: programs use few. */
  predefineAll(count: number, make: (index: number) => T): void {
    this.objects.length = this.predefined = 1 + count;
    this.makePredefined = (number) => (number === 0 ? undefined : make(number - 1));
  }

  add(object: T): number {
    const number = this.next();
    this.objects[number] = object;
    return (this.kind << 24) | number;
  }

  private next(): number {
    const number = this.free.length > RESTING ? this.free.shift()! : this.objects.length;
    if (this.originOf !== undefined) this.origins[number] = this.originOf();
    return number;
  }

  /** Has each object from now on know where it was made. */
  follow(origin: () => Origin): void {
    this.originOf = origin;
  }

  /** Where an object was made, if they are followed. */
  origin(handle: number): Origin | undefined {
    return this.origins[handle & 0xffffff];
  }

  /** The program's objects that are there. */
  readonly left = (): Left[] =>
    this.objects.flatMap((object, number) =>
      object === undefined || number < this.predefined || this.released.has(number)
        ? []
        : [{ origin: this.origins[number] }],
    );

  /** An object that knows its handle. */
  made(make: (handle: number) => T): T {
    const number = this.next();
    const object = make((this.kind << 24) | number);
    this.objects[number] = object;
    return object;
  }

  /** `call` and `argument`, for the message if there is no such object. */
  at(call: string, argument: string, handle: number): T {
    return this.find(handle) ?? this.refuse(call, argument, handle);
  }

  all(): T[] {
    return this.objects.filter((object) => object !== undefined);
  }

  find(handle: number): T | undefined {
    return handle >>> 24 === this.kind ? (this.objects[handle & 0xffffff] ?? this.unmade(handle)) : undefined;
  }

  private unmade(handle: number): T | undefined {
    const number = handle & 0xffffff;
    if (number >= this.predefined) return undefined;
    this.objects[number] = this.makePredefined(number);
    return this.objects[number];
  }

  isPredefined(handle: number): boolean {
    return (handle & 0xffffff) < this.predefined;
  }

  /** The program has freed it; it stays for those that have it. */
  release(handle: number): void {
    this.released.add(handle & 0xffffff);
  }

  isReleased(handle: number): boolean {
    return this.released.has(handle & 0xffffff);
  }

  keep(handle: number): void {
    this.kept.add(handle);
  }

  isLasting(handle: number): boolean {
    return this.isPredefined(handle) || this.kept.has(handle);
  }

  /** What all ranks have alike of a handle: the number of a predefined object; others have numbers of their rank. */
  commonOf(handle: number): number {
    return this.isPredefined(handle) ? handle : 0;
  }

  /** Whether it may be removed. */
  check(call: string, argument: string, handle: number): void {
    const { name = inHex(handle) } = this.at(call, argument, handle) as { readonly name?: string };
    if (this.isLasting(handle))
      throw new Mistake(this.error, badArgument(call, argument, name, 'it is predefined and cannot be freed'));
  }

  remove(call: string, argument: string, handle: number): void {
    this.check(call, argument, handle);
    this.removed(handle);
    const number = handle & 0xffffff;
    this.objects[number] = undefined;
    this.released.delete(number);
    this.free.push(number);
  }

  private refuse(call: string, argument: string, handle: number): never {
    const kind = handle >>> 24;
    const isNull = handle === nullOf(kind) && kind > 0 && kind < KIND_NAMES.length;
    const value = isNull ? NULL_NAMES[kind]! : inHex(handle);
    throw new Mistake(this.error, badArgument(call, argument, value, this.reason(kind, isNull)));
  }

  private reason(kind: number, isNull: boolean): string {
    const wanted = KIND_NAMES[this.kind]!;
    if (isNull) return `it must be ${wanted}`;
    if (kind === this.kind) return `${wanted} of this number has been freed, or has never been`;
    return `it is ${KIND_NAMES[kind] || 'no handle'}, not ${wanted}`;
  }
}
