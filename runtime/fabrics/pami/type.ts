/**
 * Types: layouts of non-contiguous data, relative to an address.
 *
 * A type is a list of parts, each a run of bytes or another type, repeated at a stride. It is immutable once completed,
 * and used only then. Data longer than the type repeat it, one extent further.
 */
import { PAMI_TYPE_ATOM_SIZE, PAMI_TYPE_DATA_EXTENT, PAMI_TYPE_DATA_SIZE } from './attributes.ts';
import { PAMI_INVAL, PAMI_SUCCESS, PamiError, type Result, refuse } from './results.ts';

/** `reps` repetitions of `bytes` bytes or of the type `sub`, the first at `offset`, `stride` apart. */
export interface Part {
  readonly bytes: number;
  readonly sub: Type | undefined;
  readonly offset: number;
  readonly reps: number;
  readonly stride: number;
}

export class Type {
  readonly parts: Part[] = [];
  /** Bytes of data, and extent: from the first address to the end of the last part. */
  dataSize = 0;
  dataExtent = 0;
  /** 0 until the type is complete. */
  atomSize = 0;
  private destroyed = false;

  /** PAMI_Type_add_simple. */
  addSimple(bytes: number, offset: number, reps: number, stride: number): Result {
    return this.add('PAMI_Type_add_simple', { bytes, sub: undefined, offset, reps, stride }, bytes);
  }

  /** PAMI_Type_add_typed; the stride is in bytes. */
  addTyped(sub: Type, offset: number, reps: number, stride: number): Result {
    const call = 'PAMI_Type_add_typed';
    if (!sub.isUsable) return refuse(PAMI_INVAL, call, 'the type to be added has not been completed');
    return this.add(call, { bytes: sub.dataSize, sub, offset, reps, stride }, sub.dataExtent);
  }

  /** PAMI_Type_complete: transfers use the type in atoms of so many bytes, which divide all its runs. */
  complete(atomSize: number): Result {
    const call = 'PAMI_Type_complete';
    if (this.atomSize !== 0) return refuse(PAMI_INVAL, call, 'the type has been completed before');
    if (this.parts.length === 0) return refuse(PAMI_INVAL, call, 'the type has no parts: add one');
    const wrong = atomSize > 0 ? this.runNotOf(atomSize) : 0;
    if (wrong !== undefined)
      return refuse(
        PAMI_INVAL,
        call,
        `atom of ${atomSize} bytes: it must divide each run of bytes; there is one of ${wrong}`,
      );
    this.atomSize = atomSize;
    return PAMI_SUCCESS;
  }

  /** PAMI_Type_destroy. Types that contain it remain valid. */
  destroy(): Result {
    if (this.destroyed) return refuse(PAMI_INVAL, 'PAMI_Type_destroy', 'the type has been destroyed before');
    this.destroyed = true;
    return PAMI_SUCCESS;
  }

  /** PAMI_Type_query. */
  query(attribute: number): number {
    if (!this.isUsable) throw new PamiError(PAMI_INVAL, 'PAMI_Type_query', 'the type has not been completed');
    if (attribute === PAMI_TYPE_DATA_SIZE) return this.dataSize;
    if (attribute === PAMI_TYPE_DATA_EXTENT) return this.dataExtent;
    if (attribute === PAMI_TYPE_ATOM_SIZE) return this.atomSize;
    throw new PamiError(PAMI_INVAL, 'PAMI_Type_query', `attribute ${attribute}: types have none of this name`);
  }

  get isUsable(): boolean {
    return this.atomSize !== 0 && !this.destroyed;
  }

  /** Without gaps: `bytes` of data are `bytes` of memory. */
  get isContiguous(): boolean {
    const [part] = this.parts;
    return (
      this.parts.length === 1 && part!.sub === undefined && part!.offset === 0 && this.dataExtent === this.dataSize
    );
  }

  private add(call: string, part: Part, extent: number): Result {
    const { bytes, offset, reps, stride } = part;
    if (this.atomSize !== 0) return refuse(PAMI_INVAL, call, 'the type has been completed: it can no more be changed');
    if (!(bytes > 0 && offset >= 0 && reps > 0 && (stride >= 0 || reps === 1)))
      return refuse(PAMI_INVAL, call, `${bytes} bytes at ${offset}, ${reps} times at a stride of ${stride}`);
    this.parts.push(part);
    this.dataSize += reps * bytes;
    this.dataExtent = Math.max(this.dataExtent, offset + (reps - 1) * stride + extent);
    return PAMI_SUCCESS;
  }

  private runNotOf(atomSize: number): number | undefined {
    for (const { bytes, sub } of this.parts) {
      const wrong = sub === undefined ? (bytes % atomSize === 0 ? undefined : bytes) : sub.runNotOf(atomSize);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
}

/** PAMI_Type_create. */
export const typeCreate = (): Type => new Type();

/** PAMI_Type_serialize: the type as position-independent words. */
export function typeSerialize(type: Type): Int32Array {
  if (!type.isUsable) throw new PamiError(PAMI_INVAL, 'PAMI_Type_serialize', 'the type has not been completed');
  return Int32Array.from(wordsOf(type));
}

/** PAMI_Type_deserialize. */
export function typeDeserialize(words: ArrayLike<number>): Type {
  const reader = { words, next: 0 };
  const type = readType(reader);
  if (reader.next !== words.length)
    throw new PamiError(PAMI_INVAL, 'PAMI_Type_deserialize', `${words.length} words: the type ends at ${reader.next}`);
  return type;
}

/** Atom, number of parts; of each part bytes or 0, offset, reps, stride, and the subtype. */
function wordsOf(type: Type): number[] {
  const parts = type.parts.flatMap(({ bytes, sub, offset, reps, stride }) =>
    sub === undefined ? [bytes, offset, reps, stride] : [0, offset, reps, stride, ...wordsOf(sub)],
  );
  return [type.atomSize, type.parts.length, ...parts];
}

function readType(reader: { words: ArrayLike<number>; next: number }): Type {
  const word = () => {
    const value = reader.words[reader.next++];
    if (value === undefined) throw new PamiError(PAMI_INVAL, 'PAMI_Type_deserialize', 'the words end within a type');
    return value;
  };
  const [atomSize, count] = [word(), word()];
  const type = new Type();
  for (let i = 0; i < count; i++) {
    const [bytes, offset, reps, stride] = [word(), word(), word(), word()];
    const result =
      bytes === 0 ? type.addTyped(readType(reader), offset, reps, stride) : type.addSimple(bytes, offset, reps, stride);
    if (result !== PAMI_SUCCESS) throw new PamiError(result, 'PAMI_Type_deserialize', `part ${i} is not valid`);
  }
  if (type.complete(atomSize) !== PAMI_SUCCESS)
    throw new PamiError(PAMI_INVAL, 'PAMI_Type_deserialize', `the atom size ${atomSize} is not valid`);
  return type;
}
