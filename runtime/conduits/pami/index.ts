/**
 * The pami network: IBM's Parallel Active Messaging Interface, used as ARMCI does on Blue Gene/Q.
 */
import type { Conduit, Host, Network } from '../conduit.ts';
import { PamiCollectives } from './collectives.ts';
import { Conflicts } from './conflicts.ts';
import { ATOMICS_AREA, FabricAtomics } from './fabric-atomics.ts';
import { LocalRegions } from './local-regions.ts';
import { PamiMemory } from './memory.ts';
import { messagesArea, PamiMessages } from './messages.ts';
import { largestOf, Ports, portsArea } from './ports.ts';
import { Progress } from './progress.ts';
import { serveProgress, servesAtomics, servesLate, turnsOf } from './progress-thread.ts';
import { Questions } from './questions.ts';
import { RegionCache } from './region-cache.ts';
import { Services } from './services.ts';

export const network: Network = {
  name: 'pami',
  direct: false,
  separate: () => 'memories',
  area: (threads) => portsArea(threads) + messagesArea(largestOf(threads)) + ATOMICS_AREA,
  open,
  progressThread: {
    wanted: (variables) => variables.PGAS_PAMI_PROGRESS === 'async',
    serve: serveProgress,
    turns: turnsOf,
  },
};

function open(host: Host): Conduit {
  const ports = new Ports(host);
  const messages = new PamiMessages(ports);
  const progress = new Progress();
  const { SHIFT } = host.space;
  const conflicts = new Conflicts();
  const cache = new RegionCache(ports.settings.cache, SHIFT, (entry, rank) => conflicts.forget(entry, rank));
  const questions = new Questions(ports, messages, progress, cache);
  const regions = new LocalRegions(ports.requests);
  const services = ports.settings.isAsync ? undefined : new Services(ports, ports.service, regions, ports.answerAt);
  const atomics = new FabricAtomics(ports, progress.done);
  const memory = new PamiMemory(ports, messages, progress, regions, cache, conflicts, questions, atomics);
  const collectives = new PamiCollectives(ports);
  return {
    name: 'pami',
    messages,
    memory,
    collectives,
    get events() {
      return eventsOf(ports, memory, cache, conflicts, services, atomics, collectives);
    },
  };
}

/** Counters, sampled when read. */
function eventsOf(
  ports: Ports,
  memory: PamiMemory,
  cache: RegionCache,
  conflicts: Conflicts,
  services: Services | undefined,
  atomics: FabricAtomics,
  collectives: PamiCollectives,
): Readonly<Record<string, number>> {
  return {
    get 'region cache hits'() {
      return cache.hits;
    },
    get 'region cache misses'() {
      return cache.misses;
    },
    get 'region cache evictions'() {
      return cache.evictions;
    },
    get 'RDMA puts'() {
      return memory.rdmaPuts;
    },
    get 'RDMA gets'() {
      return memory.rdmaGets;
    },
    get 'fall-back puts'() {
      return memory.plainPuts;
    },
    get 'fall-back gets'() {
      return memory.messageGets;
    },
    get 'AMOs served by main thread'() {
      return services?.atomics ?? 0;
    },
    get 'AMOs served by progress thread'() {
      return servesAtomics(ports);
    },
    get 'AMs served late'() {
      return (services?.late ?? 0) + servesLate(ports);
    },
    get 'AMOs by PAMI_Rmw'() {
      return atomics.started;
    },
    get 'geometry cache hits'() {
      return collectives.hits;
    },
    get 'geometry cache misses'() {
      return collectives.misses;
    },
    get 'collectives by queried algorithms'() {
      return collectives.queried;
    },
    get fences() {
      return memory.fences;
    },
    get 'fences spared'() {
      return conflicts.spared;
    },
  };
}
