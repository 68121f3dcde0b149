/**
 * Copies and accumulates that are no loads and stores of the program (armci-transfers.c decides that): contiguous, strided, of lists.
 *
 * One idea: each is checked, becomes one operation of the runtime, and is waited for or given to its handle. A blocking one is done at
 * the target on return: so those of one process are in order.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { COMPLETE } from '../../runtime/conduits/conduit.ts';
import { FOR_TRANSFER } from '../../runtime/core/states.ts';
import { inHex } from '../../runtime/errors.ts';
import { extent, strided } from '../../runtime/extended/vis/strided.ts';
import type { Accumulates } from './accumulates.ts';
import { type Handles, once } from './handles.ts';
import type { Row } from './rows.ts';
import type { State } from './state.ts';

/** enum __armci_kind. */
const [GET, ACC] = [1, 2];
const MOST_LEVELS = 8;
/** Bytes of an element, and of what of it is changed atomically. */
type Element = readonly [size: number, alignment: number];
/** By operation of accumulates, from ARMCI_ACC_INT on. */
const FIRST_OPERATION = 37;
const ELEMENTS: readonly Element[] = [
  [4, 4],
  [8, 8],
  [4, 4],
  [8, 4],
  [16, 8],
  [8, 8],
];
const elementOf = (operation: number): Element | undefined => ELEMENTS[operation - FIRST_OPERATION];

/** struct __armci_call. */
interface Call {
  readonly name: string;
  readonly kind: number;
  readonly proc: number;
  readonly waits: boolean;
  readonly handle: number;
  readonly operation: number;
  readonly scale: number;
}

/** Of a copy: an address of the job on the other process's side, one of this memory on its own. */
interface Sides {
  readonly to: number;
  readonly from: number;
}

