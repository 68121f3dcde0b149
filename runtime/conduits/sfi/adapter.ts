/**
 * Atomic operations by the fabric's adapter alone, by providers that have such.
 */
import { FI_EAGAIN, fi_strerror } from '../../fabrics/sfi/errno.ts';
import { type AdapterOperations, providerNamed } from '../../fabrics/sfi/provider.ts';
import { isHere } from '../../memory/space.ts';
import type { AdapterAtomics, AtomicOperation, AtomicType, Host } from '../conduit.ts';
import { DATATYPES, OPERATORS } from './atomic.ts';
import { providerFor } from './provider.ts';

/** Undefined where there are none. The endpoints are open. */
export function openAdapter(host: Host): SfiAdapter | undefined {
  const name = providerFor(host.variables, host.firsts.length);
  const operations = name === undefined ? undefined : providerNamed({ hardware: host }, name)?.adapter?.(host);
  return operations && new SfiAdapter(host, operations);
}

export class SfiAdapter implements AdapterAtomics {
  constructor(
    private readonly host: Host,
    private readonly operations: AdapterOperations,
  ) {}

  has(operation: AtomicOperation, type: AtomicType): boolean {
    return this.operations.has(DATATYPES[type], OPERATORS[operation]);
  }

  readonly perform: AdapterAtomics['perform'] = (operation, type, rank, offset, operand, compare, result) => {
    const { operations } = this;
    const operands = this.operandsAt(operand, compare);
    const begin = () => operations.begin(DATATYPES[type], OPERATORS[operation], rank, offset, operands);
    const place = this.until(rank, begin, (status) => status !== -FI_EAGAIN);
    const status = place < 0 ? place : this.until(rank, () => operations.test(place, result), Boolean);
    if (status < 0) this.failed(operation, rank, offset, status);
  };

  /** On memory of this process, which its ranks access without libfabric, it is done on return. */
  readonly begin: AdapterAtomics['begin'] = (operation, type, rank, offset, operand) => {
    if (isHere(this.host.space, rank)) {
      this.perform(operation, type, rank, offset, operand, 0, 0);
      return;
    }
    const operands = this.operandsAt(operand, 0);
    const post = () => this.operations.post(DATATYPES[type], OPERATORS[operation], rank, offset, operands);
    const status = this.until(rank, post, (each) => each !== -FI_EAGAIN);
    if (status < 0) this.failed(operation, rank, offset, status);
  };

  /** Whether all that `begin` has begun is done; ends the job if something of it will never be. */
  isDone(): boolean {
    const status = this.operations.posted();
    if (status < 0) this.host.fail(`sfi: an atomic operation by the adapter: ${fi_strerror(status)}`);
    return status > 0;
  }

  private failed(operation: AtomicOperation, rank: number, offset: number, status: number): never {
    const place = `0x${offset.toString(16)} of rank ${rank}`;
    return this.host.fail(`sfi: atomic '${operation}' by the adapter at ${place}: ${fi_strerror(status)}`);
  }

  /** They are taken at once: what is served during a wait may use their places. */
  private operandsAt(operand: number, compare: number): Int32Array {
    const { I32 } = this.host.space;
    const words = new Int32Array(4);
    if (operand !== 0) words.set(I32.subarray(operand >>> 2, (operand >>> 2) + 2));
    if (compare !== 0) words.set(I32.subarray(compare >>> 2, (compare >>> 2) + 2), 2);
    return words;
  }

  /** The first status that `serves`. */
  private until(rank: number, attempt: () => number, serves: (status: number) => boolean): number {
    let status = attempt();
    const holds = () => serves(status) || serves((status = attempt()));
    if (!holds()) this.host.waitFor(rank, holds);
    return status;
  }
}
