/**
 * Asynchronous progress: a thread beside the program's that serves the queries of other ranks.
 *
 * It advances only the service context, so it never contends for another thread's lock, and sleeps until the send-side
 * interrupt of a query. (Vishnu et al., section III.D.)
 */
import { PAMI_SUCCESS } from '../../fabrics/pami/results.ts';
import type { Host } from '../conduit.ts';
import { LocalRegions } from './local-regions.ts';
import { Ports } from './ports.ts';
import { Services } from './services.ts';

/** Idle turns before it sleeps, and milliseconds until it checks for the end of the job. */
const TURNS = 100;
const SLEEP = 10;
/** While responses wait for room. */
const SHORT_SLEEP = 1;

/** Indices of its counters. */
const ATOMICS = 0;
const LATE = 1;

/** Atomic operations served so far by this rank's progress thread. */
export const servesAtomics = ({ host, counts }: Ports): number => Atomics.load(host.space.I32, counts + ATOMICS);
export const servesLate = ({ host, counts }: Ports): number => Atomics.load(host.space.I32, counts + LATE);

/** Serves until the job ends: then `host.idle` throws. */
export function serveProgress(host: Host): never {
  const ports = new Ports(host);
  const { service } = ports;
  const serve = serving(ports);
  for (let turn = 0; ; turn++) {
    const seen = service.interrupts();
    if (serve()) turn = 0;
    host.lookForEnd();
    if (turn > TURNS) service.sleep(seen, service.outgoing.length === 0 ? SLEEP : SHORT_SLEEP);
  }
}

/** See Network.progressThread. */
export function turnsOf(host: Host): () => boolean {
  return serving(new Ports(host));
}

/** A turn: whether there was anything. */
function serving(ports: Ports): () => boolean {
  const { service } = ports;
  const services = new Services(ports, service, new LocalRegions(service), ports.progressAnswerAt);
  return () => {
    const hasServed = service.advance(1) === PAMI_SUCCESS;
    count(ports, services);
    return hasServed;
  };
}

function count({ host, counts }: Ports, { atomics, late }: Services): void {
  const { I32 } = host.space;
  I32[counts + ATOMICS] = atomics;
  I32[counts + LATE] = late;
}
