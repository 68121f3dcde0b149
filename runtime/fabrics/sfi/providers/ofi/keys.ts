/**
 * Keys of registered memory: random numbers, which nobody guesses who reaches the endpoint and is not of the job.
 */
import { platform } from '../../../../platform/linked.ts';

const MOST_BYTES = 8;

/** A key of at most so many bytes, the domain's mr_key_size; its 64 bits as a signed number. */
export function newKey(bytes: number): bigint {
  const secret = platform.sockets.secret();
  const bits = new DataView(secret.buffer, secret.byteOffset).getBigUint64(0);
  return BigInt.asIntN(64, BigInt.asUintN(8 * Math.min(bytes, MOST_BYTES), bits));
}
