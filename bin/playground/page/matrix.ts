/** Who communicated how much with whom: the file of --matrix as a table whose cells are the darker, the more there was. */
import { element, make } from './dom.ts';

export const MATRIX_FILE = '/tmp/pgasc-matrix.csv';
const MOST_THREADS = 64;

/** `text`: who asked for it, then messages with each thread, then bytes, whichever way they go. */
export function showMatrix(text: string | undefined): void {
  const place = element('matrix');
  const rows = (text ?? '')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(1).map(Number));
  const isShown = rows.length > 0 && rows.length <= MOST_THREADS;
  element('no-matrix').hidden = isShown;
  place.replaceChildren(
    ...(isShown
      ? [
          make('p', {}, WHAT),
          table(
            'Bytes',
            rows.map((row) => row.slice(rows.length)),
          ),
          table(
            'Operations and messages',
            rows.map((row) => row.slice(0, rows.length)),
          ),
        ]
      : []),
  );
}

const WHAT = 'What the thread of a row puts to, gets from or sends to the thread of each column.';

function table(what: string, rows: readonly (readonly number[])[]): HTMLTableElement {
  const most = Math.max(1, ...rows.flat());
  const heads = rows.map((_, k) => make('th', { scope: 'col' }, String(k)));
  const body = rows.map((row, k) =>
    make('tr', {}, make('th', { scope: 'row' }, String(k)), ...row.map((value) => cell(value, most))),
  );
  return make(
    'table',
    {},
    make('caption', {}, what),
    make('thead', {}, make('tr', {}, make('td'), ...heads)),
    make('tbody', {}, ...body),
  );
}

/** By the root: small ones are to be seen beside large ones. */
function cell(value: number, most: number): HTMLTableCellElement {
  const made = make('td', {}, value === 0 ? '·' : short(value));
  made.style.setProperty('--heat', `${Math.round(Math.sqrt(value / most) * 100)}%`);
  made.title = value.toLocaleString('en');
  return made;
}

function short(value: number): string {
  const [unit, size] = value >= 2 ** 20 ? ['M', 2 ** 20] : value >= 10_000 ? ['K', 2 ** 10] : ['', 1];
  return `${size === 1 ? value : (value / size).toFixed(value / size < 10 ? 1 : 0)}${unit}`;
}
