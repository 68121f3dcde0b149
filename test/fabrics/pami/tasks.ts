/** Several tasks in one thread, each with its client: nothing in PAMI waits. */

import type { Hardware } from '../../../runtime/fabrics/hardware.ts';
import { Client, type Configuration } from '../../../runtime/fabrics/pami/client.ts';
import { type Context, contextAdvancev } from '../../../runtime/fabrics/pami/context.ts';
import { endpointCreate } from '../../../runtime/fabrics/pami/endpoint.ts';
import type { Space } from '../../../runtime/memory/space.ts';
import {
  type Arrangement,
  hardwareOf as hardwareOn,
  type Machine,
  makeHardware,
  makeMemory as memoryFor,
} from '../hardware.ts';

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

export const machineOf = (tasks: number): Machine => ({ ranks: tasks, shift: SHIFT, area: AREA });

export const makeMemory = (tasks: number): WebAssembly.Memory => memoryFor(machineOf(tasks));

/** Of a task that shares `memory` with the others. */
export function hardwareOf(memory: WebAssembly.Memory, task: number, tasks: number): Hardware {
  return hardwareOn(machineOf(tasks), [{ first: 0, host: 0, memory }], task);
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

/** Of a machine with its memories arranged so. */
export type MakeTasks = (count: number, configuration?: Partial<Configuration>) => Task[];
export const tasksOn =
  (arrangement: Arrangement): MakeTasks =>
  (count, configuration) =>
    makeHardware(machineOf(count), arrangement).map((hardware) => makeTask(hardware, configuration));
export const makeTasks = tasksOn('one memory');

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
