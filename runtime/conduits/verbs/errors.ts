/** Error messages of the verbs conduit. */

import { inHex, inUnits } from '../../errors.ts';
import { ibv_wc_status_str, strerror } from '../../fabrics/verbs/index.ts';

export function unknownProvider(provider: string): string {
  return `PGAS_PROVIDER=${provider}: the verbs conduit has the providers shm and null`;
}

export function notASize(name: string, text: string): string {
  return `${name}=${text}: not a size; write a number of bytes, with K, M or G behind it if you like`;
}

export function tooLargeSetting(name: string, value: number, least: number, most: number): string {
  return `${name}=${value}: it must be ${least} to ${most} with so many threads`;
}

export function badBucket(value: number, least: number, most: number): string {
  return `PGAS_FIREHOSE_BUCKET=${value}: a bucket is a power of two from ${inUnits(least)} to ${inUnits(most)}`;
}

export function tooFewFirehoses(memory: number, bucket: number, peers: number): string {
  return (
    `PGAS_FIREHOSE_M=${memory}: ${peers} peers need a firehose of a bucket (${inUnits(bucket)}) each, ` +
    `so at least ${peers * bucket}; give more, or make PGAS_FIREHOSE_BUCKET smaller`
  );
}

export function tooFewVictims(memory: number, bucket: number): string {
  return `PGAS_FIREHOSE_MAXVICTIM_M=${memory}: it must hold at least a bucket (${inUnits(bucket)})`;
}

export function tooManyRegions(buckets: number, most: number): string {
  return (
    `PGAS_FIREHOSE_M and PGAS_FIREHOSE_MAXVICTIM_M make ${buckets} buckets, but the adapter can register ${most} ` +
    'memory regions: give less memory or make PGAS_FIREHOSE_BUCKET larger'
  );
}

export function cannot(what: string, error: number): string {
  return `verbs: cannot ${what}: ${strerror(error)}`;
}

export function notPosted(operation: string, rank: number, error: number): string {
  return `verbs: ${operation} to thread ${rank} was not taken: ${strerror(error)}`;
}

export function failedRequest(operation: string, rank: number, offset: number, size: number, status: number): string {
  return `verbs: ${operation} with thread ${rank}, ${size} bytes at offset ${inHex(offset)}: ${ibv_wc_status_str(status)}`;
}

export function failedReceive(status: number): string {
  return `verbs: a message could not be received: ${ibv_wc_status_str(status)}`;
}

export function overrun(queue: string): string {
  return `verbs: the completion queue of ${queue} has overrun`;
}

export function outside(
  operation: string,
  rank: number,
  offset: number,
  size: number,
  start: number,
  end: number,
): string {
  return (
    `${operation} of ${size} bytes at offset ${inHex(offset)} of thread ${rank}: not in its segment, ` +
    `which is ${inHex(start)} to ${inHex(end)}`
  );
}

export function tooLargeMessage(size: number, most: number): string {
  return `verbs: a message of ${size} bytes, but a buffer holds ${most}`;
}
