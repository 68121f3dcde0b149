/** Where a sender puts packets for another rank: its ring (memory/ring.ts), or what stands for it. */
export interface Packets {
  /** Room for a packet of `size` bytes, to be published: its address; 0 if there is none. `carried`: bytes that come with it, unless `size`. */
  reserve(size: number, carried?: number): number;
  publish(packet: number): void;
}
