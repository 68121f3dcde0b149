/**
 * Addresses of internet protocols (struct sockaddr_in, sockaddr_in6) in native memory: who reaches them, and how they are written.
 */
import type { NativeLibrary } from '../../../../platform/platform.ts';

/** Who reaches an address; `UNKNOWN`: there is none, or one of another protocol. */
export const [LOOPBACK, LINK_LOCAL, IPV4, IPV6, UNKNOWN] = [
  'loopback',
  'link-local',
  'IPv4',
  'IPv6',
  'unknown',
] as const;
export type Kind = typeof LOOPBACK | typeof LINK_LOCAL | typeof IPV4 | typeof IPV6 | typeof UNKNOWN;

export interface Address {
  readonly kind: Kind;
  /** Empty if it is unknown. */
  readonly text: string;
}

const [AF_INET, AF_INET6] = [2, 10];
/** Offset and bytes of the address proper. */
const [AT_4, BYTES_4] = [4, 4];
const [AT_6, BYTES_6] = [8, 16];

/** `place`: 0 if there is none. */
export function addressAt(native: Pick<NativeLibrary, 'readInt'>, place: number): Address {
  const family = place === 0 ? 0 : native.readInt(place) & 0xffff;
  const bytes = (at: number, count: number) =>
    Array.from({ length: count }, (_, i) => (native.readInt(place + at + (i & ~3)) >>> (8 * (i & 3))) & 0xff);
  if (family === AF_INET) return ofVersion4(bytes(AT_4, BYTES_4));
  if (family === AF_INET6) return ofVersion6(bytes(AT_6, BYTES_6));
  return { kind: UNKNOWN, text: '' };
}

function ofVersion4(bytes: readonly number[]): Address {
  const kind = bytes[0] === 127 ? LOOPBACK : bytes[0] === 169 && bytes[1] === 254 ? LINK_LOCAL : IPV4;
  return { kind, text: bytes.join('.') };
}

function ofVersion6(bytes: readonly number[]): Address {
  const groups = Array.from({ length: 8 }, (_, i) => (bytes[2 * i]! << 8) | bytes[2 * i + 1]!);
  const isLoopback = groups.every((group, i) => group === (i < 7 ? 0 : 1));
  const kind = isLoopback ? LOOPBACK : (groups[0]! & 0xffc0) === 0xfe80 ? LINK_LOCAL : IPV6;
  return { kind, text: groups.map((group) => group.toString(16)).join(':') };
}
