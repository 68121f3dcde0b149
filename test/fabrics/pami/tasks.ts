/** Several tasks in one thread, each with its client, on one memory: nothing in PAMI waits. */

import type { Hardware } from '../../../runtime/fabrics/hardware.ts';
import { Client, type Configuration } from '../../../runtime/fabrics/pami/client.ts';
import { type Context, contextAdvancev } from '../../../runtime/fabrics/pami/context.ts';
import { endpointCreate } from '../../../runtime/fabrics/pami/endpoint.ts';
import { Area } from '../../../runtime/memory/area.ts';
import { bulkOperations } from '../../../runtime/memory/copy.ts';
import { compileInstructions, instructions } from '../../../runtime/memory/instructions.ts';
import { oneMemory } from '../../../runtime/memory/memories.ts';
import { makeSpace, type Space } from '../../../runtime/memory/space.ts';

export const SHIFT = 22;
/** Offsets: what is free for tests, and the network's area. */
export const FREE = 65536;
const AREA = 3 << 20;

export interface Task {
  readonly client: Client;
  readonly space: Space;
  readonly contexts: readonly Context[];
  readonly context: Context;
  /** Address of byte `offset` of what is free. */
  at(offset: number): number;
  bytes(offset: number, size: number): Uint8Array;
  /** Endpoint of a context of another task. */
  to(task: number, offset?: number): number;
}

export function hardwareOf(memory: WebAssembly.Memory, task: number, tasks: number): Hardware {
  const space = makeSpace(memory, task, tasks, SHIFT);
  const wasm = instructions(space, compileInstructions());
  const bulk = bulkOperations(space, wasm);
  return {
    space,
    bulk,
    memories: oneMemory(space, bulk),
    area: new Area(AREA, 1 << SHIFT),
    fence: wasm.fence,
    rouse: () => {},
  };
}

export function makeMemory(tasks: number): WebAssembly.Memory {
  const pages = (tasks << SHIFT) / 65536;
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

export function makeTask(hardware: Hardware, configuration: Partial<Configuration> = {}): Task {
  const { space } = hardware;
  const client = new Client('test', hardware, { contexts: 1, ...configuration });
  const contexts = client.contextCreatev(configuration.contexts ?? 1);
  const at = (offset: number) => (space.BASE + FREE + offset) | 0;
  return {
    client,
    space,
    contexts,
    context: contexts[0]!,
    at,
    bytes: (offset, size) => space.U8.subarray(at(offset) >>> 0, (at(offset) >>> 0) + size),
    to: (task, offset = 0) => endpointCreate(client, task, offset),
  };
}

export function makeTasks(count: number, configuration: Partial<Configuration> = {}): Task[] {
  const memory = makeMemory(count);
  return Array.from({ length: count }, (_, task) => makeTask(hardwareOf(memory, task, count), configuration));
}

/** Advances all contexts of all tasks until nothing happens any more. */
export function settle(tasks: readonly Task[]): void {
  const contexts = tasks.flatMap((task) => task.contexts);
  while (contextAdvancev(contexts, 1) === 0) {}
}

/** Some bytes, different for each seed. */
export function fillUp(bytes: Uint8Array, seed: number): Uint8Array {
  for (let i = 0; i < bytes.length; i++) bytes[i] = (seed + 31 * i + (i >>> 8)) & 255;
  return bytes;
}
