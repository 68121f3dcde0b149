/**
 * Attributes that programs keep with communicators, datatypes and windows, by keys that they make (MPI 3.1, 6.7).
 *
 * One idea: an object has a map from keys to values; copying and deleting it calls the key's functions of the program, in the order in which the
 * attributes were set, and the other way round.
 */
import { badArgument } from '../common/errors.ts';
import { ANY, PROC_NULL } from './constants.ts';
import { ERR_KEYVAL, LAST_CODE, Mistake } from './errors.ts';
import type { Body, State } from './state.ts';

/** Values by key, in the order of setting. */
export type Attributes = Map<number, number>;

/** What a key is for. */
export type Kind = 'communicators' | 'datatypes' | 'windows';

interface Key {
  readonly kind: Kind;
  /** Attributes that have it: a freed key is known as long as there are any. */
  uses: number;
  isFreed: boolean;
  /** Functions of the program; 0: none. */
  readonly copy: number;
  readonly delete: number;
  readonly extra: number;
}

/** What is wrong with a key that the program gives for objects of a kind. */
const strange = (key: Key | undefined, kind: Kind): string =>
  `${key === undefined ? 'no key of this number is there' : `it is for ${key.kind}`}; it must be a key for ${kind}`;

/** MPI_KEYVAL_INVALID; keys of the program are above those of mpi.h. */
const INVALID = 0;
const FIRST = 0x100;
/** MPI_TAG_UB, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL, MPI_UNIVERSE_SIZE, MPI_LASTUSEDCODE, MPI_APPNUM. */
const [TAG_UB, LAST_USED_CODE] = [1, 6];

export class Keys {
  private readonly keys = new Map<number, Key>();
  private next = FIRST;

  /** Of all communicators, in memory, as the program gets a pointer to each. */
  private predefined = 0;

  constructor(private readonly state: State) {}

  open(): void {
    const { heap, I32, THREADS } = this.state.environment;
    const values = [2 ** 31 - 1, PROC_NULL, ANY, 0, THREADS, LAST_CODE, 0];
    this.predefined = heap.allocate(4 * values.length);
    I32.set(values, this.predefined >>> 2);
  }

  /** The program has made a code of errors. */
  usedCode(code: number): void {
    this.state.environment.I32[(this.predefined >>> 2) + LAST_USED_CODE - TAG_UB] = code;
  }

  /** Where the value of a key of mpi.h is; undefined of others. */
  private predefinedAt(kind: Kind, key: number): number | undefined {
    const number = key - TAG_UB;
    return kind === 'communicators' && number >= 0 && number < 7 ? this.predefined + 4 * number : undefined;
  }

  create(call: string, kind: Kind, copy: number, remove: number, at: number, extra: number): void {
    this.keys.set(this.next, { kind, uses: 0, isFreed: false, copy, delete: remove, extra });
    this.state.give(call, 'keyval', at, this.next++);
  }

  free(call: string, kind: Kind, at: number): void {
    const key = this.state.word(call, 'keyval', at);
    this.check(call, kind, key).isFreed = true;
    this.forget(key);
    this.state.give(call, 'keyval', at, INVALID);
  }

  private check(call: string, kind: Kind, key: number): Key {
    const known = this.keys.get(key);
    if (known !== undefined && known.kind === kind) return known;
    const fault =
      this.predefinedAt(kind, key) === undefined ? strange(known, kind) : 'it is predefined and cannot be changed';
    throw new Mistake(ERR_KEYVAL, badArgument(call, 'keyval', `${key}`, fault));
  }

  private forget(key: number): void {
    const { uses, isFreed } = this.keys.get(key)!;
    if (isFreed && uses === 0) this.keys.delete(key);
  }

  // ---------------------------------------------------------------- attributes of an object

  set(call: string, kind: Kind, object: Owner, key: number, value: number): void {
    const known = this.check(call, kind, key);
    if (known.isFreed) throw new Mistake(ERR_KEYVAL, badArgument(call, 'keyval', `${key}`, 'the key has been freed'));
    if (object.attributes.has(key)) this.remove(call, object, key);
    object.attributes.set(key, value);
    known.uses++;
  }

  /** Gives the value, a pointer, and whether there is one. */
  get(call: string, kind: Kind, { attributes, known: own }: Owner, key: number, at: number, flag: number): void {
    const known = this.predefinedAt(kind, key) ?? own?.get(key);
    if (known === undefined) this.check(call, kind, key);
    const value = known ?? attributes.get(key);
    this.state.give(call, 'flag', flag, value === undefined ? 0 : 1);
    if (value !== undefined) this.state.give(call, 'attribute_val', at, value);
  }

