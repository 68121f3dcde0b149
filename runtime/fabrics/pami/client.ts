/**
 * Clients: independent instances of the network, each with its own contexts, endpoints and memory regions.
 *
 * A task may have several (one for UPC, one for SHMEM, say). All tasks create theirs in the same order: the order
 * matches the clients of different tasks, as each takes the next part of the adapter's area.
 */

import type { Area } from '../../memory/area.ts';
import { regionBytes } from '../../memory/space.ts';
import { platform } from '../../platform/linked.ts';
import type { Hardware } from '../hardware.ts';
import { type Hostility, hostilityOf, type Variables } from '../hostility.ts';
import * as attributes from './attributes.ts';
import { Context } from './context.ts';
import { NullContext } from './drivers/null.ts';
import { MAX_MEMREGIONS, mostMemregions, ShmAdapter, SMALLEST_RING } from './drivers/shm.ts';
import { endpointCreate, MAX_CONTEXTS, MAX_TASKS } from './endpoint.ts';
import { Geometries } from './geometry.ts';
import { HostileContext } from './hostile.ts';
import { MEMREGION_SIZE, Memregions } from './memregion.ts';
import { PAMI_ERROR, PAMI_INVAL, PAMI_SUCCESS, PamiError, type Result, refuse } from './results.ts';
import { TimedAdapter, TimedContext } from './timed.ts';

/** Drivers: `shm` moves the bytes in the memory that the tasks share; `null` moves nothing and completes at once. */
const PROVIDERS = { shm: Context, null: NullContext };
export type Provider = keyof typeof PROVIDERS;

export interface Configuration {
  /** Contexts of a task of this client; the same in all tasks. */
  readonly contexts: number;
  readonly provider?: string | undefined;
  /** Maximum memory regions of a task. */
  readonly memregions?: number | undefined;
  /** Environment variables: PGAS_HOSTILE. */
  readonly variables?: Variables;
}

/** Clients created so far, by area. */
const counts = new WeakMap<Area, number>();

export class Client {
  readonly number: number;
  readonly task: number;
  readonly tasks: number;
  readonly adapter: ShmAdapter;
  readonly memregions: Memregions;
  readonly geometries: Geometries;
  /** Contexts created by this task. */
  contexts: readonly Context[] = [];
  /** The driver "shm" alone is hostile. */
  private readonly hostility: Hostility | undefined;

  /** PAMI_Client_create. */
  constructor(
    readonly name: string,
    hardware: Hardware,
    private readonly configuration: Configuration,
  ) {
    const { contexts, memregions = MAX_MEMREGIONS } = configuration;
    check(hardware, configuration);
    this.hostility = providerOf(configuration) === 'shm' ? hostilityOf(configuration.variables, hardware) : undefined;
    this.number = counts.get(hardware.area) ?? 0;
    counts.set(hardware.area, this.number + 1);
    this.adapter = hardware.model
      ? new TimedAdapter(hardware, hardware.model, contexts)
      : new ShmAdapter(hardware, contexts, this.hostility && SMALLEST_RING);
    this.task = this.adapter.task;
    this.tasks = this.adapter.tasks;
    this.memregions = new Memregions(this.adapter, Math.min(memregions, mostMemregions(this.tasks)));
    this.geometries = new Geometries(this);
  }

  /** PAMI_Context_createv: once a client, at most as many as the client was created for. */
  contextCreatev(count: number): readonly Context[] {
    const call = 'PAMI_Context_createv';
    if (this.contexts.length !== 0) throw new PamiError(PAMI_ERROR, call, 'the client has its contexts already');
    if (!(count >= 1 && count <= this.configuration.contexts))
      throw new PamiError(
        PAMI_INVAL,
        call,
        `${count} contexts: the client may have 1 to ${this.configuration.contexts}`,
      );
    this.contexts = Array.from({ length: count }, (_, offset) => this.makeContext(offset));
    for (const context of this.contexts) context.collectives.attach((id) => this.geometries.find(id));
    return this.contexts;
  }

  private makeContext(offset: number): Context {
    const { adapter, memregions, hostility } = this;
    const endpoint = endpointCreate(this, this.task, offset);
    if (adapter instanceof TimedAdapter) return new TimedContext(adapter, memregions, endpoint, offset);
    if (hostility !== undefined) return new HostileContext(adapter, memregions, endpoint, offset, hostility);
    return new PROVIDERS[providerOf(this.configuration)](adapter, memregions, endpoint, offset);
  }

