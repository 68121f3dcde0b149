/**
 * Environment variables of this conduit.
 *
 *     PGAS_PROVIDER          shm (default) | null: driver under PAMI
 *     PGAS_PAMI_PROGRESS     default | async: thread that serves atomic operations, gets by message and region queries
 *     PGAS_PAMI_ATOMICS      message | rmw: atomic operations by the owner, or by PAMI_Rmw where it has them
 *     PGAS_PAMI_REGIONS      maximum memory regions of a rank
 *     PGAS_PAMI_CACHE        capacity of the cache of remote regions
 */
import { MAX_MEMREGIONS } from '../../fabrics/pami/drivers/shm.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

const DEFAULT_CACHE = 256;
/** Entries are numbered with 15 bits. */
const LARGEST_CACHE = 32767;

export interface Settings {
  readonly provider: string;
  /** A progress thread serves the queries of other ranks. */
  readonly isAsync: boolean;
  readonly atomics: string;
  readonly regions: number;
  readonly cache: number;
}

/** Throws an Error that names the variable, its value, and the allowed ones. */
export function settingsOf(variables: Variables): Settings {
  return {
    provider: oneOf(variables, 'PGAS_PROVIDER', ['shm', 'null']),
    isAsync: oneOf(variables, 'PGAS_PAMI_PROGRESS', ['default', 'async']) === 'async',
    atomics: oneOf(variables, 'PGAS_PAMI_ATOMICS', ['message', 'rmw']),
    regions: count(variables, 'PGAS_PAMI_REGIONS', MAX_MEMREGIONS, 0, MAX_MEMREGIONS),
    cache: count(variables, 'PGAS_PAMI_CACHE', DEFAULT_CACHE, 1, LARGEST_CACHE),
  };
}

/** The first is the default. */
function oneOf(variables: Variables, name: string, allowed: readonly string[]): string {
  const value = variables[name] || allowed[0]!;
  if (!allowed.includes(value)) throw new Error(`${name}=${value}: it must be ${allowed.join(' or ')}`);
  return value;
}

function count(variables: Variables, name: string, usual: number, least: number, most: number): number {
  const text = variables[name];
  if (text === undefined) return usual;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name}=${text}: it must be a number from ${least} to ${most}`);
  return value;
}
