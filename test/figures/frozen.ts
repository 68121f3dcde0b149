/**
 * Presets are frozen before held-out numbers are seen: for each such number the file frozen.json has the hash of its preset's values when it was
 * first computed. With another hash the number is an input, for good: whoever changed the preset could see it.
 */
import { createHash } from 'node:crypto';

/** By figure and number: the hash of the preset's values. */
export type FrozenRecord = Readonly<Record<string, string>>;

/** Of the parts of a preset those that no time depends on. */
const WORDS = ['title', 'tells', 'cannot', 'limits'];

/** Values and units of a preset, without titles, grades and sources; of the sections that are not left out. */
export function hashOf(preset: object, without: readonly string[] = []): string {
  const sections = Object.entries(preset).filter(([name]) => !without.includes(name) && !WORDS.includes(name));
  return createHash('sha256')
    .update(JSON.stringify(valuesOf(Object.fromEntries(sections))))
    .digest('hex')
    .slice(0, 16);
}

function valuesOf(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  if ('value' in part) return [part.value, 'unit' in part ? part.unit : undefined];
  const sections = Object.entries(part).filter(([name]) => !WORDS.includes(name));
  return sections.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, valuesOf(value)]);
}

export class Frozen {
  private readonly record: Map<string, string>;

  constructor(record: FrozenRecord) {
    this.record = new Map(Object.entries(record));
  }

  /** Whether the number was seen first with another preset. */
  isThawed(number: string, hash: string): boolean {
    return (this.record.get(number) ?? hash) !== hash;
  }

  /** A held-out number has been computed with this preset. */
  see(number: string, hash: string): void {
    if (!this.record.has(number)) this.record.set(number, hash);
  }

  get text(): string {
    return `${JSON.stringify(Object.fromEntries([...this.record].sort(([a], [b]) => (a < b ? -1 : 1))), undefined, 2)}\n`;
  }
}
