/**
 * The hosts of a job: from --hosts=a:8,b:8 or the lines of a --hostfile, and how many threads each has.
 *
 * `a:8` and `a slots=8` (as Open MPI's), `a*8` give slots: threads that the host takes before the next one. What is more than all slots is dealt
 * in proportion to them, as a job may have more threads than cores. A host without slots has one for each core; where no host has any, fewer threads
 * than cores are dealt evenly.
 */
import { LaunchError } from '../../errors.ts';

export interface HostEntry {
  readonly name: string;
  /** Undefined: not said. */
  readonly slots: number | undefined;
}

/** "a:8,b" */
export function parseHosts(text: string, flag: string): HostEntry[] {
  return merged(
    text
      .split(',')
      .filter((word) => word !== '')
      .map((word) => parseEntry(word, `${flag}: '${word}'`)),
    flag,
  );
}

/** A host for each line; a # begins a comment. A host may stand in several lines, once for each slot. */
export function parseHostFile(text: string, name: string): HostEntry[] {
  const entries = text.split('\n').flatMap((line, index) => {
    const words = line.replace(/#.*/, '').trim();
    return words === '' ? [] : [parseEntry(words, `${name}:${index + 1}: '${words}'`)];
  });
  return merged(entries, name);
}

const ENTRY = /^(\[[\w:.%]+\]|[\w.@][\w.@-]*)(?:(?:\s*[:*]\s*|\s+(?:slots\s*=\s*)?)(\d+))?$/;

function parseEntry(text: string, where: string): HostEntry {
  const match = ENTRY.exec(text);
  if (match === null || match[2] === '0')
    throw new LaunchError(`${where} is not a host with a number of slots above 0 (a, a:8, or in a file 'a slots=8')`);
  return { name: match[1]!.replace(/^\[|\]$/g, ''), slots: match[2] === undefined ? undefined : Number(match[2]) };
}

/** A host that stands there several times has the slots of all; one slot where none are said. */
function merged(entries: readonly HostEntry[], where: string): HostEntry[] {
  if (entries.length === 0) throw new LaunchError(`${where}: there is no host`);
  const slots = new Map<string, number | undefined>();
  for (const entry of entries)
    slots.set(entry.name, slots.has(entry.name) ? (slots.get(entry.name) ?? 1) + (entry.slots ?? 1) : entry.slots);
  return [...slots].map(([name, count]) => ({ name, slots: count }));
}

/** Threads that a host takes before the next one. */
export const slotsOf = ({ slots, cores }: HostEntry & { readonly cores: number }): number => slots ?? cores;

/** Number of threads on each host, for so many in all. */
export function threadsOfHosts(hosts: readonly (HostEntry & { readonly cores: number })[], threads: number): number[] {
  const slots = hosts.map(slotsOf);
  const all = sum(slots);
  if (threads > all) return inProportion(slots, threads);
  if (threads < all && hosts.every((host) => host.slots === undefined))
    return inProportion(
      hosts.map(() => 1),
      threads,
    );
  let left = threads;
  return slots.map((count) => {
    const taken = Math.min(count, left);
    left -= taken;
    return taken;
  });
}

/** So many threads for each of so many processes; the first ones have one more. */
export const evenly = (threads: number, processes: number): number[] =>
  inProportion(
    Array.from({ length: processes }, () => 1),
    threads,
  );

/** The first rank of each process, which have so many. */
export function firstsOf(counts: readonly number[]): number[] {
  let first = 0;
  return counts.map((count) => (first += count) - count);
}

/** Divides `count` in proportion to the weights, rounded up from the first on; the parts add up to it, unless all weights are 0. */
export function inProportion(weights: readonly number[], count: number): number[] {
  const all = sum(weights);
  let [weight, before] = [0, 0];
  return weights.map((each) => {
    weight += each;
    const end = all === 0 ? 0 : Math.ceil((weight * count) / all);
    const part = end - before;
    before = end;
    return part;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
