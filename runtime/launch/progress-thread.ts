/**
 * The network's second thread of a rank, where it has one: it runs no program code, and serves what others ask of the rank's
 * memory while the rank computes.
 */
import type { ProgramImage } from '../abi.ts';
import { network } from '../conduits/linked.ts';
import { Job } from '../core/job.ts';
import { bulkOperations } from '../memory/copy.ts';
import { instructions } from '../memory/instructions.ts';
import { memoriesOf, spaceOf } from '../memory/memories.ts';
import { progressHost } from '../network.ts';
import { platform } from '../platform/linked.ts';
import { exchange } from './exchange.ts';
import { OutputFile, StackTraces } from './stacktrace.ts';
import { DONE, makeReporter, statusOf, type ThreadData } from './thread.ts';

/** Runs until the job ends. Never throws. */
export function runProgressThread(program: ProgramImage, mapName: string | undefined, data: ThreadData): void {
  const { layout, thread } = data;
  const space = spaceOf(data.processes, thread, layout);
  const traces = new StackTraces(new OutputFile(program, data.file, data.filePath, mapName));
  const job = new Job(space, data.polite, makeReporter(space, traces));
  const wasm = instructions(space, data.bulkModule);
  const bulk = bulkOperations(space, wasm);
  const memories = memoriesOf(space, bulk, layout, data.processes);
  const variables = platform.variables();
  const firsts = data.processes.map(({ first }) => first);
  const tellAll = (bytes: Uint8Array) => exchange(job, firsts.length, bytes);
  const debug = program.debug;
  const host = progressHost({ job, layout, bulk, memories, firsts, exchange: tellAll, wasm, variables, debug });
  statusOf(job, () => network.progressThread?.serve(host) ?? DONE);
}
