/**
 * Endpoints: the address of a context of a task, 4 bytes computed locally: client, task, offset.
 */
import { PAMI_INVAL, PamiError } from './results.ts';

/** pami_endpoint_t: client << 20 | task << 4 | offset of the context. */
export type Endpoint = number;

const OFFSET_BITS = 4;
const TASK_BITS = 16;
/** Contexts of a client in a task. */
export const MAX_CONTEXTS = 1 << OFFSET_BITS;
export const MAX_TASKS = 1 << TASK_BITS;
/** The low bits number the endpoints of a client from 0. */
const INDEX_BITS = OFFSET_BITS + TASK_BITS;
const INDEX_MASK = (1 << INDEX_BITS) - 1;

/** PAMI_Endpoint_create. `client` is the client's number. */
export function endpointCreate(
  client: { readonly number: number; readonly tasks: number },
  task: number,
  offset: number,
): Endpoint {
  if (!(task >= 0 && task < client.tasks))
    throw new PamiError(PAMI_INVAL, 'PAMI_Endpoint_create', `task ${task}: there are tasks 0 to ${client.tasks - 1}`);
  if (!(offset >= 0 && offset < MAX_CONTEXTS))
    throw new PamiError(PAMI_INVAL, 'PAMI_Endpoint_create', `context ${offset}: a task has at most ${MAX_CONTEXTS}`);
  return (client.number << INDEX_BITS) | (task << OFFSET_BITS) | offset;
}

/** PAMI_Endpoint_query. */
export const taskOf = (endpoint: Endpoint): number => (endpoint & INDEX_MASK) >>> OFFSET_BITS;
export const offsetOf = (endpoint: Endpoint): number => endpoint & (MAX_CONTEXTS - 1);
/** Index among the endpoints of its client. */
export const indexOf = (endpoint: Endpoint): number => endpoint & INDEX_MASK;
