/**
 * Table mode: a provider's operations called through tables of functions, as libfabric calls those of a plug-in.
 */
import { ATOMIC_OPERATIONS } from './atomic.ts';
import { MESSAGE_OPERATIONS } from './msg.ts';
import type { Operations } from './provider.ts';
import { RMA_OPERATIONS } from './rma.ts';
import { TAGGED_OPERATIONS } from './tagged.ts';

/** The same operations, each group behind its table. */
export function throughTables(operations: Operations): Operations {
  return {
    msg: tableOf(operations.msg, MESSAGE_OPERATIONS),
    tagged: tableOf(operations.tagged, TAGGED_OPERATIONS),
    rma: tableOf(operations.rma, RMA_OPERATIONS),
    atomic: tableOf(operations.atomic, ATOMIC_OPERATIONS),
    ...(operations.isLate && { isLate: true }),
    progress: () => operations.progress(),
    cancel: (context) => operations.cancel(context),
  };
}

type Operation<Group> = Group[keyof Group] & ((...values: never[]) => unknown);

/** The functions of a group by name, each with the provider's object. */
function tableOf<Group extends object>(group: Group, names: readonly (keyof Group)[]): Group {
  return Object.fromEntries(names.map((name) => [name, (group[name] as Operation<Group>).bind(group)])) as Group;
}
