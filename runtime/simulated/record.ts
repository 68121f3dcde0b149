/**
 * The environment of one simulated rank, in the place of memory/joined.ts: a record of many members, of which its program and libraries use few.
 *
 * Takes: functions that make parts of it. Gives: an object with the members of all parts, later ones in the places of earlier ones. One idea: all ranks' parts have the
 * same members, so the first rank's say what there is, and a part of any other is made when its first member is asked for.
 */

type Members = Readonly<Record<string, unknown>>;
type Part = Members | (() => Members);

/** Records with these members; their classes have the members of the class before them too. */
class PartRecord {
  /** Classes with more members, by their names and where the part is that has them. */
  private static readonly wider = new WeakMap<typeof PartRecord, Map<string, typeof PartRecord>>();
  /** Those of a record that was made from another are the same. */
  readonly #parts: Part[];

  constructor(parts: Part[]) {
    this.#parts = parts;
  }

  static widened(narrow: typeof PartRecord, index: number, members: Members): typeof PartRecord {
    const known = PartRecord.wider.get(narrow) ?? new Map<string, typeof PartRecord>();
    PartRecord.wider.set(narrow, known);
    const names: string[] = [];
    for (const name in members) names.push(name);
    const key = `${index} ${names.join(' ')}`;
    const wide = known.get(key) ?? PartRecord.withMembers(narrow, index, names);
    known.set(key, wide);
    return wide;
  }

  private static withMembers(narrow: typeof PartRecord, index: number, names: readonly string[]): typeof PartRecord {
    const Wide = class extends narrow {};
    for (const name of names)
      Object.defineProperty(Wide.prototype, name, {
        get(this: PartRecord) {
          return this.#part(index)[name];
        },
        enumerable: true,
      });
    return Wide;
  }

  /** The same record, with one more part. */
  and(members: Members): PartRecord {
    const parts = this.#parts;
    const Wide = PartRecord.widened(this.constructor as typeof PartRecord, parts.length, members);
    parts.push(members);
    return new Wide(parts);
  }

  #part(index: number): Members {
    const part = this.#parts[index]!;
    return typeof part === 'function' ? (this.#parts[index] = part()) : part;
  }
}

/** The classes of all ranks' records, by what they are. */
const kinds = new Map<string, typeof PartRecord>();

export function joined(kind: string, ...parts: readonly (() => object)[]): object {
  const known =
    kinds.get(kind) ??
    parts.reduce((narrow, make, index) => PartRecord.widened(narrow, index, make() as Members), PartRecord);
  kinds.set(kind, known);
  return new known([...parts] as Part[]);
}

/** The record with further members, or others in their places. */
export function extended<T extends object, More extends object>(record: T, members: More): T & More {
  return (record as unknown as PartRecord).and(members as Members) as unknown as T & More;
}
