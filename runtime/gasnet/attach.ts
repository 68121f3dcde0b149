/**
 * Start, end and queries of a GASNet job (GASNet 1.8, core API): gasnet_init, gasnet_attach, gasnet_exit, segments.
 *
 * The nodes are the threads. The segment of each is a block of its shared heap.
 */
import type { NativeFunction } from '../abi.ts';
import { Directory, type Segment } from '../core/am/directory.ts';
import { assignIndexes } from '../core/am/handlers.ts';
import { leave } from '../core/leaving.ts';
import { forNetwork } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCall } from '../errors.ts';
import { isReached, reachesAll } from '../memory/space.ts';
import { Texts } from '../memory/texts.ts';
import { ERR_BAD_ARG, ERR_NOT_INIT, OK, PAGE, RESULTS } from './constants.ts';

/** Bytes of gasnet_handlerentry_t, gasnet_seginfo_t and gasnet_nodeinfo_t. */
const ENTRY = 8;
const FUNCTION = 4;
const SEGMENT_INFO = 8;
const SEGMENT_SIZE = 4;
const NODE_INFO = 8;
const SUPERNODE = 4;

const NO_SEGMENT: Segment = { start: 0, size: 0 };

export function attach(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const texts = new Texts(environment);
  let isInitialized = false;
  let isAttached = false;

  function gasnet_init(): number {
    if (isInitialized) return ERR_NOT_INIT;
    isInitialized = true;
    return OK;
  }

  function gasnet_attach(table: number, count: number, size: number, _offset: number): number {
    if (!isInitialized || isAttached) return refuse(ERR_NOT_INIT, 'call it once, after gasnet_init');
    if (size % PAGE !== 0) return refuse(ERR_BAD_ARG, `segsize ${size >>> 0} is not a multiple of GASNET_PAGESIZE`);
    if (size >>> 0 > largestSegment(environment.MYTHREAD))
      return refuse(ERR_BAD_ARG, `segsize ${size >>> 0} is more than gasnet_getMaxLocalSegmentSize()`);
    const indexes = assignIndexes(Array.from({ length: count }, (_, i) => environment.U8[(table + i * ENTRY) >>> 0]!));
    if (indexes === undefined)
      return refuse(ERR_BAD_ARG, 'the indexes of the handler table must be 128 .. 255, each once, or 0');
    isAttached = true;
    register(table, indexes);
    const directory = new Directory(environment);
    directory.publish(allocateSegment(size >>> 0), indexes, runtime.job.show);
    runtime.collectives.takeTogether({ name: 'gasnet_attach', arguments: [0, 0], begin: () => 0 });
    if (!reachesAll(environment)) for (let node = 0; node < environment.THREADS; node++) hear(directory, node);
    return OK;
  }

  /** All have published, but messages of those whose words are not in this memory may still be in flight. */
  function hear(directory: Directory, node: number): void {
    if (isReached(environment, node) || directory.isAttached(node)) return;
    runtime.job.block(forNetwork(node), () => directory.isAttached(node));
  }

  function refuse(result: number, why: string): number {
    runtime.job.warn(`gasnet_attach: ${RESULTS.get(result)![0]}: ${why}`);
    return result;
  }

  function register(table: number, indexes: readonly number[]): void {
    indexes.forEach((index, i) => {
      const entry = table + i * ENTRY;
      const f = environment.I32[(entry + FUNCTION) >>> 2]!;
      const handler = environment.table[f];
      if (handler === undefined) runtime.job.fail(`gasnet_attach: entry ${i} of the handler table: ${badCall(f)}`);
      else runtime.messages.register(index, handler);
      environment.U8[entry >>> 0] = index;
    });
  }

  function allocateSegment(size: number): Segment {
    if (size === 0) return NO_SEGMENT;
    const block = runtime.sharedHeap.allocateLocal('gasnet_attach', size + PAGE);
    return { start: (block + PAGE - 1) & -PAGE, size };
  }

  function largestSegment(node: number): number {
    return Math.max(Math.floor(runtime.sharedHeap.largestLocal(node) / PAGE) - 1, 0) * PAGE;
  }

  function gasnet_getMaxGlobalSegmentSize(): number {
    const sizes = Array.from({ length: environment.THREADS }, (_, node) => largestSegment(node));
    return Math.min(...sizes) | 0;
  }

  function gasnet_getSegmentInfo(table: number, count: number): number {
    const directory = new Directory(environment);
    for (let node = 0; node < Math.min(count, environment.THREADS); node++) {
      const { start, size } = directory.segmentOf(node);
      const entry = table + node * SEGMENT_INFO;
      environment.I32[entry >>> 2] = start;
      environment.I32[(entry + SEGMENT_SIZE) >>> 2] = size;
    }
    return OK;
  }

  /** A host has the number of its first node. Each node reaches the others by GASNet's functions alone, so it is a supernode of its own. */
  function gasnet_getNodeInfo(table: number, count: number): number {
    const firsts = new Map<number, number>();
    for (let node = 0; node < Math.min(count, environment.THREADS); node++) {
      const entry = table + node * NODE_INFO;
      const host = runtime.neighbourhood.hostOf(node);
      if (!firsts.has(host)) firsts.set(host, node);
      environment.I32[entry >>> 2] = firsts.get(host)!;
      environment.I32[(entry + SUPERNODE) >>> 2] = node;
    }
    return OK;
  }

  /** This node's streams are flushed first. */
  function gasnet_exit(status: number): never {
    runtime.runExitActions();
    return leave(runtime, status & 255);
  }

  function gasnet_getenv(name: number): number {
    const value = environment.variables[texts.read(name)];
    return value === undefined ? 0 : texts.keep(value);
  }

  return {
    gasnet_init,
    gasnet_attach,
    gasnet_exit,
    gasnet_getMaxLocalSegmentSize: () => largestSegment(environment.MYTHREAD) | 0,
    gasnet_getMaxGlobalSegmentSize,
    gasnet_getSegmentInfo,
    gasnet_getNodeInfo,
    gasnet_getenv,
    gasnet_mynode: () => environment.MYTHREAD,
    gasnet_nodes: () => environment.THREADS,
    gasnet_ErrorName: (result: number) => texts.keep(RESULTS.get(result)?.[0] ?? 'no known error code'),
    gasnet_ErrorDesc: (result: number) =>
      texts.keep(RESULTS.get(result)?.[1] ?? `${result} is not an error code of GASNet`),
  };
}