export function transfers(state: State, handles: Handles, accumulates: Accumulates): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime, I32 } = environment;

  function callAt(address: number): Call {
    const at = address >>> 2;
    const call = {
      ...{ name: state.nameAt(I32[at]!), kind: I32[at + 1]!, proc: I32[at + 2]!, waits: I32[at + 3] !== 0 },
      ...{ handle: I32[at + 4]!, operation: I32[at + 5]!, scale: I32[at + 6]! },
    };
    state.proc(call.name, call.proc);
    if (call.kind === ACC) checkOperation(call);
    return call;
  }

  function checkOperation({ name, operation, scale }: Call): void {
    const element = elementOf(operation);
    if (element === undefined) state.refuse(name, 'optype', operation, 'it is one of ARMCI_ACC_INT to ARMCI_ACC_LNG');
    state.local(name, 'scale', scale, element[0]);
  }

  function checkBytes({ name, kind, operation }: Call, argument: string, bytes: number): void {
    if (bytes < 0) state.refuse(name, argument, bytes, 'it is 0 or more');
    if (kind !== ACC) return;
    const [size] = elementOf(operation)!;
    if (bytes % size !== 0) state.refuse(name, argument, bytes, `it is a multiple of the ${size} bytes of an element`);
  }

  /** Both sides of `bytes`, which reach so far below the addresses. */
  function sides(call: Call, src: number, dst: number, srcSize: Extent, dstSize: Extent): Sides {
    const { name, kind, proc, operation } = call;
    const place = (argument: string, address: number, { start, size }: Extent, isRemote: boolean) => {
      if (isRemote) return state.remote(name, argument, (address + start) | 0, size, proc) - start;
      state.local(name, argument, (address + start) | 0, size);
      return address;
    };
    if (kind === ACC) {
      const alignment = elementOf(operation)![1];
      if (dst % alignment !== 0) state.refuse(name, 'dst', inHex(dst), `an element is aligned to ${alignment} bytes`);
    }
    return { to: place('dst', dst, dstSize, kind !== GET), from: place('src', src, srcSize, kind === GET) };
  }

  /** Waits for a transfer, or leaves it to the handle. A get that was done at once may be one of a loop that waits for others. */
  function goOn({ name, kind, proc, waits, handle }: Call, transfer: number): void {
    if (transfer === COMPLETE) {
      if (kind === GET) runtime.job.glance();
    } else if (waits) runtime.transfers.wait(name, transfer);
    else handles.add(handle, { proc, isDone: once(() => runtime.transfers.test(name, transfer)) });
  }

  function accumulate({ proc, waits, handle, operation, scale }: Call, rows: readonly Row[]): void {
    const { recorder } = environment;
    const start = recorder?.now() ?? 0;
    for (const { to, bytes } of rows) recorder?.moves(proc, recorder.offsetOf(to), bytes, true, start);
    const isDone = accumulates.begin(proc, operation, scale, elementOf(operation)![0], rows);
    if (!waits) handles.add(handle, { proc, isDone });
    else if (!isDone()) runtime.job.block(FOR_TRANSFER, isDone);
  }

  /** Rows of bytes, from the whole of which `transfer` makes one operation. */
  function perform(call: Call, rows: readonly Row[], transfer: () => number): void {
    const { kind, proc, waits, handle } = call;
    if (kind === ACC) accumulate(call, rows);
    else if (!waits && handles.isAggregate(handle)) for (const row of rows) handles.keep(handle, { proc, ...row });
    else goOn(call, transfer());
  }

  function __armci_contiguous(callAddress: number, src: number, dst: number, bytes: number): void {
    const call = callAt(callAddress);
    checkBytes(call, 'bytes', bytes);
    const all = { start: 0, size: bytes };
    const { to, from } = sides(call, src, dst, all, all);
    if (bytes > 0) perform(call, [{ to, from, bytes }], () => runtime.transfers.copy(call.name, to, from, bytes));
  }

  function __armci_strided(
    ...[callAddress, src, srcStrides, dst, dstStrides, count, levels]: [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
  ): void {
    const call = callAt(callAddress);
    const { name } = call;
    if (levels >>> 0 > MOST_LEVELS) state.refuse(name, 'stride_levels', levels, `it is 0 .. ${MOST_LEVELS}`);
    const counts = wordsAt(name, 'count', count, levels + 1);
    counts.forEach((value, i) => {
      if (value < 0) state.refuse(name, `count[${i}]`, value, 'it is 0 or more');
    });
    checkBytes(call, 'count[0]', counts[0]!);
    if (counts.includes(0)) return;
    const fromStrides = wordsAt(name, 'src_stride_arr', srcStrides, levels);
    const toStrides = wordsAt(name, 'dst_stride_arr', dstStrides, levels);
    if (call.kind === ACC) checkStrides(call, toStrides);
    const { to, from } = sides(call, src, dst, extent(fromStrides, counts), extent(toStrides, counts));
    const rows: Row[] = [];
    if (call.kind === ACC || handles.isAggregate(call.handle))
      strided(
        (rowTo, rowFrom, bytes) => rows.push({ to: rowTo, from: rowFrom, bytes }),
        to,
        toStrides,
        from,
        fromStrides,
        counts,
      );
    perform(call, rows, () =>
      runtime.noncontiguous.strided(name, to, toStrides, from, fromStrides, Uint32Array.from(counts)),
    );
  }

  function checkStrides({ name, operation }: Call, strides: Int32Array): void {
    const alignment = elementOf(operation)![1];
    strides.forEach((stride, i) => {
      if (stride % alignment !== 0)
        state.refuse(name, `dst_stride_arr[${i}]`, stride, `an element is aligned to ${alignment} bytes`);
    });
  }

  function wordsAt(name: string, argument: string, address: number, count: number): Int32Array {
    state.local(name, argument, address, 4 * count);
    return I32.slice(address >>> 2, (address >>> 2) + count);
  }

  /** A list is of arrays of pointers, which have pieces of one size. */
  function __armci_vector(callAddress: number, lists: number, length: number): void {
    const call = callAt(callAddress);
    const { name } = call;
    if (length < 0) state.refuse(name, 'len', length, 'it is 0 or more');
    const words = wordsAt(name, 'darr', lists, 4 * length);
    const rows = Array.from({ length }, (_, i) => rowsOf(call, i, words.subarray(4 * i, 4 * i + 4))).flat();
    if (rows.length === 0) return;
    const lengths = Uint32Array.from(rows, ({ bytes }) => bytes);
    const to = { addresses: Float64Array.from(rows, (row) => row.to), lengths };
    const from = { addresses: Float64Array.from(rows, (row) => row.from), lengths };
    perform(call, rows, () => runtime.noncontiguous.vector(name, to, from));
  }

  function rowsOf(call: Call, i: number, [sources, destinations, bytes, count]: Int32Array): Row[] {
    const { name } = call;
    if (count! < 0) state.refuse(name, `darr[${i}].ptr_array_len`, count!, 'it is 0 or more');
    checkBytes(call, `darr[${i}].bytes`, bytes!);
    const from = wordsAt(name, `darr[${i}].src_ptr_array`, sources!, count!);
    const to = wordsAt(name, `darr[${i}].dst_ptr_array`, destinations!, count!);
    if (bytes === 0) return [];
    const all = { start: 0, size: bytes! };
    return Array.from(from, (src, k) => ({ ...sides(call, src, to[k]!, all, all), bytes: bytes! }));
  }

  return { __armci_contiguous, __armci_strided, __armci_vector };
}

/** From so many bytes below an address on, so many bytes. */
interface Extent {
  readonly start: number;
  readonly size: number;
}
