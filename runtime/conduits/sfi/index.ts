/**
 * The sfi network: GASNet's conduit over the Scalable Fabric Interface, as Luo and others describe it (PGAS 2014, section 6.2).
 *
 * Two endpoints: one with a message queue for active messages, one for remote memory access. Peers are addressed by
 * rank, memory by offset and one key that all know, so that no table is looked up and nothing is registered on the way.
 * PGAS_PROVIDER chooses the fabric's provider, PGAS_SFI_MODE=table calls it through tables instead of directly.
 */
import type { Conduit, Host, Network } from '../conduit.ts';
import { openAdapter } from './adapter.ts';
import { areaOf, openEndpoints } from './endpoints.ts';
import { SfiMemory } from './memory.ts';
import { SfiMessages } from './messages.ts';
import { progressOf, progressThread } from './progress-thread.ts';
import { separate, sweep } from './provider.ts';
import { openServices } from './services.ts';

export const network: Network = {
  name: 'sfi',
  direct: false,
  separate,
  sweep,
  area: areaOf,
  progressThread,
  open(host: Host): Conduit {
    const endpoints = openEndpoints(host);
    const events = {
      'messages from pooled buffers': 0,
      'waits for a pooled buffer': 0,
      'waits for room at a receiver': 0,
      'replies that waited for room': 0,
      'receive buffers used up': 0,
      'polls of the RMA queue': 0,
    };
    const messages = new SfiMessages(host, endpoints, events);
    const adapter = openAdapter(host);
    const memory = new SfiMemory(host, endpoints, messages, events, adapter);
    const services = openServices(host);
    const progress = progressOf(host);
    const { direct: make } = endpoints.blocking.endpoint;
    const direct = make && (() => make((rank, offset, size, isPut) => memory.refused(rank, offset, size, isPut !== 0)));
    const rest = progress && (() => progress.rest());
    return {
      ...{ name: 'sfi', messages, memory, direct, events },
      runsErrands: progress !== undefined && endpoints.isWhole,
      ...(services !== undefined && { services }),
      ...(adapter !== undefined && { adapter }),
      ...(rest !== undefined && { rest }),
    };
  },
};