  delete(call: string, kind: Kind, object: Owner, key: number): void {
    this.check(call, kind, key);
    if (!object.attributes.has(key))
      throw new Mistake(ERR_KEYVAL, badArgument(call, 'keyval', `${key}`, `the object has no such attribute`));
    this.remove(call, object, key);
  }

  /** Those of a copy of the object: what copy functions want to be there. */
  copied(call: string, from: Owner): Attributes {
    const copies: Attributes = new Map();
    for (const [key, value] of from.attributes) {
      const known = this.keys.get(key)!;
      const { copy, extra } = known;
      const made = copy === 0 ? undefined : this.copy(call, copy, from.handle, key, extra, value);
      if (made === undefined) continue;
      copies.set(key, made);
      known.uses++;
    }
    return copies;
  }

  /** The object is about to go. */
  deleteAll(call: string, object: Owner): void {
    for (const key of [...object.attributes.keys()].reverse()) this.remove(call, object, key);
  }

  private copy(...[call, pointer, handle, key, extra, value]: [string, ...Five]): number | undefined {
    const { heap, I32 } = this.state.environment;
    const room = heap.allocate(8);
    I32.fill(0, room >>> 2, (room >>> 2) + 2);
    const failed = this.call(pointer, handle, key, extra, value, room, room + 4);
    const [made, flag] = [I32[room >>> 2]!, I32[(room >>> 2) + 1]!];
    heap.free(room);
    if (failed !== 0) throw new Mistake(failed, `${call}: the copy function of keyval ${key} has returned ${failed}`);
    return flag === 0 ? undefined : made;
  }

  private remove(call: string, { attributes, handle }: Owner, key: number): void {
    const known = this.keys.get(key)!;
    const { delete: pointer, extra } = known;
    const failed = pointer === 0 ? 0 : this.call(pointer, handle, key, attributes.get(key)!, extra);
    if (failed !== 0) throw new Mistake(failed, `${call}: the delete function of keyval ${key} has returned ${failed}`);
    attributes.delete(key);
    known.uses--;
    this.forget(key);
  }

  private call(pointer: number, ...parameters: number[]): number {
    return (this.state.environment.table[pointer] as (...parameters: number[]) => number)(...parameters);
  }
}

/** The functions of one kind: their names, and the object of a handle. */
export function attributeBodies(
  keys: Keys,
  kind: Kind,
  names: Record<'create' | 'free' | 'set' | 'get' | 'delete', readonly string[]>,
  at: (call: string, handle: number) => Owner,
): Record<string, Body> {
  const all = (which: keyof typeof names, body: Body) => names[which].map((name) => [name, body] as const);
  return Object.fromEntries([
    ...all('create', (call, copy, remove, result, extra) => keys.create(call, kind, copy!, remove!, result!, extra!)),
    ...all('free', (call, result) => keys.free(call, kind, result!)),
    ...all('set', (call, handle, key, value) => keys.set(call, kind, at(call, handle!), key!, value!)),
    ...all('get', (call, handle, key, result, flag) => keys.get(call, kind, at(call, handle!), key!, result!, flag!)),
    ...all('delete', (call, handle, key) => keys.delete(call, kind, at(call, handle!), key!)),
  ]);
}

export const COMM_NAMES = {
  create: ['MPI_Comm_create_keyval', 'MPI_Keyval_create'],
  free: ['MPI_Comm_free_keyval', 'MPI_Keyval_free'],
  set: ['MPI_Comm_set_attr', 'MPI_Attr_put'],
  get: ['MPI_Comm_get_attr', 'MPI_Attr_get'],
  delete: ['MPI_Comm_delete_attr', 'MPI_Attr_delete'],
};
export const WIN_NAMES = {
  create: ['MPI_Win_create_keyval'],
  free: ['MPI_Win_free_keyval'],
  set: ['MPI_Win_set_attr'],
  get: ['MPI_Win_get_attr'],
  delete: ['MPI_Win_delete_attr'],
};
export const TYPE_NAMES = {
  create: ['MPI_Type_create_keyval'],
  free: ['MPI_Type_free_keyval'],
  set: ['MPI_Type_set_attr'],
  get: ['MPI_Type_get_attr'],
  delete: ['MPI_Type_delete_attr'],
};

/** An object with attributes, and the handle that functions of the program get. */
export interface Owner {
  readonly handle: number;
  readonly attributes: Attributes;
  /** Values of keys of mpi.h that are the object's own. */
  readonly known?: ReadonlyMap<number, number>;
}

type Five = [number, number, number, number, number];
