/**
 * -Wmpi-datatype: a buffer whose elements are not what the datatype says (MPI 3.1, 3.3.1).
 *
 * Nothing is said of what may be meant: bytes and characters, void pointers, structures, and derived datatypes.
 */
import { spelledAt } from '../../../source/source.ts';
import type { Expression } from '../ast/ast.ts';
import { integerOf, isCharacter, isInteger, ultimateElement } from '../semantics/types/primitives.ts';
import type { CType } from '../semantics/types/types.ts';
import { typeText } from '../semantics/types/typetext.ts';
import type { Lint } from './lint.ts';
import { constantName, mpiCalls } from './mpi-calls.ts';

/** What elements of a datatype are. */
interface Kind {
  readonly is: 'integer' | 'floating' | 'complex';
  readonly size: number;
  /** As C has it, for messages. */
  readonly text: string;
}

const kinds = (is: Kind['is'], rows: string): [string, Kind][] =>
  rows.split(', ').map((row) => {
    const [name, size, ...words] = row.split(' ') as [string, string, ...string[]];
    return [`MPI_${name}`, { is, size: Number(size), text: words.join(' ') }];
  });

const DATATYPES: ReadonlyMap<string, Kind> = new Map([
  ...kinds('integer', 'SHORT 2 short, UNSIGNED_SHORT 2 unsigned short, INT 4 int, UNSIGNED 4 unsigned int'),
  ...kinds('integer', 'LONG 8 long, UNSIGNED_LONG 8 unsigned long, LONG_LONG 8 long long, LONG_LONG_INT 8 long long'),
  ...kinds('integer', 'UNSIGNED_LONG_LONG 8 unsigned long long, INT16_T 2 int16_t, INT32_T 4 int32_t'),
  ...kinds('integer', 'INT64_T 8 int64_t, UINT16_T 2 uint16_t, UINT32_T 4 uint32_t, UINT64_T 8 uint64_t'),
  ...kinds('floating', 'FLOAT 4 float, DOUBLE 8 double, LONG_DOUBLE 8 long double'),
  ...kinds(
    'complex',
    'C_COMPLEX 4 float _Complex, C_FLOAT_COMPLEX 4 float _Complex, C_DOUBLE_COMPLEX 8 double _Complex',
  ),
]);

/** The datatype of elements of a C type: the first of its kind and size. */
const FITTING: Readonly<Record<string, string>> = {
  short: 'MPI_SHORT',
  'unsigned short': 'MPI_UNSIGNED_SHORT',
  int: 'MPI_INT',
  'unsigned int': 'MPI_UNSIGNED',
  long: 'MPI_LONG',
  'unsigned long': 'MPI_UNSIGNED_LONG',
  'long long': 'MPI_LONG_LONG',
  'unsigned long long': 'MPI_UNSIGNED_LONG_LONG',
  float: 'MPI_FLOAT',
  double: 'MPI_DOUBLE',
  'long double': 'MPI_LONG_DOUBLE',
  _Bool: 'MPI_C_BOOL',
};

/** Positions of buffers and of their datatypes, by function. */
const BUFFERS: Readonly<Record<string, readonly (readonly [buffer: number, type: number])[]>> = Object.fromEntries(
  `Send:0-2 Ssend:0-2 Rsend:0-2 Bsend:0-2 Recv:0-2 Send_init:0-2 Ssend_init:0-2 Rsend_init:0-2 Bsend_init:0-2 Recv_init:0-2
   Ssend:0-2 Mrecv:0-2 Sendrecv:0-2,5-7 Sendrecv_replace:0-2 Bcast:0-2 Reduce:0-3,1-3 Allreduce:0-3,1-3 Scan:0-3,1-3 Exscan:0-3,1-3
   Reduce_scatter:0-3,1-3 Reduce_scatter_block:0-3,1-3 Reduce_local:0-3,1-3 Gather:0-2,3-5 Scatter:0-2,3-5 Allgather:0-2,3-5 Alltoall:0-2,3-5
   Gatherv:0-2,3-6 Scatterv:0-3,4-6 Allgatherv:0-2,3-6 Alltoallv:0-3,4-7 Neighbor_allgather:0-2,3-5 Neighbor_alltoall:0-2,3-5
   Put:0-2 Get:0-2 Accumulate:0-2 Get_accumulate:0-2,3-5 Fetch_and_op:0-2,1-2 Compare_and_swap:0-3,1-3,2-3
   File_read:1-3 File_write:1-3 File_read_all:1-3 File_write_all:1-3 File_read_at:2-4 File_write_at:2-4 File_read_at_all:2-4 File_write_at_all:2-4`
    .split(/\s+/)
    .map((row) => row.split(':') as [string, string])
    .map(([name, pairs]) => [name, pairs.split(',').map((pair) => pair.split('-').map(Number) as [number, number])]),
);

export function mpiDatatype(lint: Lint): void {
  for (const { name, base, node } of mpiCalls(lint))
    for (const [bufferAt, typeAt] of BUFFERS[base] ?? []) {
      const [buffer, type] = [node.arguments[bufferAt], node.arguments[typeAt]];
      if (buffer && type) compare(lint, name, buffer, type);
    }
}

function compare(lint: Lint, name: string, buffer: Expression, type: Expression): void {
  const datatype = constantName(type);
  const kind = datatype && DATATYPES.get(datatype);
  const element = elementOf(lint, buffer);
  if (!kind || !element || fits(element, kind)) return;
  const fitting = FITTING[typeText({ type: element })];
  const advice = fitting === undefined ? '' : `; that of '${typeText({ type: element })}' is ${fitting}`;
  const text = `'${name}' takes elements of '${typeText({ type: element })}' here, but ${datatype} is the datatype of '${kind.text}'${advice} (MPI 3.1, 3.3.1)`;
  lint.warning('SEM3660', text, spelledAt(type.location));
}

/** What a buffer has in it; undefined where anything may be. */
function elementOf({ facts }: Lint, buffer: Expression): CType | undefined {
  const type = facts.typeOf[buffer.id]?.type;
  if (type?.kind !== 'pointer' && type?.kind !== 'array') return undefined;
  const element = ultimateElement(type.kind === 'pointer' ? type.to : type.element).type;
  return element.kind === 'void' || element.kind === 'struct' || isCharacter(element) ? undefined : element;
}

function fits(element: CType, { is, size }: Kind): boolean {
  if (isInteger(element)) return is === 'integer' && integerOf(element).size === size;
  // Numbers with an imaginary part are two of the other kind.
  if (element.kind === 'floating') return is !== 'integer' && element.size === size;
  if (element.kind === 'complex') return is !== 'integer' && element.component.size === size;
  return element.kind !== 'pointer';
}
