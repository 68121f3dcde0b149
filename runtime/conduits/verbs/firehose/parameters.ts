/**
 * Limits of pinned memory, and the size of a bucket.
 *
 * M is pinned by a rank for others: each of them has M / (ranks - 1) of it in firehoses. MAXVICTIM_M is pinned besides:
 * for its own transfers, and victims. All ranks must have the same limits. Phantom arrays count as memory of the rank.
 */
import { offsetsEnd, regionBytes } from '../../../memory/space.ts';
import type { Host } from '../../conduit.ts';
import { badBucket, tooFewFirehoses, tooFewVictims, tooManyRegions } from '../errors.ts';
import { sizeFrom } from '../settings.ts';

const LEAST_BUCKET = 4096;
const USUAL_BUCKET = 128 * 1024;

export interface FirehoseParameters {
  /** A bucket has 1 << bucketShift bytes. */
  readonly bucketShift: number;
  /** Firehoses of a rank on each other one. */
  readonly perPeer: number;
  /** Buckets pinned besides: MAXVICTIM. */
  readonly victims: number;
}

/** From the environment; by default three quarters of the limit for others, a quarter for victims. */
export function firehoseParameters(host: Host, mostRegions: number): FirehoseParameters {
  const { THREADS, SHIFT } = host.space;
  const region = regionBytes(SHIFT);
  const peers = Math.max(1, THREADS - 1);
  const bucket = bucketBytes(host, region, mostRegions);
  const reached = offsetsEnd(host.space);
  const pinnable = Math.min(reached, mostRegions * bucket);
  const memory = sizeFrom(host, 'PGAS_FIREHOSE_M') ?? Math.max((pinnable / 4) * 3, peers * bucket);
  const victimMemory = sizeFrom(host, 'PGAS_FIREHOSE_MAXVICTIM_M') ?? Math.max(pinnable / 4, bucket);
  const perPeer = Math.floor(memory / bucket / peers);
  const victims = Math.floor(victimMemory / bucket);
  if (perPeer < 1) host.fail(tooFewFirehoses(memory, bucket, peers));
  if (victims < 1) host.fail(tooFewVictims(victimMemory, bucket));
  // A bucket is pinned once, however many firehoses are on it.
  const most = Math.min(perPeer * peers + victims, reached / bucket);
  if (most > mostRegions) host.fail(tooManyRegions(most, mostRegions));
  return { bucketShift: Math.log2(bucket), perPeer, victims };
}

/** 128 KiB, or more if needed to register a whole region. */
function bucketBytes(host: Host, region: number, mostRegions: number): number {
  const given = sizeFrom(host, 'PGAS_FIREHOSE_BUCKET');
  if (given === undefined) return Math.min(region, Math.max(USUAL_BUCKET, powerAtLeast(region / mostRegions)));
  if (given < LEAST_BUCKET || given > region || given !== powerAtLeast(given))
    host.misuse(badBucket(given, LEAST_BUCKET, region));
  return given;
}

function powerAtLeast(size: number): number {
  return 2 ** Math.ceil(Math.log2(size));
}
