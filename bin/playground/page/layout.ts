/** The layout of shared memory, drawn by thread; what a slowed or recorded run accesses is lit in it, one access after the other. */
import type { SharedArray } from '../../../compiler/sharedarray.ts';
import { type Access, accessesAt, accessesIn, bytesOf } from './accesses.ts';
import { element } from './dom.ts';
import { cellsAt, type Drawn, drawnArray, drawnHeap, elementsAt } from './drawn.ts';
import { Grid, hueOf } from './grid.ts';
import { type HeapPart, heapParts } from './heap.ts';
import { Replay, TRAIL, type Turns } from './replay.ts';
import { timeText } from './times.ts';
import type { Does, Reached, Trace } from './trace.ts';

const MOST_ARRAYS = 32;
const MOST_PARTS = 16;
/** Places of an access that are lit, and that are told by name. */
const MOST_LIT = 1024;
const MOST_TOLD = 3;
/** Bytes that are drawn around new memory of a slowed run, so that it is not drawn anew for each access. */
const GRAIN = 256;

interface Shown {
  readonly arrays: readonly SharedArray[];
  readonly threads: number;
  readonly heap?: readonly HeapPart[];
}

/** Of what is to be seen of it: lines of the text are not. */
const keyOf = ({ arrays, threads, heap }: Shown): string =>
  JSON.stringify([threads, heap, arrays.map(({ at: _, ...array }) => array)]);

export class Layout {
  private readonly area = element('arrays');
  private grids: readonly Grid[] = [];
  private lit: HTMLElement[] = [];
  private readonly replay: Replay;
  private shown: Shown = { arrays: [], threads: 0 };
  /** Drawings of all that is shown, the arrays and the parts of the heap. */
  private arrays: readonly Drawn[] = [];
  private parts: readonly Drawn[] = [];
  private isDrawn = true;
  /** Microseconds: when the first access of a slowed run was made. */
  private began: number | undefined;
  /** Shows what the text has become meanwhile. */
  private later: (() => void) | undefined;

  constructor(goTo: (place: string) => void) {
    this.replay = new Replay({
      light: (accesses) => this.light(accesses),
      textOf: (access) => this.textOf(access),
      goTo,
    });
  }

  /** Where threads share no memory, none can wait for its turn: a run is recorded, and seen when it is over. */
  replayOnly(): void {
    for (const id of ['replay-record', 'replay-again']) element(id).textContent = 'Record a run';
    element('replay-how').textContent = 'to see its accesses here when it is over, one after the other.';
  }

  /** As the text declares them now; without arrays it has errors, and those before stay. */
  take(arrays: readonly SharedArray[] | undefined, threads: number): void {
    if (this.replay.isFollowing) {
      this.later = () => this.take(arrays, threads);
      return;
    }
    this.replay.take([]);
    this.show({ arrays: arrays ?? this.shown.arrays, threads });
  }

  /** What a run has recorded. */
  record(trace: Trace, arrays: readonly SharedArray[], threads: number): void {
    const accesses = accessesIn(trace);
    this.show({ arrays, threads, heap: heapOf(accesses, arrays, threads) });
    this.replay.take(accesses, trace.isCut);
  }

  /** A slowed run begins, of which `happened` tells; who looks gives it turns. */
  follow(turns: Turns, arrays: readonly SharedArray[], threads: number): void {
    this.began = undefined;
    this.show({ arrays, threads });
    this.replay.follow(turns);
  }

  /** Lines of its trace. */
  happened(lines: string): void {
    for (const access of accessesAt(lines)) {
      this.began ??= access.time;
      this.reach(access.reached);
      this.replay.add({ ...access, time: Math.max(0, access.time - this.began) });
    }
  }

  /** It is over. */
  followed(): void {
    this.replay.ended();
    this.later?.();
    this.later = undefined;
  }

  /** Draws memory that has not been reached before. */
  private reach(reached: readonly Reached[]): void {
    const { heap = [] } = this.shown;
    const isNew = (each: Reached) =>
      [...this.arrays, ...this.parts].every((other) => cellsAt(other, each) === undefined);
    const more = reached.filter(isNew).map(({ offset, bytes }) => ({ offset, bytes: Math.max(bytes, GRAIN) }));
    if (more.length === 0) return;
    this.show({
      ...this.shown,
      heap: heapParts([...heap.map(({ offset, size }) => ({ offset, bytes: size })), ...more]),
    });
  }

