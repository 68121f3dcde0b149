/** Sends packets of the provider "ofi": to ranks whose regions this memory has through their rings, to others in frames. */
import type { Endpoint } from '../../endpoint.ts';
import { FI_EAGAIN, FI_EMSGSIZE } from '../../errno.ts';
import type { Iovec } from '../../msg.ts';
import { BY_REFERENCE, headerOf, PIECES_SHIFT } from '../shm/packet.ts';
import type { Peers } from '../shm/peers.ts';
import { Sender } from '../shm/sender.ts';
import type { Outgoing } from './outgoing.ts';
import type { Port } from './port.ts';
import { LARGEST_FETCHED } from './sizes.ts';

export class OfiSender extends Sender {
  constructor(
    private readonly endpoint: Endpoint,
    peers: Peers,
    private readonly port: Port,
    private readonly outgoing: Outgoing,
  ) {
    super(endpoint, peers);
    this.longest = Math.min(this.longest, outgoing.longest);
  }

  override inject(kind: number, buf: number, len: number, dest: number, data: bigint, tag: bigint): number {
    const rank = this.peers.rankOf(dest);
    if (this.isNear(rank)) return super.inject(kind, buf, len, dest, data, tag);
    if (len > this.injectSize) return -FI_EMSGSIZE;
    const context = this.endpoint.vector!.contextOf(dest);
    const packet = this.outgoing.reserve(rank, context);
    if (packet === 0) return this.port.retry();
    this.fill(this.rank, packet, kind, len, 0, data, tag);
    const header = headerOf(kind);
    this.hardware.bulk.copy(packet + header, buf, len);
    const status = this.publishFar(packet, dest, rank, context, header + len);
    if (status === 0) this.ends.count();
    return status;
  }

  protected override post(
    kind: number,
    pieces: readonly Iovec[],
    len: number,
    dest: number,
    data: bigint,
    tag: bigint,
    told: boolean,
  ): number {
    const rank = this.peers.rankOf(dest);
    if (this.isNear(rank)) return super.post(kind, pieces, len, dest, data, tag, told);
    if (len > LARGEST_FETCHED) return -FI_EMSGSIZE;
    const context = this.endpoint.vector!.contextOf(dest);
    const packet = this.outgoing.reserve(rank, context);
    if (packet === 0) return this.port.retry();
    const byReference = len > this.longest;
    const first = byReference ? kind | BY_REFERENCE | (pieces.length << PIECES_SHIFT) : kind;
    this.fill(this.rank, packet, first, len, told ? this.nextWord() : 0, data, tag);
    const header = headerOf(kind);
    if (byReference) this.refer(this.rank, packet + header, pieces);
    else this.gather(this.rank, packet + header, pieces);
    return this.publishFar(packet, dest, rank, context, header + (byReference ? 8 * pieces.length : len));
  }

  /** An address that nobody has is refused there. */
  private isNear(rank: number): boolean {
    return rank < 0 || this.port.hasRings(rank);
  }

  private publishFar(packet: number, dest: number, rank: number, context: number, size: number): number {
    const status = this.outgoing.publish(packet, this.endpoint.vector!.offsetOf(dest), rank, context, size);
    return status === 0 ? 0 : status === -FI_EAGAIN ? this.port.retry() : status;
  }
}
