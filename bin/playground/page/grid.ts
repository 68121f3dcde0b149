/**
 * One drawing of the layout: a grid of cells, a row for each thread, in the thread's colour.
 *
 * By the pattern of grids of the ARIA practices: one cell is in the order of Tab, arrows, Home and End lead to others.
 */
import { make } from './dom.ts';
import { cellsOf, type Drawn, MOST_ROWS } from './drawn.ts';

/** Of more cells in a row none has its index in it. */
const MOST_NAMED = 64;

export class Grid {
  readonly section: HTMLElement;
  /** Cells by thread; those that have none are not drawn. */
  private readonly rows: HTMLElement[][] = [];
  private entry: HTMLElement | undefined;

  /** `told` hears what the cell under the pointer or the focus is. */
  constructor(
    readonly drawn: Drawn,
    private readonly told: (text: string) => void,
  ) {
    const { title, notes, threads } = drawn;
    const grid = make('div', { className: 'grid' });
    grid.setAttribute('role', 'grid');
    grid.setAttribute('aria-label', `${title}, by thread`);
    for (let thread = 0; thread < Math.min(threads, MOST_ROWS); thread++) {
      const row = this.row(thread);
      if (this.rows[thread]!.length > 0) grid.append(row);
    }
    this.section = make(
      'section',
      { className: 'array' },
      make('h3', {}, make('code', {}, title)),
      make('p', {}, notes.join('; ')),
      grid,
    );
    this.enter(this.rows.flat()[0]);
    grid.onpointerover = ({ target }) => this.tell(target as HTMLElement);
    grid.addEventListener('focusin', ({ target }) => this.tell(target as HTMLElement));
    grid.onkeydown = (event) => this.key(event);
  }

  /** The cells of a thread from one to another. */
  cells(thread: number, first: number, last: number): readonly HTMLElement[] {
    return (this.rows[thread] ?? []).slice(first, last + 1);
  }

  private row(thread: number): HTMLElement {
    const count = cellsOf(this.drawn, thread);
    const head = make('span', { className: 'thread' }, String(thread));
    head.setAttribute('role', 'rowheader');
    head.setAttribute('aria-label', `thread ${thread}`);
    const isNamed = count <= MOST_NAMED && this.drawn.each === 1;
    const cells = Array.from({ length: count }, (_, cell) => this.cell(thread, cell, isNamed));
    this.rows.push(cells);
    const row = make('div', { className: 'row' }, head, ...cells);
    row.setAttribute('role', 'row');
    row.style.setProperty('--hue', hueOf(thread));
    return row;
  }

  private cell(thread: number, cell: number, isNamed: boolean): HTMLElement {
    const { drawn } = this;
    const place = cell * drawn.each;
    const made = make('span', { tabIndex: -1 }, isNamed ? drawn.shortOf(thread, place) : '');
    made.setAttribute('role', 'gridcell');
    made.setAttribute('aria-label', this.nameOf(thread, cell));
    Object.assign(made.dataset, { row: String(thread), cell: String(cell) });
    made.classList.toggle('small', !isNamed);
    made.classList.toggle('begins', cell > 0 && drawn.beginsBlock(place));
    return made;
  }

  /** "a[3] on thread 1", or the first and the last of a cell's. */
  private nameOf(thread: number, cell: number): string {
    const { drawn } = this;
    const first = cell * drawn.each;
    const last = Math.min(first + drawn.each, drawn.countOf(thread)) - 1;
    const names = [first, ...(last > first ? [last] : [])].map((place) => drawn.nameOf(thread, place));
    return `${names.join(' … ')} on thread ${thread}`;
  }

  private tell(target: HTMLElement): void {
    const name = target.getAttribute('role') === 'gridcell' ? target.getAttribute('aria-label') : null;
    if (name !== null) this.told(name);
  }

  private key(event: KeyboardEvent): void {
    const { row, cell } = (event.target as HTMLElement).dataset;
    if (row === undefined) return;
    const to = this.neighbour(Number(row), Number(cell), event.key);
    if (to === undefined) return;
    event.preventDefault();
    this.enter(to);
    to.focus();
  }

  private neighbour(row: number, cell: number, key: string): HTMLElement | undefined {
    const { rows } = this;
    if (key === 'ArrowRight') return rows[row]![cell + 1];
    if (key === 'ArrowLeft') return rows[row]![cell - 1];
    if (key === 'ArrowDown') return below(rows.slice(row + 1), cell);
    if (key === 'ArrowUp') return below(rows.slice(0, row).reverse(), cell);
    if (key === 'Home') return rows[row]![0];
    return key === 'End' ? rows[row]!.at(-1) : undefined;
  }

  private enter(cell: HTMLElement | undefined): void {
    if (this.entry !== undefined) this.entry.tabIndex = -1;
    this.entry = cell;
    if (cell !== undefined) cell.tabIndex = 0;
  }
}

/** In the next row that has cells. */
function below(rows: readonly HTMLElement[][], cell: number): HTMLElement | undefined {
  const row = rows.find(({ length }) => length > 0);
  return row?.[Math.min(cell, row.length - 1)];
}

/** Neighbours are far apart on the circle of colours. */
export const hueOf = (thread: number): string => `${(255 + thread * 137.5) % 360}`;
