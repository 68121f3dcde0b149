/**
 * -Wswitch: a switch over an enumeration that has neither a default nor a case for each of its values.
 */
import type { Switch } from '../ast/ast.ts';
import type { Lint } from './lint.ts';

export function switchEnum(lint: Lint): void {
  for (const node of lint.outline.all('Switch')) check(lint, node);
}

function check({ facts, warning }: Lint, node: Switch): void {
  const type = facts.typeOf[node.value.id]?.type;
  const cases = facts.casesOf[node.id] ?? [];
  if (type?.kind !== 'enum' || !type.names || cases.some(({ low }) => low === undefined)) return;
  for (const [value, name] of type.names) {
    if (cases.some(({ low, high }) => (low as bigint) <= value && value <= (high as bigint))) continue;
    warning('SEM3642', `enumeration value '${name}' not handled in switch`, node.location);
  }
}