  /** When it is to be seen. */
  draw(): void {
    if (this.isDrawn || this.area.offsetParent === null) return;
    this.isDrawn = true;
    this.lit = [];
    const drawn = [...this.arrays.slice(0, MOST_ARRAYS), ...this.parts.slice(0, MOST_PARTS)];
    this.grids = drawn.map((each) => new Grid(each, tell));
    this.area.replaceChildren(...this.grids.map(({ section }) => section));
    const left = this.arrays.length + this.parts.length - this.grids.length;
    element('no-arrays').hidden = this.grids.length > 0;
    element('more-arrays').hidden = left === 0;
    element('more-arrays').textContent = `${left} more are not drawn.`;
    tell(this.grids.length > 0 ? HINT : '');
  }

  /** Drawings stay while they are the same, and so the place of who reads them. */
  private show(shown: Shown): void {
    const isSame = keyOf(shown) === keyOf(this.shown);
    this.shown = shown;
    if (isSame) return;
    const { arrays, threads, heap = [] } = shown;
    this.arrays = arrays.map((array) => drawnArray(array, threads));
    this.parts = heap.map((part) => drawnHeap(part, threads));
    this.isDrawn = false;
    this.draw();
  }

  /** The last accesses, the newest first. */
  private light(accesses: readonly Access[]): void {
    for (const cell of this.lit) cell.removeAttribute('data-lit');
    this.lit = [];
    for (const [age, { by, reached }] of accesses.entries())
      for (const each of reached.slice(0, MOST_LIT)) this.lightOne(by, each, 1 - age / TRAIL);
    this.lit[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private lightOne(by: number, reached: Reached, strength: number): void {
    for (const cell of this.cellsOf(reached)) {
      if (cell.dataset.lit !== undefined) continue;
      cell.dataset.lit = reached.does === 'reads' ? 'read' : 'written';
      cell.style.setProperty('--by', hueOf(by));
      cell.style.setProperty('--strength', `${Math.round(100 * strength)}%`);
      this.lit.push(cell);
    }
  }

  private cellsOf(reached: Reached): readonly HTMLElement[] {
    const grid = this.gridOf(reached);
    return grid === undefined ? [] : grid.cells(reached.thread, ...cellsAt(grid.drawn, reached)!);
  }

  private gridOf(reached: Reached): Grid | undefined {
    return this.grids.find(({ drawn }) => cellsAt(drawn, reached) !== undefined);
  }

  /** "Thread 0 reads a[3], on thread 1 (get, 4 bytes, after 12 µs)" */
  private textOf(access: Access): string {
    const { by, name, reached, time } = access;
    const does = (['reads', 'writes', 'updates'] as const).flatMap((kind) => {
      const places = reached.filter(({ does }) => does === kind);
      return places.length === 0 ? [] : [this.placesText(by, kind, places)];
    });
    const bytes = bytesOf(access);
    const size = `${bytes.toLocaleString('en')} byte${bytes === 1 ? '' : 's'}`;
    return `Thread ${by} ${does.join(' and ')} (${name}, ${size}, after ${timeText(time)})`;
  }

  /** "writes a[0], a[2], a[4] and 3 more places, on threads 1 and 2" */
  private placesText(by: number, does: Does, places: readonly Reached[]): string {
    const names = places.slice(0, MOST_TOLD).map((each) => {
      const grid = this.gridOf(each);
      return grid === undefined ? 'memory that is not drawn' : elementsAt(grid.drawn, each);
    });
    const left = places.length - names.length;
    const more = left === 0 ? '' : ` and ${left} more place${left === 1 ? '' : 's'}`;
    return `${does} ${[...new Set(names)].join(', ')}${more}, ${whoseText(by, places)}`;
  }
}

function whoseText(by: number, places: readonly Reached[]): string {
  const threads = [...new Set(places.map(({ thread }) => thread))];
  if (threads.length > 1) return `on threads ${threads.slice(0, -1).join(', ')} and ${threads.at(-1)}`;
  return threads[0] === by ? 'its own' : `on thread ${threads[0]}`;
}

const HINT = 'Point at a cell, or go there by Tab and arrows.';

const tell = (text: string): void => void (element('cell').textContent = text);

/** What was accessed outside of the arrays. */
function heapOf(accesses: readonly Access[], arrays: readonly SharedArray[], threads: number): readonly HeapPart[] {
  const drawn = arrays.map((array) => drawnArray(array, threads));
  const reached = accesses.flatMap((access) => access.reached);
  return heapParts(reached.filter((each) => !drawn.some((other) => cellsAt(other, each) !== undefined)));
}
