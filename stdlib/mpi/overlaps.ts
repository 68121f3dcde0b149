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
  private all: Buffer[] = [];

  /** Bytes without gaps. */
  add(argument: string, address: number, bytes: number, isReceived: boolean): void {
    if (bytes > 0) this.all.push({ argument, address: address >>> 0, bytes, isReceived });
  }

  /** The first that are found: the one from which data go, and the other. */
  find(): readonly [sent: Buffer, received: Buffer] | undefined {
    if (this.all.length < 2) return undefined;
    let [sent, received]: (Buffer | undefined)[] = [];
    for (const buffer of this.all.sort((one, other) => one.address - other.address)) {
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
