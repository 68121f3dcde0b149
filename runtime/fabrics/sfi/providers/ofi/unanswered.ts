/**
 * Looks of the progress thread, about one a second, at the operations of all ranks of this process, and at its probe: is there a process that completes none?
 *
 * Each process completes accesses and requests while its ranks compute, so one that completes nothing of what is under way cannot be
 * reached, unless many bytes are on their way; whether it is there, others know (launch/partition.ts). Messages that wait for room wait for a rank, and tell nothing.
 * Counted in looks, so that a suspended process that is resumed is not taken for one. An operation takes two stores more for it.
 */
import { addressOf } from '../../../../memory/space.ts';
import { platform } from '../../../../platform/linked.ts';
import type { Hardware } from '../../../hardware.ts';
import { KIND, NUMBER, OPERATION, STATE, TARGET, UNDER_WAY } from './entry.ts';
import { LENGTH, SLOT } from './operations.ts';
import type { Port } from './port.ts';
import { Probe } from './probe.ts';
import { OPERATIONS } from './sizes.ts';

/** Milliseconds between looks. */
const PERIOD = 1000;
/** Bytes a second that a network carries at least. */
const SLOWEST = 2 ** 20;
/** In `numbers`: nothing was under way. */
const NOTHING = -1;

export class Unanswered {
  /** By slot of all ranks: the index of its entry, and the number and target of what was under way at the last look. */
  private readonly entries: number[];
  private readonly numbers: Int32Array;
  private readonly targets: Int32Array;
  /** By process: seconds for which it has completed nothing, though something was under way. */
  private readonly seconds: Float64Array;
  private next = 0;
  private readonly probe: Probe;

  constructor(
    private readonly hardware: Hardware,
    private readonly port: Port,
  ) {
    const { space, area, firsts } = hardware;
    const offset = area.take(OPERATIONS * SLOT); // where the ranks' operations lie (operations.ts)
    const ranks = Array.from({ length: space.REACH }, (_, i) => space.FIRST + i).filter((rank) => port.isHere(rank));
    this.entries = ranks.flatMap((rank) =>
      Array.from({ length: OPERATIONS }, (_, slot) => addressOf(space, rank, offset + slot * SLOT) >>> 2),
    );
    this.probe = new Probe(hardware, port);
    this.numbers = new Int32Array(this.entries.length).fill(NOTHING);
    this.targets = new Int32Array(this.entries.length);
    this.seconds = new Float64Array(firsts.length);
  }

  /** If it is time to. */
  look(): void {
    const now = platform.clock.milliseconds();
    if (now < this.next) return;
    this.next = now + PERIOD;
    this.probe.look();
    const [stays, goesOn] = this.compare();
    const { next, isUnanswered } = this.probe;
    if (isUnanswered) stays.set(next, stays.get(next) ?? 0);
    else goesOn.add(next);
    for (const process of this.seconds.keys()) {
      const bytes = this.port.isGone(process) || goesOn.has(process) ? undefined : stays.get(process);
      this.seconds[process] = bytes === undefined ? 0 : this.seconds[process]! + PERIOD / 1000;
      const tooLong = Math.floor(this.seconds[process]! - (bytes ?? 0) / SLOWEST);
      if (tooLong > 0) this.hardware.unanswered?.(process, tooLong, this.port.provider);
    }
  }

  /**
   * Processes on which operations are still under way that were at the last look, with their bytes, behind which others may wait; and those
   * on which one is not any more.
   */
  private compare(): [stays: Map<number, number>, goesOn: Set<number>] {
    const { I32 } = this.hardware.space;
    const [stays, goesOn] = [new Map<number, number>(), new Set<number>()];
    for (const [i, entry] of this.entries.entries()) {
      const isUnderWay = I32[entry + KIND] === OPERATION && Atomics.load(I32, entry + STATE) === UNDER_WAY;
      const number = isUnderWay ? I32[entry + NUMBER]! : NOTHING;
      const before = this.numbers[i]!;
      const target = this.targets[i]!;
      if (before !== NOTHING && number === before) stays.set(target, (stays.get(target) ?? 0) + bytesAt(I32, entry));
      else if (before !== NOTHING) goesOn.add(target);
      this.numbers[i] = number;
      this.targets[i] = I32[entry + TARGET]!;
    }
    return [stays, goesOn];
  }
}

/** Bytes of the operation in a slot. */
const bytesAt = (I32: Int32Array, entry: number) => I32[entry + LENGTH / 4]! >>> 0;
