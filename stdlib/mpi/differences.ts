/**
 * In what the arguments of a collective call differ between two ranks: root, bytes, datatype or operation, with both values.
 *
 * One idea: a rank knows of another's arguments only the bits that letters carry of them, which detect a difference. Which other values have these
 * bits is found out when that is needed: those that may stand there are few. What no single argument, or datatype and bytes, explains stays untold.
 */
import { nullOf, OP, TYPE } from './handles.ts';
import type { Operators } from './operators.ts';
import { PREDEFINED } from './predefined.ts';
import type { State } from './state.ts';
import type { Types } from './types.ts';

/** What all members give alike: predefined datatypes and operations by their handles, others as 0. */
interface Common {
  readonly bytes: number;
  readonly root: number;
  readonly datatype: number;
  readonly op: number;
}

const NONE = -1;

/** Words that all members give alike. */
export const common = ({ bytes = NONE, root = NONE, datatype = NONE, op = NONE }: Partial<Common>): number[] => [
  ...[bytes, root, datatype, op],
];

/** Elements of a mistaken count at most. */
const MOST = 1024;

export class Differences {
  constructor(
    state: State,
    private readonly types: Types,
    private readonly operators: Operators,
  ) {
    state.together.explain = (words, size, isOthers) => this.text(words, size, isOthers);
  }

  private text(
    words: readonly number[],
    size: number,
    isOthers: (words: readonly number[]) => boolean,
  ): string | undefined {
    if (words.length === 0) return undefined;
    const [bytes, root, datatype, op] = words as [number, number, number, number];
    const own = { bytes, root, datatype, op };
    for (const other of this.candidates(own, size)) {
      if (!isOthers(common(other))) continue;
      const keys = (Object.keys(own) as (keyof Common)[]).filter((key) => own[key] !== other[key]);
      const said = (of: Common) => keys.map((key) => this.said(key, of[key])).join(' and ');
      return `${said(other)} where this rank gives ${said(own)}`;
    }
    return undefined;
  }

  private said(key: keyof Common, value: number): string {
    return key === 'bytes' ? `${value} bytes` : `${this.named(key, value)} as ${key}`;
  }

  private named(key: keyof Common, value: number): string {
    if (key === 'datatype') return this.types.handles.find(value)?.name ?? 'a derived datatype';
    if (key === 'op') return this.operators.handles.find(value)?.name ?? 'an operation of its own';
    return `${value}`;
  }

  /** What another rank may give, with one mistake. */
  private *candidates(own: Common, size: number): Iterable<Common> {
    if (own.root !== NONE) for (let rank = 0; rank < size; rank++) yield { ...own, root: rank };
    if (own.op !== NONE) for (const op of handlesOf(OP, this.operators.handles)) yield { ...own, op };
    if (own.datatype !== NONE) yield* this.ofTypes(own);
    if (own.bytes !== NONE) for (const unit of UNITS) yield* multiples(own, unit);
  }

  /** Another datatype, and as many elements, or as many bytes. */
  private *ofTypes(own: Common): Iterable<Common> {
    const sizeOf = (handle: number) => this.types.handles.find(handle)?.size ?? 0;
    const count = own.bytes / (sizeOf(own.datatype) || 1);
    for (const datatype of handlesOf(TYPE, this.types.handles)) {
      yield { ...own, datatype, bytes: count * sizeOf(datatype) };
      yield { ...own, datatype };
    }
  }
}

/** Bytes of elements, from the most usual one on. */
const UNITS = [4, 8, 1];

function* multiples(own: Common, unit: number): Iterable<Common> {
  for (let count = 0; count < MOST; count++) yield { ...own, bytes: count * unit };
}

/** The predefined ones, and what stands for all others. */
function handlesOf(kind: number, handles: { isPredefined(handle: number): boolean }): number[] {
  const all = Array.from({ length: PREDEFINED.length }, (_, i) => nullOf(kind) + 1 + i);
  return [...all.filter((handle) => handles.isPredefined(handle)), 0];
}
