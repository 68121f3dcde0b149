/**
 * Atomic operations by libfabric's provider itself: fi_fetch_atomicmsg and fi_compare_atomicmsg to the endpoint of the target's process. Operations
 * on this process go to its own endpoint, so that only the provider changes a word.
 *
 * All give the old value: when that is here the operation is done at the target, whatever else a provider takes for complete.
 * The message lies in the slot of the operation, where the source of an access would. Whatever looks at the network here gives up the slots of
 * operations whose old value nobody wants.
 */
import type { NativeFunction } from '../../../../platform/platform.ts';
import type { Hardware } from '../../../hardware.ts';
import { DATATYPES, type Datatype, OPERATORS, type Operator } from '../../atomic.ts';
import { FI_EAGAIN } from '../../errno.ts';
import type { AdapterOperations } from '../../provider.ts';
import { ATOMIC, FI_COMPLETION, IOC, MSG_ATOMIC, OPS_ATOMIC, RMA_IOV, setLong } from './abi.ts';
import { UNDER_WAY } from './entry.ts';
import { ANSWER_AT, type Operations } from './operations.ts';
import type { Outgoing } from './outgoing.ts';
import type { Port } from './port.ts';
import { ANSWER_WORDS, OPERATIONS } from './sizes.ts';
import { isValid } from './validity.ts';

/** Offsets in a slot, behind the old value. */
const OPERAND = ANSWER_AT + 4 * ANSWER_WORDS;
const COMPARAND = OPERAND + 8;
const MESSAGE = COMPARAND + 8;
const OPERANDS = MESSAGE + MSG_ATOMIC.BYTES;
const COMPARANDS = OPERANDS + IOC.BYTES;
const RESULTS = COMPARANDS + IOC.BYTES;
const TARGETS = RESULTS + IOC.BYTES;
/** That of the slots. */
const DESCRIPTOR = TARGETS + RMA_IOV.BYTES;

export class NativeAtomics implements AdapterOperations {
  private readonly I32: Int32Array;
  private readonly fetch: NativeFunction;
  private readonly compare: NativeFunction;
  /** Words of the old value, by slot. */
  private readonly words = new Uint8Array(OPERATIONS);
  /** Slots of those whose old value nobody wants, and the first error that one has had. */
  private readonly unwanted: number[] = [];
  private failed = 0;

  /** The endpoint has some. */
  constructor(
    private readonly hardware: Hardware,
    private readonly port: Port,
    private readonly operations: Operations,
    private readonly outgoing: Outgoing,
  ) {
    this.I32 = hardware.space.I32;
    const { library, endpoint } = port.wire;
    this.fetch = library.operation(endpoint, ATOMIC, OPS_ATOMIC.FETCHMSG, 'long', 6);
    this.compare = library.operation(endpoint, ATOMIC, OPS_ATOMIC.COMPAREMSG, 'long', 9);
  }

  has(datatype: Datatype, op: Operator): boolean {
    return isValid(this.port.wire.atomics, datatype, op);
  }

  begin(datatype: Datatype, op: Operator, rank: number, offset: number, operands: Int32Array): number {
    const { port } = this;
    const size = sizeOf(datatype);
    if (!port.wire.waits && !port.isHere(rank)) this.outgoing.nudge(port.processOf(rank));
    const slot = this.operations.request(rank, offset, size, (place) => {
      const at = place + (this.hardware.space.BASE >>> 0);
      this.I32.set(operands, (at + OPERAND) >>> 2);
      this.compose(at, datatype, op, rank, offset);
      return port.faults.judge(port.processOf(rank), this.send(at, op));
    });
    if (slot === -FI_EAGAIN) {
      port.poll();
      this.progress();
    }
    if (slot >= 0) this.words[slot] = size / 4;
    return slot;
  }

  test(slot: number, result: number): number {
    const { operations, I32 } = this;
    const state = operations.stateOf(slot);
    if (state === UNDER_WAY) {
      this.port.poll();
      return 0;
    }
    const old = operations.answerOf(slot) >>> 2;
    if (state > 0 && result !== 0) I32.copyWithin(result >>> 2, old, old + this.words[slot]!);
    operations.release(slot);
    return state;
  }

  post(datatype: Datatype, op: Operator, rank: number, offset: number, operands: Int32Array): number {
    const slot = this.begin(datatype, op, rank, offset, operands);
    if (slot < 0) return slot;
    this.unwanted.push(slot);
    return 0;
  }

  posted(): number {
    if (this.unwanted.length > 0) this.port.poll();
    this.progress();
    if (this.unwanted.length > 0) return 0;
    return this.failed === 0 ? 1 : this.failed;
  }

  /** Gives up the slots of what is done. */
  progress(): void {
    const { operations, unwanted } = this;
    for (let i = 0; i < unwanted.length; ) {
      const state = operations.stateOf(unwanted[i]!);
      if (state === UNDER_WAY) {
        i++;
        continue;
      }
      operations.release(unwanted[i]!);
      unwanted[i] = unwanted[unwanted.length - 1]!;
      unwanted.pop();
      if (state < 0) this.failed ||= state;
    }
  }

  private compose(at: number, datatype: Datatype, op: Operator, rank: number, offset: number): void {
    const { I32 } = this;
    const { wire } = this.port;
    const process = this.port.processOf(rank);
    const message = at + MESSAGE;
    for (const [list, place] of [
      [OPERANDS, OPERAND],
      [COMPARANDS, COMPARAND],
      [RESULTS, ANSWER_AT],
    ] as const) {
      setLong(I32, at + list + IOC.ADDR, wire.base + at + place);
      setLong(I32, at + list + IOC.COUNT, 1);
    }
    wire.aim(at + TARGETS, rank, offset, 1);
    setLong(I32, at + DESCRIPTOR, wire.descriptorOf(at));
    setLong(I32, message + MSG_ATOMIC.IOV, wire.base + at + OPERANDS);
    setLong(I32, message + MSG_ATOMIC.DESC, wire.base + at + DESCRIPTOR);
    setLong(I32, message + MSG_ATOMIC.IOV_COUNT, 1);
    setLong(I32, message + MSG_ATOMIC.ADDR, wire.addressOf(process));
    setLong(I32, message + MSG_ATOMIC.RMA_IOV, wire.base + at + TARGETS);
    setLong(I32, message + MSG_ATOMIC.RMA_IOV_COUNT, 1);
    I32[(message + MSG_ATOMIC.DATATYPE) >>> 2] = DATATYPES.indexOf(datatype);
    I32[(message + MSG_ATOMIC.OP) >>> 2] = OPERATORS.indexOf(op);
    setLong(I32, message + MSG_ATOMIC.CONTEXT, wire.base + at);
  }

  private send(at: number, op: Operator): number {
    const { wire } = this.port;
    const place = (offset: number) => wire.base + at + offset;
    const results = [place(RESULTS), place(DESCRIPTOR), 1, FI_COMPLETION] as const;
    return op === 'FI_CSWAP'
      ? this.compare(wire.endpoint, place(MESSAGE), place(COMPARANDS), place(DESCRIPTOR), 1, ...results)
      : this.fetch(wire.endpoint, place(MESSAGE), ...results);
  }
}

function sizeOf(datatype: Datatype): number {
  return datatype === 'FI_INT32' || datatype === 'FI_UINT32' || datatype === 'FI_FLOAT' ? 4 : 8;
}
