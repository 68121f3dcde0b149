/**
 * The type map of a datatype (MPI 3.1, 4.1) as a tree of runs of bytes, repetitions, and parts.
 *
 * Takes what the constructors say. Gives: layouts that are as small as they can be, and a walk through their runs in the order of the map. One
 * idea: what lies behind each other becomes one run when the layout is made, so that dense data are a single run whatever made them.
 */

export type Layout = Run | Repetition | Parts;

/** Bytes without gaps. */
export interface Run {
  readonly kind: 'run';
  readonly bytes: number;
}

/** The same layout `count` times, `stride` bytes apart. */
interface Repetition {
  readonly kind: 'repetition';
  readonly count: number;
  readonly stride: number;
  readonly of: Layout;
  readonly bytes: number;
}

interface Parts {
  readonly kind: 'parts';
  readonly parts: readonly Part[];
  readonly bytes: number;
}

export interface Part {
  readonly offset: number;
  readonly of: Layout;
}

export const run = (bytes: number): Run => ({ kind: 'run', bytes });

export function repeated(count: number, stride: number, of: Layout): Layout {
  if (count === 0 || of.bytes === 0) return run(0);
  if (count === 1) return of;
  const bytes = count * of.bytes;
  if (of.kind === 'run' && stride === of.bytes) return run(bytes);
  // Repetitions that go on where the one before has ended are one.
  if (of.kind === 'repetition' && stride === of.count * of.stride) return { ...of, count: count * of.count, bytes };
  return { kind: 'repetition', count, stride, of, bytes };
}

export function partsOf(parts: readonly Part[]): Layout {
  const joined: Part[] = [];
  for (const part of parts) {
    if (part.of.bytes === 0) continue;
    const last = joined.at(-1);
    const isNext = last?.of.kind === 'run' && part.of.kind === 'run' && last.offset + last.of.bytes === part.offset;
    if (isNext) joined[joined.length - 1] = { offset: last.offset, of: run(last.of.bytes + part.of.bytes) };
    else joined.push(part);
  }
  if (joined.length === 0) return run(0);
  if (joined.length === 1 && joined[0]!.offset === 0) return joined[0]!.of;
  return { kind: 'parts', parts: joined, bytes: joined.reduce((sum, { of }) => sum + of.bytes, 0) };
}

/** Takes the runs of a layout, in order; `runs`: several of the same size, a stride apart. */
export interface Visitor {
  run(address: number, bytes: number): void;
  runs(address: number, bytes: number, stride: number, count: number): void;
}

/**
 * Shows the visitor what holds bytes `first` to `end` of a layout's data, as they would be packed: runs at the borders in part. Of
 * repetitions what comes before `first` costs nothing.
 */
export function walk(layout: Layout, address: number, first: number, end: number, visitor: Visitor): void {
  if (first >= end) return;
  if (layout.kind === 'run') visitor.run(address + first, Math.min(end, layout.bytes) - first);
  else if (layout.kind === 'repetition') walkRepetition(layout, address, first, end, visitor);
  else walkParts(layout, address, first, end, visitor);
}

function walkRepetition(layout: Repetition, address: number, first: number, end: number, visitor: Visitor): void {
  const { count, stride, of } = layout;
  const size = of.bytes;
  let i = Math.floor(first / size);
  if (first % size !== 0) {
    walk(of, address + i * stride, first % size, Math.min(end - i * size, size), visitor);
    i++;
  }
  const whole = Math.min(Math.floor(end / size), count);
  if (of.kind === 'run' && i < whole) visitor.runs(address + i * stride, size, stride, whole - i);
  else for (let at = i; at < whole; at++) walk(of, address + at * stride, 0, size, visitor);
  i = Math.max(i, whole);
  if (i < count && i * size < end) walk(of, address + i * stride, 0, end - i * size, visitor);
}

function walkParts({ parts }: Parts, address: number, first: number, end: number, visitor: Visitor): void {
  let before = 0;
  for (const { offset, of } of parts) {
    if (before >= end) return;
    if (before + of.bytes > first)
      walk(of, address + offset, Math.max(first - before, 0), Math.min(end - before, of.bytes), visitor);
    before += of.bytes;
  }
}
