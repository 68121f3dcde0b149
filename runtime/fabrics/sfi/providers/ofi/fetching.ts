/**
 * Errands of the progress thread: it reads data for ranks of its process that compute, where they lie at another process, and tells their owner.
 */
import type { Errand, Hardware } from '../../../hardware.ts';
import { FI_EAGAIN } from '../../errno.ts';
import { UNDER_WAY } from './entry.ts';
import { Operations } from './operations.ts';
import type { Port } from './port.ts';
import { ERRANDS } from './sizes.ts';

/** Negative: nothing is under way. */
const NONE = -1;

interface Going {
  readonly errand: Errand;
  /** The data are here; the owner is to be told. */
  isHere: boolean;
  /** Of the operation under way. */
  slot: number;
}

export class Fetching {
  private readonly operations: Operations;
  private going: Going[] = [];

  constructor(
    private readonly hardware: Hardware,
    private readonly port: Port,
  ) {
    this.operations = new Operations(hardware, port, undefined, port.errandsAt, ERRANDS);
  }

  /** Begins what there is room for, and goes on with what is under way. */
  look(): void {
    this.take();
    if (this.going.length > 0) this.going = this.going.filter((each) => this.goesOn(each));
  }

  private take(): void {
    const { errands } = this.hardware;
    while (errands !== undefined && this.going.length < ERRANDS) {
      const errand = errands.next();
      if (errand === undefined) return;
      const going = { errand, isHere: false, slot: NONE };
      if (errand.bytes === 0) this.arrived(going);
      this.going.push(going);
    }
  }

  private goesOn(each: Going): boolean {
    if (each.slot < 0) return this.begin(each);
    const state = this.operations.stateOf(each.slot);
    if (state === UNDER_WAY) return true;
    this.operations.release(each.slot);
    if (state < 0) this.failed(each, state);
    if (each.isHere) return false;
    this.arrived(each);
    return this.begin(each);
  }

  private arrived(each: Going): void {
    each.isHere = true;
    each.errand.done();
  }

  /** True: it goes on, or has to be begun again. */
  private begin(each: Going): true {
    const { from, told, to, bytes, one } = each.errand;
    const { operations } = this;
    each.slot = each.isHere
      ? operations.begin(true, told.rank, one, told.offset, 4, false)
      : operations.begin(false, from.rank, to, from.offset, bytes, false);
    if (each.slot < 0 && each.slot !== -FI_EAGAIN) this.failed(each, each.slot);
    return true;
  }

  private failed({ errand }: Going, error: number): void {
    this.port.faults.enter(error, this.port.processOf(errand.from.rank));
  }
}
