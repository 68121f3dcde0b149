/**
 * The network's second thread of a rank, where it has one: it runs no program code, and serves what others ask of the rank's
 * memory while the rank computes.
 */
import type { ProgramImage } from '../abi.ts';
import { network } from '../conduits/linked.ts';
import type { Offers } from '../core/am/services.ts';
import { Job } from '../core/job.ts';
import type { Hardware } from '../fabrics/hardware.ts';
import { bulkOperations } from '../memory/copy.ts';
import { instructions } from '../memory/instructions.ts';
import type { Layout } from '../memory/layout.ts';
import { memoriesOf, originsOf, ranksOnHost, spaceOf } from '../memory/memories.ts';
import { landingsOf, progressHost } from '../network.ts';
import { platform } from '../platform/linked.ts';
import { Border } from '../segment/border.ts';
import { ProcessHeap } from '../segment/processheap.ts';
import { RedZones } from '../segment/redzones.ts';
import { keptShared, SharedHeap } from '../segment/sharedheap.ts';
import { offersOf } from '../services.ts';
import { exchange } from './exchange.ts';
import type { NoAnswer } from './partition.ts';
import { peerTimeout } from './silence.ts';
import { OutputFile, StackTraces } from './stacktrace.ts';
import { DONE, makeReporter, statusOf, type ThreadData } from './thread.ts';

/** Runs until the job ends. Never throws. */
export function runProgressThread(program: ProgramImage, mapName: string | undefined, data: ThreadData): void {
  const { job, host } = progressOf(program, mapName, data);
  statusOf(job, () => network.progressThread?.serve(host) ?? DONE);
}

/** What it is made with. */
export function progressOf(program: ProgramImage, mapName: string | undefined, data: ThreadData) {
  const { layout, thread } = data;
  const space = spaceOf(data.processes, thread, layout);
  const traces = new StackTraces(new OutputFile(program, data.file, data.filePath, mapName));
  const job = new Job(
    space,
    data.polite,
    makeReporter(space, traces),
    ranksOnHost(data.processes, layout.threads, thread),
  );
  const wasm = instructions(space, data.bulkModule);
  const bulk = bulkOperations(space, wasm);
  const memories = memoriesOf(space, bulk, layout, data.processes);
  const variables = platform.variables();
  const firsts = data.processes.map(({ first }) => first);
  const hosts = data.processes.map(({ host }) => host);
  const tellAll = (bytes: Uint8Array) => exchange(job, firsts.length, bytes);
  const debug = program.debug;
  const origins = originsOf(data.processes, layout);
  const means = { job, layout, bulk, memories, origins, firsts, hosts, exchange: tellAll, wasm, variables, debug };
  const host = progressHost(means, firsts.length > 1 ? heapOffers(program, job, layout) : undefined, {
    outlivesPeers: data.outlivesProcesses,
    unanswered: unanswered(),
  });
  return { job, host };
}

/** Tells the supervisor of a process that has been silent for so many seconds. */
function unanswered(): Hardware['unanswered'] {
  const most = peerTimeout();
  return (process, seconds, provider) => {
    if (seconds >= most) platform.threads.tell({ process, seconds, provider } satisfies NoAnswer);
  };
}

/** It does what others ask of this process's heaps and bells. */
function heapOffers({ debug, places }: ProgramImage, job: Job, layout: Layout): Offers {
  const { space } = job;
  const border = new Border(space);
  const zones = debug ? new RedZones(space, places ?? [], keptShared(layout)) : undefined;
  const heap = new ProcessHeap(space, new SharedHeap(job, layout, zones, border), border);
  return offersOf(space, heap, landingsOf(layout));
}
