/**
 * Buffers of a collective call: none into which data come overlaps one from which they go (MPI 3.1, 5.1, 5.9.1; MPI_IN_PLACE is for that).
 *
 * One idea: in the order of addresses, a buffer overlaps one before it just if the farthest end so far is behind its beginning.
 */
interface Buffer {
  readonly argument: string;
  readonly address: number;
  readonly bytes: number;
  readonly isReceived: boolean;
}

export class Overlaps {
  /** In the order of addresses. */
  private readonly all: Buffer[] = [];

  /** Bytes without gaps. */
  add(argument: string, at: number, bytes: number, isReceived: boolean): void {
    const { all } = this;
    const address = at >>> 0;
    if (bytes <= 0) return;
    let place = all.length;
    while (place > 0 && all[place - 1]!.address > address) place--;
    all.splice(place, 0, { argument, address, bytes, isReceived });
  }

  /** The first that are found: the one from which data go, and the other. */
  find(): readonly [sent: Buffer, received: Buffer] | undefined {
    if (this.all.length < 2) return undefined;
    let [sent, received]: (Buffer | undefined)[] = [];
    for (const buffer of this.all) {
      if (buffer.isReceived) received = farther(received, buffer);
      else sent = farther(sent, buffer);
      const other = buffer.isReceived ? sent : received;
      if (other !== undefined && endOf(other) > buffer.address) return [sent!, received!];
    }
    return undefined;
  }
}

const endOf = ({ address, bytes }: Buffer): number => address + bytes;

const farther = (one: Buffer | undefined, other: Buffer): Buffer =>
  one !== undefined && endOf(one) > endOf(other) ? one : other;