  /** PAMI_Context_destroyv: all at once; nothing may be in flight. */
  contextDestroyv(): Result {
    if (this.contexts.length === 0) return refuse(PAMI_INVAL, 'PAMI_Context_destroyv', 'the client has no contexts');
    this.contexts = [];
    return PAMI_SUCCESS;
  }

  /** PAMI_Client_destroy: after its contexts. */
  destroy(): Result {
    if (this.contexts.length === 0) return PAMI_SUCCESS;
    return refuse(PAMI_ERROR, 'PAMI_Client_destroy', `client ${this.name} has contexts: destroy them first`);
  }

  /** PAMI_Client_query. */
  query(attribute: number): attributes.AttributeValue {
    switch (attribute) {
      case attributes.PAMI_CLIENT_TASK_ID:
        return this.task;
      case attributes.PAMI_CLIENT_NUM_TASKS:
      case attributes.PAMI_CLIENT_NUM_LOCAL_TASKS:
        return this.tasks;
      case attributes.PAMI_CLIENT_LOCAL_TASKS:
        return Array.from({ length: this.tasks }, (_, task) => task);
      case attributes.PAMI_CLIENT_NUM_CONTEXTS:
        return this.configuration.contexts;
      case attributes.PAMI_CLIENT_CONST_CONTEXTS:
        return 1;
      case attributes.PAMI_CLIENT_MEMREGION_SIZE:
        return MEMREGION_SIZE;
      case attributes.PAMI_CLIENT_MEM_SIZE:
        return regionBytes(this.adapter.space.SHIFT);
      case attributes.PAMI_CLIENT_HWTHREADS_AVAILABLE:
        return this.configuration.contexts;
      case attributes.PAMI_CLIENT_PROCESSOR_NAME:
        return `task ${this.task} of ${this.tasks}`;
      case attributes.PAMI_CLIENT_CLOCK_MHZ:
      case attributes.PAMI_CLIENT_WTIMEBASE_MHZ:
        return TIMEBASE_MHZ;
      case attributes.PAMI_CLIENT_WTICK:
        return 1e-6 / TIMEBASE_MHZ;
      default:
        throw new PamiError(PAMI_INVAL, 'PAMI_Client_query', `attribute ${attribute}: clients have none of this name`);
    }
  }

  /** PAMI_Client_update: no attribute of a client can be updated. */
  update(attribute: number): Result {
    return refuse(PAMI_INVAL, 'PAMI_Client_update', `attribute ${attribute} can be queried only`);
  }
}

/** The time base counts microseconds. */
const TIMEBASE_MHZ = 1;

/** PAMI_Wtime: seconds since an arbitrary moment. */
export const wtime = (): number => platform.clock.milliseconds() / 1000;
/** PAMI_Wtimebase: ticks of the time base. */
export const wtimebase = (): number => Math.floor(platform.clock.milliseconds() * 1000 * TIMEBASE_MHZ);

function providerOf({ provider = 'shm' }: Configuration): Provider {
  if (Object.hasOwn(PROVIDERS, provider)) return provider as Provider;
  const known = Object.keys(PROVIDERS).join(', ');
  throw new PamiError(PAMI_INVAL, 'PAMI_Client_create', `there is no provider ${provider}; there are ${known}`);
}

function check({ space }: Hardware, { contexts, memregions = MAX_MEMREGIONS }: Configuration): void {
  const call = 'PAMI_Client_create';
  if (!(contexts >= 1 && contexts <= MAX_CONTEXTS))
    throw new PamiError(PAMI_INVAL, call, `${contexts} contexts: a client may have 1 to ${MAX_CONTEXTS}`);
  if (!(memregions >= 0 && memregions <= MAX_MEMREGIONS))
    throw new PamiError(PAMI_INVAL, call, `${memregions} memory regions: a task may have 0 to ${MAX_MEMREGIONS}`);
  if (space.THREADS > MAX_TASKS)
    throw new PamiError(PAMI_INVAL, call, `${space.THREADS} tasks: endpoints can name ${MAX_TASKS}`);
}
