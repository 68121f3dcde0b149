/**
 * Buffered sends: data go to the library's memory at once, as much as the buffer that the program has attached holds (MPI 3.1, 3.6).
 *
 * The program's buffer is a limit alone: it is never written, which no program may rely on.
 */
import { ERR_BUFFER } from './errors.ts';
import { Send } from './operations.ts';
import type { Packing } from './packing.ts';
import type { Post } from './post.ts';
import type { Body, State } from './state.ts';
import type { Waiting } from './waiting.ts';

/** MPI_BSEND_OVERHEAD. */
const OVERHEAD = 64;

export class Buffered {
  private attached: { readonly address: number; readonly size: number } | undefined;
  private underWay: Send[] = [];

  constructor(
    private readonly state: State,
    private readonly packing: Packing,
    private readonly post: Post,
    private readonly waiting: Waiting,
  ) {}

  /** Gives a send that is done; its data have been copied. */
  send(call: string, send: Send): Send {
    if (send.isDone) return send;
    this.collect();
    const used = this.underWay.reduce((sum, { bytes }) => sum + bytes + OVERHEAD, 0);
    const room = (this.attached?.size ?? 0) - used;
    if (send.bytes + OVERHEAD > room) {
      const rule = `${send.bytes} bytes and MPI_BSEND_OVERHEAD do not fit into the ${Math.max(room, 0)} bytes that are free of the buffer attached`;
      send.settle();
      this.state.refuse(call, 'buf', `a message of ${send.bytes} bytes`, rule, ERR_BUFFER);
    }
    const copied = this.copyOf(call, send);
    this.post.send(copied, false);
    if (copied.isDone) copied.settle();
    else this.underWay.push(copied);
    const { comm, commHandle, tag } = send;
    const done = new Send(comm, commHandle, 0, tag, 0, 0, () => {});
    done.complete();
    return done;
  }

  /** A send of the same, from a copy of the data. */
  copyOf(call: string, send: Send): Send {
    const { environment } = this.state;
    const piece = this.packing.room(call, send.bytes);
    if (send.bytes > 0) environment.runtime.bulk.copy(piece.address, send.address, send.bytes);
    send.settle();
    return send.from(piece.address, () => this.packing.release(piece));
  }

  private collect(): void {
    for (const send of this.underWay) if (send.isDone) send.settle();
    this.underWay = this.underWay.filter(({ isDone }) => !isDone);
  }

  private detach(call: string, at: number, size: number): void {
    if (this.attached === undefined)
      this.state.refuse(call, 'buffer', 'none', 'attach one by MPI_Buffer_attach first', ERR_BUFFER);
    for (const send of this.underWay) this.waiting.for(call, send);
    this.collect();
    this.state.give(call, 'buffer_addr', at, this.attached.address);
    this.state.give(call, 'size', size, this.attached.size);
    this.attached = undefined;
  }

  readonly bodies: Record<string, Body> = {
    MPI_Buffer_attach: (call, address, size) => {
      if (this.attached !== undefined)
        this.state.refuse(call, 'buffer', 'a second one', 'detach the first by MPI_Buffer_detach', ERR_BUFFER);
      this.state.natural(call, 'size', size!);
      this.state.local(call, 'buffer', address!, size!);
      this.attached = { address: address!, size: size! };
    },
    MPI_Buffer_detach: (call, at, size) => this.detach(call, at!, size!),
  };
}
