/** What is left of dynamic processes (MPI 3.1, 10) in a job whose ranks are there from its start to its end: no parent, and clear errors. */
import type { Communicators } from './communicators.ts';
import { ERR_SPAWN, ERR_UNSUPPORTED_OPERATION, Mistake } from './errors.ts';
import { COMM, nullOf } from './handles.ts';
import type { Body, State } from './state.ts';

const STARTS = ['MPI_Comm_spawn', 'MPI_Comm_spawn_multiple'];
const CONNECTS = [
  ...['MPI_Open_port', 'MPI_Close_port', 'MPI_Comm_accept', 'MPI_Comm_connect', 'MPI_Comm_join'],
  ...['MPI_Publish_name', 'MPI_Unpublish_name', 'MPI_Lookup_name'],
];

export function dynamic(state: State, communicators: Communicators): Record<string, Body> {
  const refusing = (names: readonly string[], kind: number, rule: string) =>
    names.map((name): [string, Body] => [
      name,
      (call) => {
        throw new Mistake(kind, `${call}: ${rule}`);
      },
    ]);
  return {
    MPI_Comm_get_parent: (call, result) => state.give(call, 'parent', result!, nullOf(COMM)),
    // Only a job's own ranks are connected: nothing else is to be waited for.
    MPI_Comm_disconnect: (call, at) => communicators.bodies.MPI_Comm_free!(call, at!),
    ...Object.fromEntries([
      ...refusing(STARTS, ERR_SPAWN, 'a running job starts no processes; start it with all its ranks (-n)'),
      ...refusing(CONNECTS, ERR_UNSUPPORTED_OPERATION, 'a job has no ports; all that is to communicate is one job'),
    ]),
  };
}
