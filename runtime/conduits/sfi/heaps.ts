/**
 * Access to all memory of other ranks, private heaps too, for the runtime's own copies: through the key that such memory has where the fabric does not pin
 * what is registered. Accesses of programs go by the key of the segments, so that what is not shared stays out of their reach.
 */
import { FI_EAGAIN, fi_strerror } from '../../fabrics/sfi/errno.ts';
import type { RmaOperations } from '../../fabrics/sfi/rma.ts';
import type { Host, Messages, RemoteHeaps } from '../conduit.ts';
import { WHOLE_KEY } from './endpoints.ts';
import type { Progress } from './progress.ts';

export class SfiHeaps implements RemoteHeaps {
  constructor(
    private readonly host: Host,
    private readonly rma: RmaOperations,
    private readonly messages: Pick<Messages, 'poll'>,
    private readonly progress: Progress,
  ) {}

  put(rank: number, offset: number, source: number, size: number): void {
    this.finish(this.putNbBulk(rank, offset, source, size), rank, size);
  }

  get(destination: number, rank: number, offset: number, size: number): void {
    this.finish(this.getNb(destination, rank, offset, size), rank, size);
  }

  putNbBulk(rank: number, offset: number, source: number, size: number): number {
    return this.begin(rank, (context) => this.rma.write(source, size, null, rank, offset >>> 0, WHOLE_KEY, context));
  }

  getNb(destination: number, rank: number, offset: number, size: number): number {
    return this.begin(rank, (context) =>
      this.rma.read(destination, size, null, rank, offset >>> 0, WHOLE_KEY, context),
    );
  }

  /** Gives the handle. What finds no room is begun as soon as there is some. */
  private begin(rank: number, start: (context: number) => number): number {
    const { host, progress } = this;
    const context = progress.begin();
    const hasBegun = () => {
      const status = start(context);
      if (status !== 0 && status !== -FI_EAGAIN) host.fail(`sfi: access to a private heap: ${fi_strerror(status)}`);
      return status === 0;
    };
    if (!hasBegun())
      host.waitFor(rank, () => {
        this.poll();
        return hasBegun();
      });
    return progress.handleOf(context);
  }

  private finish(handle: number, rank: number, size: number): void {
    const isDone = () => {
      this.messages.poll(false);
      return this.progress.test(handle) === true;
    };
    this.host.waitFor(rank, isDone, size);
  }

  private poll(): void {
    this.progress.poll();
    this.messages.poll(false);
  }
}
