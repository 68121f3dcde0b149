/**
 * This rank's client, its contexts, and the endpoints of its peers.
 *
 * Requests and replies of active messages have a context each, so that waiting to send a reply serves replies only.
 * The conduit's own queries go to the target's context of requests; with asynchronous progress to a third one, which a
 * progress thread advances, so that neither thread waits for the other's lock.
 */
import { Client, type Provider } from '../../fabrics/pami/client.ts';
import type { Context } from '../../fabrics/pami/context.ts';
import { clientArea, largestPacket } from '../../fabrics/pami/drivers/shm.ts';
import { type Endpoint, endpointCreate } from '../../fabrics/pami/endpoint.ts';
import { hints, REMOTE_ASYNC_PROGRESS } from '../../fabrics/pami/hints.ts';
import { errorText, PAMI_SUCCESS, PamiError, type Result, resultName } from '../../fabrics/pami/results.ts';
import type { Host } from '../conduit.ts';
import { type Settings, settingsOf } from './settings.ts';

/** Offset of the context of requests, of one-sided transfers and of collective operations. */
export const REQUESTS = 0;
const REPLIES = 1;
const SERVICE = 2;
const CONTEXTS = 3;
/** Words of a buffer for the conduit's own messages: queries, and responses of either thread. */
const WORDS = 64;
/** Words of the progress thread's counters. */
const COUNTS = 64;

/** Dispatch ids. */
export const REQUEST = 1;
export const REPLY = 2;
export const REGION_QUESTION = 3;
export const REGION_ANSWER = 4;
export const GET = 5;
export const GET_DONE = 6;
export const ATOMIC = 7;
export const ATOMIC_DONE = 8;

/** A sender of queries waits for room itself; responses are queued by PAMI, as a service must not wait. */
export const ASKS = hints({ queueImmediate: false });
export const ANSWERS = hints({ queueImmediate: true });

/** Bytes of each region, without the room for messages. */
export function portsArea(threads: number): number {
  return clientArea(threads, CONTEXTS) + 3 * WORDS + COUNTS + 4 * 64;
}

/** Bytes of the largest packet. */
export const largestOf = (threads: number): number => largestPacket(threads, CONTEXTS);

export class Ports {
  readonly settings: Settings;
  readonly client: Client;
  readonly requests: Context;
  readonly replies: Context;
  readonly service: Context;
  /** Hints of sends to a service context. */
  readonly serviceHints: number;
  /** Buffers: for queries, and for responses of the program's thread and of the progress thread. */
  readonly questionAt: number;
  readonly answerAt: number;
  readonly progressAnswerAt: number;
  /** Index in I32 of the progress thread's counters. */
  readonly counts: number;
  private readonly serviceOffset: number;

  constructor(readonly host: Host) {
    const { space, area } = host;
    this.settings = this.chosen();
    this.client = this.makeClient();
    const take = (bytes: number) => (space.BASE + area.take(bytes)) | 0;
    this.questionAt = take(WORDS);
    this.answerAt = take(WORDS);
    this.progressAnswerAt = take(WORDS);
    this.counts = take(COUNTS) >>> 2;
    const contexts = this.client.contextCreatev(CONTEXTS);
    this.serviceOffset = this.settings.isAsync ? SERVICE : REQUESTS;
    this.serviceHints = this.settings.isAsync ? REMOTE_ASYNC_PROGRESS : 0;
    this.requests = contexts[REQUESTS]!;
    this.replies = contexts[REPLIES]!;
    this.service = contexts[this.serviceOffset]!;
  }

  /** Target endpoint of requests and one-sided transfers to a rank. */
  requestsOf(rank: number): Endpoint {
    return endpointCreate(this.client, rank, REQUESTS);
  }

  repliesOf(rank: number): Endpoint {
    return endpointCreate(this.client, rank, REPLIES);
  }

  serviceOf(rank: number): Endpoint {
    return endpointCreate(this.client, rank, this.serviceOffset);
  }

  /** Ends the job if a call of PAMI was refused. */
  check(result: Result): void {
    if (result !== PAMI_SUCCESS) this.refused(result);
  }

  refused(result: Result): never {
    return this.host.fail(`pami: ${errorText()} (${resultName(result)})`);
  }

  private chosen(): Settings {
    try {
      return settingsOf(this.host.variables);
    } catch (error) {
      return this.host.misuse((error as Error).message);
    }
  }

  private makeClient(): Client {
    const { provider, regions } = this.settings;
    try {
      return new Client('pgas', this.host, {
        contexts: CONTEXTS,
        provider: provider as Provider,
        memregions: regions,
        variables: this.host.variables,
      });
    } catch (error) {
      if (error instanceof PamiError) return this.host.fail(`pami: ${error.message}`);
      throw error;
    }
  }
}
