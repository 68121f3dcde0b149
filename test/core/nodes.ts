/** Several nodes in one thread: each an end of the smp network on one memory, polled by hand. */
import type { Host } from '../../runtime/conduits/conduit.ts';
import { network } from '../../runtime/conduits/smp/index.ts';
import { ActiveMessages } from '../../runtime/core/am/activemessages.ts';
import { CheckedMessages } from '../../runtime/core/am/checked.ts';
import { Job } from '../../runtime/core/job.ts';
import { Area } from '../../runtime/memory/area.ts';
import { bulkOperations } from '../../runtime/memory/copy.ts';
import { compileInstructions, instructions } from '../../runtime/memory/instructions.ts';
import { basesOf, oneMemory } from '../../runtime/memory/memories.ts';
import { addressOf, makeSpace, type Space } from '../../runtime/memory/space.ts';
import { SILENT } from '../support/reporter.ts';
import { waitingBy } from '../support/waiting.ts';

export const SHIFT = 20;
const AREA = 0x40000;
/** The tests' part of each region: [DATA, AREA); the heap begins at HEAP. */
export const DATA = 0x20000;
const HEAP = 0x80000;

export interface Node {
  readonly space: Space;
  readonly messages: ActiveMessages;
  poll(): void;
  /** Progress of another thread: it polls, for replies alone if it waits itself. */
  progress(): void;
}

/** The message of a failing job, thrown. */
export class Failure extends Error {}

export function makeNodes(count: number, debug = false, packed = false): Node[] {
  const memory = new WebAssembly.Memory({ initial: count * 16, maximum: count * 16, shared: true });
  const module = compileInstructions();
  const nodes: Node[] = [];
  for (let rank = 0; rank < count; rank++) nodes.push(makeNode(nodes, memory, module, rank, count, debug, packed));
  return nodes;
}

function makeNode(
  nodes: readonly Node[],
  memory: WebAssembly.Memory,
  module: WebAssembly.Module,
  rank: number,
  count: number,
  debug: boolean,
  packed: boolean,
): Node {
  const space = makeSpace(memory, rank, count, SHIFT);
  const wasm = instructions(space, module);
  const bulk = bulkOperations(space, wasm);
  const job = new Job(space, false, {
    ...SILENT,
    report: (message) => {
      throw new Failure(message);
    },
  });
  let used = HEAP;
  const heap = {
    allocate: (bytes: number) => {
      used += bytes;
      return (space.BASE + used - bytes) | 0;
    },
  };
  const host: Host = {
    space,
    bulk,
    memories: oneMemory(space, bulk),
    baseOf: basesOf({ threads: count, shift: SHIFT }, [0]),
    firsts: [0],
    hosts: [0],
    exchange: (bytes) => [bytes],
    services: [],
    area: new Area(AREA, HEAP),
    segment: { start: DATA, end: AREA },
    variables: {},
    debug,
    fence: wasm.fence,
    rouse: () => {},
    carries: () => {},
    outlivesPeers: false,
    isGone: () => false,
    inform: () => {},
    warn: () => {},
    deliver: (message) => messages.deliver(message),
    ...waitingBy((turn) => {
      if (turn > 100) throw new Failure('nothing comes');
      for (const other of nodes) if (other.space !== space) other.progress();
    }),
    fail: (message) => job.fail(message),
    misuse: (message) => job.misuse(message),
  };
  const conduit = network.open(host);
  const Messages = debug ? CheckedMessages : ActiveMessages;
  const messages: ActiveMessages = new Messages(
    job,
    bulk,
    {
      messages: conduit.messages,
      direct: !packed,
      put: (to, offset, source, size) => bulk.copy(addressOf(space, to, offset), source, size),
    },
    heap,
  );
  let polling = false;
  const poll = () => {
    polling = true;
    messages.poll();
    polling = false;
  };
  const progress = () => (polling ? void conduit.messages.poll(true) : poll());
  return { space, messages, poll, progress };
}
