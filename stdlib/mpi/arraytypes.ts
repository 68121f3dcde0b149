/**
 * Parts of arrays as datatypes: subarrays, and what a process of a grid has of an array that is dealt in blocks or cyclically (MPI 3.1, 4.1.3, 4.1.4).
 *
 * One idea: in each dimension the part is a list of intervals of indices; intervals of a dimension hold what is chosen of the faster ones.
 */
import { type Contents, type Datatype, type NewDatatype, resized } from './datatype.ts';
import { type Layout, partsOf, repeated } from './layouts.ts';

export interface Interval {
  readonly first: number;
  readonly length: number;
}

/** MPI_ORDER_FORTRAN: the first dimension is the fastest. */
const FORTRAN = 1;

/** The datatype of the chosen intervals of an array of `sizes` elements, with the bounds of the array. */
export function arrayBlock(
  name: string,
  type: Datatype,
  order: number,
  sizes: readonly number[],
  chosen: (dimension: number) => readonly Interval[],
  contents: Contents,
): NewDatatype {
  const dimensions = sizes.map((_, d) => d);
  const fastestFirst = order === FORTRAN ? dimensions : dimensions.reverse();
  let layout: Layout = type.layout;
  let [step, count] = [type.extent, 1];
  let [low, high] = [0, 0];
  for (const d of fastestFirst) {
    const intervals = chosen(d).filter(({ length }) => length > 0);
    const inner = layout;
    const stride = step;
    layout = partsOf(
      intervals.map(({ first, length }) => ({ offset: first * stride, of: repeated(length, stride, inner) })),
    );
    const last = intervals.at(-1);
    low += stride * (intervals[0]?.first ?? 0);
    high += stride * (last === undefined ? 0 : last.first + last.length - 1);
    count *= intervals.reduce((sum, { length }) => sum + length, 0);
    step *= sizes[d]!;
  }
  const data: NewDatatype = {
    ...type,
    ...{ layout, size: layout.bytes, trueLb: count === 0 ? 0 : low + type.trueLb },
    ...{ trueUb: count === 0 ? 0 : high + type.trueUb, element: undefined },
    sequence: {
      bytes: count * type.sequence.bytes,
      units: count * type.sequence.units,
      of: [{ count, sequence: type.sequence }],
    },
  };
  return resized(name, data, 0, step, contents);
}

/** MPI_DISTRIBUTE_BLOCK ..., and MPI_DISTRIBUTE_DFLT_DARG. */
const [BLOCK, CYCLIC, NONE] = [121, 122, 123];
const DEFAULT = -49767;

export interface Dealing {
  readonly call: string;
  readonly rank: number;
  readonly sizes: readonly number[];
  readonly distributions: readonly number[];
  readonly widths: readonly number[];
  readonly processes: readonly number[];
  refuse(call: string, argument: string, value: number | string, rule: string): never;
}

/** What the process of a rank has in each dimension; ranks go through the grid in the order of C. */
export function dealtParts(dealing: Dealing): (dimension: number) => readonly Interval[] {
  const coordinates: number[] = [];
  let rest = dealing.rank;
  for (let d = dealing.processes.length - 1; d >= 0; d--) {
    coordinates[d] = rest % dealing.processes[d]!;
    rest = Math.floor(rest / dealing.processes[d]!);
  }
  const parts = dealing.sizes.map((_, d) => dealtIn(dealing, d, coordinates[d]!));
  return (d) => parts[d]!;
}

function dealtIn(dealing: Dealing, d: number, coordinate: number): readonly Interval[] {
  const { call, refuse } = dealing;
  const [size, processes, kind] = [dealing.sizes[d]!, dealing.processes[d]!, dealing.distributions[d]!];
  const given = dealing.widths[d]!;
  if (kind === NONE) {
    if (processes !== 1) refuse(call, `array_of_psizes[${d}]`, processes, 'it is 1 where nothing is distributed');
    return [{ first: 0, length: size }];
  }
  if (kind !== BLOCK && kind !== CYCLIC)
    refuse(call, `array_of_distribs[${d}]`, kind, 'it is MPI_DISTRIBUTE_BLOCK, _CYCLIC or _NONE');
  if (given < 1 && given !== DEFAULT)
    refuse(call, `array_of_dargs[${d}]`, given, 'it is 1 or more, or MPI_DISTRIBUTE_DFLT_DARG');
  const width = given !== DEFAULT ? given : kind === BLOCK ? Math.ceil(size / processes) : 1;
  if (kind === BLOCK && width * processes < size)
    refuse(call, `array_of_dargs[${d}]`, width, `${processes} blocks of it hold ${size} elements`);
  const intervals: Interval[] = [];
  for (let first = coordinate * width; first < size; first += processes * width)
    intervals.push({ first, length: Math.min(width, size - first) });
  return intervals;
}
