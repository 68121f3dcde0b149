/**
 * The verbs network, after GASNet's ibv conduit: connections on demand, requests into a shared receive queue under
 * credit flow control, RDMA with firehose for memory that must be registered (see the README).
 */
import { ibv_query_device } from '../../fabrics/verbs/index.ts';
import type { Conduit, Host, Network } from '../conduit.ts';
import { AbsentPeers } from './absent.ts';
import { Endpoint } from './endpoint.ts';
import { LocalBuckets } from './firehose/local.ts';
import { Moves } from './firehose/moves.ts';
import { BucketNumbers } from './firehose/numbers.ts';
import { firehoseParameters } from './firehose/parameters.ts';
import { RegionPinner } from './firehose/pinner.ts';
import { RemoteBuckets } from './firehose/remote.ts';
import { Links } from './links.ts';
import { VerbsMemory } from './memory.ts';
import { VerbsMessages } from './messages.ts';
import { Operations } from './operations.ts';
import { Progress } from './progress.ts';
import { PUT, PUT_BOUNCE, PUT_INLINE, Requests } from './requests.ts';
import { areaFor, settingsFrom, shapeFor } from './settings.ts';
import { Transfers } from './transfers.ts';

export const network: Network = { name: 'verbs', direct: false, separate: () => 'memories', area: areaFor, open };

/** Memory regions that the buffers use. */
const OWN_REGIONS = 8;

function open(host: Host): Conduit {
  const { THREADS, SHIFT } = host.space;
  const shape = shapeFor(THREADS);
  const settings = settingsFrom(host, shape);
  const endpoint = new Endpoint(host, settings, shape);
  const mostRegions = ibv_query_device(endpoint.context).max_mr - OWN_REGIONS;
  const { bucketShift, perPeer, victims } = firehoseParameters(host, mostRegions);
  const ownerShift = SHIFT - bucketShift;

  const operations = new Operations();
  const numbers = new BucketNumbers(THREADS, bucketShift, ownerShift);
  const remotes = new RemoteBuckets(THREADS, numbers, perPeer);
  const pinner = new RegionPinner(host, endpoint, bucketShift);
  const locals = new LocalBuckets(new BucketNumbers(1, bucketShift, ownerShift), victims, pinner);
  const requests = new Requests(host, endpoint, operations, remotes, locals);
  const absent = settings.device === 'null0' ? new AbsentPeers() : undefined;
  const links = new Links(host, endpoint, requests, absent);
  const transfers = new Transfers(host, endpoint, links, requests, operations, remotes, locals, bucketShift);
  const channel = absent ?? links;
  const moves = new Moves(remotes, locals, channel, numbers, transfers.arrived);
  const messages = new VerbsMessages(host, endpoint, links, requests, settings.credits, absent !== undefined);
  const progress = new Progress(host, endpoint, requests, links, messages, moves, transfers);
  messages.drivenBy(progress);
  transfers.drivenBy(progress, moves);
  absent?.answering(moves, (rank, kind, number) => links.connections.hear(rank, kind, number));
  const most = { inline: settings.inline, bounce: settings.bounce, buffer: endpoint.bounceBuffers.bytes };
  const memory = new VerbsMemory(host, operations, transfers, progress, most);

  const events = eventsOf({ remotes, moves, pinner, transfers, links });
  return { name: 'verbs', messages, memory, events };
}

interface Counted {
  readonly remotes: RemoteBuckets;
  readonly moves: Moves;
  readonly pinner: RegionPinner;
  readonly transfers: Transfers;
  readonly links: Links;
}

/** What --stats tells, as it stands when it is asked. */
function eventsOf({ remotes, moves, pinner, transfers, links }: Counted): Conduit['events'] {
  return {
    get 'firehose hits'() {
      return remotes.hits;
    },
    get 'firehose misses'() {
      return remotes.misses;
    },
    get 'firehose moves'() {
      return moves.moves;
    },
    get 'firehose victims'() {
      return moves.victims;
    },
    get 'buckets pinned'() {
      return pinner.pinned;
    },
    get 'buckets unpinned'() {
      return pinner.unpinned;
    },
    get 'inline puts'() {
      return transfers.started[PUT_INLINE]!;
    },
    get 'bounce puts'() {
      return transfers.started[PUT_BOUNCE]!;
    },
    get 'zero-copy puts'() {
      return transfers.started[PUT]!;
    },
    get connections() {
      return links.connections.made;
    },
  };
}
