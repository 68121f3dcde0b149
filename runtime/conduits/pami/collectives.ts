/**
 * Collective operations by PAMI's own: a geometry for each team, and of each operation the algorithm that its query lists name.
 *
 * A team's geometry is made by the first operation of the team, and kept: teams that come again, as OpenSHMEM's active sets do, find it in the
 * cache. Its id is the team's number, which all members derive from the team itself, so it needs no agreement. An algorithm that must be
 * queried is preferred where it applies (Benner and Jea, "OpenSHMEM over PAMI", geometry cache and algorithm selection).
 */
import type { Algorithm } from '../../fabrics/pami/algorithms.ts';
import type { Geometry } from '../../fabrics/pami/geometry.ts';
import * as types from '../../fabrics/pami/predefined.ts';
import { PamiError } from '../../fabrics/pami/results.ts';
import type { Command, XferType } from '../../fabrics/pami/xfer.ts';
import type { FabricCollectives, FabricOperation, FabricTeam, FabricType } from '../conduit.ts';
import { type Ports, REQUESTS } from './ports.ts';

const BYTE = types.PAMI_TYPE_BYTE;
const TYPES: Readonly<Record<FabricType, types.PredefinedType>> = {
  i8: types.PAMI_TYPE_SIGNED_CHAR,
  u8: types.PAMI_TYPE_UNSIGNED_CHAR,
  i16: types.PAMI_TYPE_SIGNED_SHORT,
  u16: types.PAMI_TYPE_UNSIGNED_SHORT,
  i32: types.PAMI_TYPE_SIGNED_INT,
  u32: types.PAMI_TYPE_UNSIGNED_INT,
  i64: types.PAMI_TYPE_SIGNED_LONG,
  u64: types.PAMI_TYPE_UNSIGNED_LONG,
  f32: types.PAMI_TYPE_FLOAT,
  f64: types.PAMI_TYPE_DOUBLE,
  c64: types.PAMI_TYPE_SINGLE_COMPLEX,
  c128: types.PAMI_TYPE_DOUBLE_COMPLEX,
};

export class PamiCollectives implements FabricCollectives {
  /** Operations that found their geometry, that had to make it, and that had an algorithm of the second list. */
  hits = 0;
  misses = 0;
  queried = 0;
  private readonly geometries = new Map<number, Geometry>();

  constructor(private readonly ports: Ports) {
    const { world } = ports.client.geometries;
    this.geometries.set(world.id, world);
  }

  start(team: FabricTeam, operation: FabricOperation, differs: (member: number) => never): () => boolean {
    const known = this.geometries.get(team.number);
    if (known !== undefined) {
      this.hits++;
      return this.begin(known, operation, differs);
    }
    this.misses++;
    let done: (() => boolean) | undefined;
    this.make(team, (geometry) => {
      done = this.begin(geometry, operation, differs);
    });
    return () => done?.() === true;
  }

  /** `made` is called when all members have it. */
  private make({ number, members }: FabricTeam, made: (geometry: Geometry) => void): void {
    const { client, requests } = this.ports;
    const tell = () => made(this.geometries.get(number)!);
    const geometry = this.accepted(() =>
      client.geometries.createTasklist(REQUESTS, number, Array.from(members), requests, tell, 0),
    );
    this.geometries.set(number, geometry);
  }

  private begin(geometry: Geometry, operation: FabricOperation, differs: (member: number) => never): () => boolean {
    const { ports } = this;
    const [type, cmd] = commandOf(operation);
    let isDone = false;
    const cbDone = () => {
      isDone = true;
    };
    const algorithm = this.algorithm(geometry, type, cmd);
    ports.check(ports.requests.collective(geometry, { algorithm, cmd, cbDone, differs }));
    return () => isDone;
  }

  private algorithm(geometry: Geometry, type: XferType, cmd: Command): Algorithm {
    const [always, mustQuery] = geometry.algorithmsQuery(type);
    const found = mustQuery.find(({ mostMembers, check }) => geometry.members.count <= mostMembers && check(cmd));
    if (found !== undefined) this.queried++;
    return found ?? always[0]!;
  }

  private accepted<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (error instanceof PamiError) return this.ports.host.fail(`pami: ${error.message}`);
      throw error;
    }
  }
}

const of = (type: types.PredefinedType, count: number) => ({
  stype: type,
  stypecount: count,
  rtype: type,
  rtypecount: count,
});

/** What PAMI calls the operation, and its command. */
function commandOf(operation: FabricOperation): readonly [XferType, Command] {
  if (operation.kind === 'barrier') return ['barrier', {}];
  if (operation.kind === 'broadcast') {
    const { root, address, bytes } = operation;
    return ['broadcast', { root, sndbuf: address, ...of(BYTE, bytes) }];
  }
  const { kind, source: sndbuf, destination: rcvbuf } = operation;
  if (kind === 'allgatherv') return [kind, { sndbuf, rcvbuf, ...varying(operation.bytes, operation.rank) }];
  if (kind === 'allreduce')
    return [kind, { sndbuf, rcvbuf, ...of(TYPES[operation.type], operation.count), op: operation.operation }];
  return [kind, { sndbuf, rcvbuf, ...of(BYTE, operation.bytes) }];
}

function varying(counts: readonly number[], rank: number) {
  let end = 0;
  const rdispls = counts.map((count) => (end += count) - count);
  return { stype: BYTE, stypecount: counts[rank]!, rtype: BYTE, rtypecounts: counts, rdispls };
}
