/**
 * Services of other processes, by providers that run them while the ranks there compute.
 */
import { FI_EAGAIN, fi_strerror } from '../../fabrics/sfi/errno.ts';
import { providerNamed, type ServiceOperations } from '../../fabrics/sfi/provider.ts';
import type { Host, Services } from '../conduit.ts';
import { providerFor } from './provider.ts';

/** Undefined where messages do as well. The endpoints are open. */
export function openServices(host: Host): Services | undefined {
  const name = providerFor(host.variables, host.firsts.length);
  const operations = name === undefined ? undefined : providerNamed({ hardware: host }, name)?.services?.(host);
  return operations && new SfiServices(host, operations);
}

class SfiServices implements Services {
  constructor(
    private readonly host: Host,
    private readonly operations: ServiceOperations,
  ) {}

  call(rank: number, number: number, words: readonly number[]): readonly number[] {
    const { operations } = this;
    const place = this.insist(rank, () => operations.call(rank, number, words));
    let answer: readonly number[] | undefined;
    this.host.waitFor(rank, () => {
      answer = operations.answer(place);
      return answer !== undefined;
    });
    return answer!;
  }

  tell(rank: number, number: number, one: number, two: number, from: number, count: number): void {
    this.insist(rank, () => this.operations.tell(rank, number, one, two, from, count));
  }

  /** Begins it as soon as there is room: gives what that gives. */
  private insist(rank: number, begin: () => number): number {
    let status = begin();
    const hasBegun = () => {
      if (status >= 0) return true;
      if (status !== -FI_EAGAIN) this.host.fail(`sfi: cannot ask another process: ${fi_strerror(status)}`);
      status = begin();
      return status >= 0;
    };
    if (!hasBegun()) this.host.waitFor(rank, hasBegun);
    return status;
  }
}
