/** The layout of shared memory, drawn by thread; what a recorded run accessed is lit in it, one access after the other. */
import type { SharedArray } from '../../../compiler/sharedarray.ts';
import { type Access, accessesIn } from './accesses.ts';
import { element } from './dom.ts';
import { cellsAt, type Drawn, drawnArray, drawnHeap, elementsAt } from './drawn.ts';
import { Grid, hueOf } from './grid.ts';
import { type HeapPart, heapParts } from './heap.ts';
import { Replay, TRAIL } from './replay.ts';
import { timeText } from './times.ts';
import type { Trace } from './trace.ts';

const MOST_ARRAYS = 32;
const MOST_PARTS = 16;

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
  private isDrawn = true;

  constructor(goTo: (place: string) => void) {
    this.replay = new Replay({
      light: (accesses) => this.light(accesses),
      textOf: (access) => this.textOf(access),
      goTo,
    });
  }

  /** As the text declares them now; without arrays it has errors, and those before stay. */
  take(arrays: readonly SharedArray[] | undefined, threads: number): void {
    this.replay.take([]);
    this.show({ arrays: arrays ?? this.shown.arrays, threads });
  }

  /** What a run has recorded. */
  record(trace: Trace, arrays: readonly SharedArray[], threads: number): void {
    const accesses = accessesIn(trace);
    this.show({ arrays, threads, heap: heapOf(accesses, arrays, threads) });
    this.replay.take(accesses, trace.isCut);
  }

  /** When it is to be seen. */
  draw(): void {
    if (this.isDrawn || this.area.offsetParent === null) return;
    this.isDrawn = true;
    this.lit = [];
    this.grids = this.drawings().map((drawn) => new Grid(drawn, tell));
    this.area.replaceChildren(...this.grids.map(({ section }) => section));
    const left = this.shown.arrays.length + (this.shown.heap?.length ?? 0) - this.grids.length;
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
    this.isDrawn = false;
    this.draw();
  }

  private drawings(): Drawn[] {
    const { arrays, threads, heap = [] } = this.shown;
    const drawn = arrays.slice(0, MOST_ARRAYS).map((array) => drawnArray(array, threads));
    return [...drawn, ...heap.slice(0, MOST_PARTS).map((part) => drawnHeap(part, threads))];
  }

  /** The last accesses, the newest first. */
  private light(accesses: readonly Access[]): void {
    for (const cell of this.lit) cell.removeAttribute('data-lit');
    this.lit = [];
    for (const [age, access] of accesses.entries()) this.lightOne(access, 1 - age / TRAIL);
    if (accesses[0] !== undefined)
      this.cellsOf(accesses[0])[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private lightOne(access: Access, strength: number): void {
    for (const cell of this.cellsOf(access)) {
      if (cell.dataset.lit !== undefined) continue;
      cell.dataset.lit = access.does === 'reads' ? 'read' : 'written';
      cell.style.setProperty('--by', hueOf(access.by));
      cell.style.setProperty('--strength', `${Math.round(100 * strength)}%`);
      this.lit.push(cell);
    }
  }

  private cellsOf(access: Access): readonly HTMLElement[] {
    const grid = this.gridOf(access);
    return grid === undefined ? [] : grid.cells(access.thread, ...cellsAt(grid.drawn, access)!);
  }

  private gridOf(access: Access): Grid | undefined {
    return this.grids.find(({ drawn }) => cellsAt(drawn, access) !== undefined);
  }

  /** "Thread 0 reads a[3] on thread 1: get, 4 bytes, after 12 µs" */
  private textOf(access: Access): string {
    const { by, thread, name, does, bytes, time } = access;
    const grid = this.gridOf(access);
    const what = grid === undefined ? 'memory that is not drawn' : elementsAt(grid.drawn, access);
    const whose = thread === by ? 'its own' : `on thread ${thread}`;
    const size = `${bytes.toLocaleString('en')} byte${bytes === 1 ? '' : 's'}`;
    return `Thread ${by} ${does} ${what}, ${whose} (${name}, ${size}, after ${timeText(time)})`;
  }
}

const HINT = 'Point at a cell, or go there by Tab and arrows.';

const tell = (text: string): void => void (element('cell').textContent = text);

/** What was accessed outside of the arrays. */
function heapOf(accesses: readonly Access[], arrays: readonly SharedArray[], threads: number): readonly HeapPart[] {
  const drawn = arrays.map((array) => drawnArray(array, threads));
  return heapParts(accesses.filter((access) => !drawn.some((each) => cellsAt(each, access) !== undefined)));
}
