/**
 * Geometries: groups of endpoints that take part in collective operations together.
 *
 * The world exists from the start. All members create the others together, under an id unique in the client. A member's
 * rank is its index in the list of endpoints.
 */

import { following } from '../../memory/counts.ts';
import type { Gatherings, RankGroup } from '../model.ts';
import type { Algorithm } from './algorithms.ts';
import { algorithmsOf } from './algorithms.ts';
import { PAMI_GEOMETRY_OPTIMIZE } from './attributes.ts';
import type { Client } from './client.ts';
import { hardwareAlgorithms } from './collectives/hardware.ts';
import type { EventFunction } from './completions.ts';
import type { Context } from './context.ts';
import { type Endpoint, endpointCreate, taskOf } from './endpoint.ts';
import { PAMI_INVAL, PAMI_SUCCESS, PamiError, type Result, refuse } from './results.ts';
import type { XferType } from './xfer.ts';

const WORLD = 0;

/** The endpoints of a geometry, by rank. */
export interface Members {
  readonly count: number;
  endpointOf(member: number): Endpoint;
  /** Rank of an endpoint; -1 if it is none of them. */
  numberOf(endpoint: Endpoint): number;
}

function listed(endpoints: readonly Endpoint[]): Members {
  return {
    count: endpoints.length,
    endpointOf: (member) => endpoints[member]!,
    numberOf: (endpoint) => endpoints.indexOf(endpoint),
  };
}

/** Context 0 of all tasks: nothing is stored for them, as there may be many. */
function everyTask(client: Client): Members {
  return {
    count: client.tasks,
    endpointOf: (task) => endpointCreate(client, task, 0),
    numberOf: (endpoint) => (endpoint === endpointCreate(client, taskOf(endpoint), 0) ? taskOf(endpoint) : -1),
  };
}

export class Geometry {
  /** Collective operations that this task has started on it: all members start them in the same order. */
  private started = 0;
  /** The same for one-sided collectives. */
  private startedAlone = 0;
  optimize = 0;

  constructor(
    readonly id: number,
    readonly members: Members,
    /** What does collective operations by itself, for these ranks. */
    private readonly hardware?: { readonly collectives: Gatherings; readonly group: RankGroup } | undefined,
  ) {}

  /** The number of a collective operation that this task starts. */
  begin(isAlone: boolean): number {
    if (isAlone) this.startedAlone = following(this.startedAlone);
    else this.started = following(this.started);
    return isAlone ? this.startedAlone : this.started;
  }

  /** Whether this task has started the operation of all members with this number. */
  hasBegun(sequence: number): boolean {
    return ((sequence - this.started) | 0) <= 0;
  }

  /** PAMI_Geometry_query. */
  query(attribute: number): number {
    if (attribute === PAMI_GEOMETRY_OPTIMIZE) return this.optimize;
    throw new PamiError(PAMI_INVAL, 'PAMI_Geometry_query', `attribute ${attribute}: geometries have none of this name`);
  }

  /** PAMI_Geometry_update; completes when the context is advanced. */
  update(attribute: number, value: number, context: Context, event: EventFunction, cookie: number): Result {
    if (attribute !== PAMI_GEOMETRY_OPTIMIZE)
      return refuse(PAMI_INVAL, 'PAMI_Geometry_update', `attribute ${attribute} can be queried only`);
    this.optimize = value;
    context.completions.push(event, cookie);
    return PAMI_SUCCESS;
  }

  /** PAMI_Geometry_algorithms_num: lengths of both lists. */
  algorithmsNum(type: XferType): readonly [always: number, mustQuery: number] {
    const [always, mustQuery] = this.algorithmsQuery(type);
    return [always.length, mustQuery.length];
  }

  /** PAMI_Geometry_algorithms_query: both lists with metadata. */
  algorithmsQuery(type: XferType): readonly [always: readonly Algorithm[], mustQuery: readonly Algorithm[]] {
    const [always, mustQuery] = algorithmsOf(type);
    if (this.hardware === undefined) return [always, mustQuery];
    const { collectives, group } = this.hardware;
    return [always, [...hardwareAlgorithms(collectives, group, type), ...mustQuery]];
  }
}

/** The geometries of a client. */
export class Geometries {
  private readonly byId = new Map<number, Geometry>();

  constructor(private readonly client: Client) {
    this.byId.set(WORLD, new Geometry(WORLD, everyTask(client), this.hardwareOf(WORLD, undefined)));
  }

  /** PAMI_Geometry_world: context 0 of all tasks. */
  get world(): Geometry {
    return this.byId.get(WORLD)!;
  }

  find(id: number): Geometry | undefined {
    return this.byId.get(id);
  }

  /** PAMI_Geometry_create_taskrange: tasks lo to hi of each range. */
  createTaskrange(
    offset: number,
    id: number,
    ranges: readonly (readonly [lo: number, hi: number])[],
    context: Context,
    event: EventFunction,
    cookie: number,
  ): Geometry {
    const tasks = ranges.flatMap(([lo, hi]) => Array.from({ length: hi - lo + 1 }, (_, i) => lo + i));
    return this.create('PAMI_Geometry_create_taskrange', id, this.endpoints(tasks, offset), context, event, cookie);
  }

  /** PAMI_Geometry_create_tasklist. */
  createTasklist(
    offset: number,
    id: number,
    tasks: readonly number[],
    context: Context,
    event: EventFunction,
    cookie: number,
  ): Geometry {
    return this.create('PAMI_Geometry_create_tasklist', id, this.endpoints(tasks, offset), context, event, cookie);
  }

  /** PAMI_Geometry_create_endpointlist. */
  createEndpointlist(
    id: number,
    endpoints: readonly Endpoint[],
    context: Context,
    event: EventFunction,
    cookie: number,
  ): Geometry {
    return this.create('PAMI_Geometry_create_endpointlist', id, endpoints, context, event, cookie);
  }

  /** PAMI_Geometry_destroy; completes when the context is advanced. */
  destroy(geometry: Geometry, context: Context, event: EventFunction, cookie: number): Result {
    const call = 'PAMI_Geometry_destroy';
    if (geometry.id === WORLD) return refuse(PAMI_INVAL, call, 'the world cannot be destroyed');
    if (this.byId.get(geometry.id) !== geometry) return refuse(PAMI_INVAL, call, `there is no geometry ${geometry.id}`);
    this.byId.delete(geometry.id);
    context.completions.push(event, cookie);
    return PAMI_SUCCESS;
  }

  /** Completes when all members have created it: a barrier among them. */
  private create(
    call: string,
    id: number,
    members: readonly Endpoint[],
    context: Context,
    event: EventFunction,
    cookie: number,
  ): Geometry {
    if (this.byId.has(id)) throw new PamiError(PAMI_INVAL, call, `id ${id}: another geometry of the client has it`);
    if (new Set(members).size !== members.length) throw new PamiError(PAMI_INVAL, call, 'a member is named twice');
    const geometry = new Geometry(id, listed(members), this.hardwareOf(id, members));
    if (geometry.members.numberOf(context.endpoint) < 0)
      throw new PamiError(PAMI_INVAL, call, `context ${context.offset} of task ${this.client.task} is not a member`);
    this.byId.set(id, geometry);
    context.dispatches.version++; // packets held for it may now be taken
    context.collectives.meet(geometry, event, cookie);
    return geometry;
  }

  /** A task takes part once. */
  private hardwareOf(id: number, members: readonly Endpoint[] | undefined) {
    const { collectives } = this.client.adapter;
    const ranks = members?.map(taskOf);
    if (collectives === undefined || (ranks !== undefined && new Set(ranks).size < ranks.length)) return undefined;
    return { collectives, group: { id, ranks } };
  }

  private endpoints(tasks: readonly number[], offset: number): Endpoint[] {
    return tasks.map((task) => endpointCreate(this.client, task, offset));
  }
}
