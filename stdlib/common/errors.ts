/** Messages that libraries have in common: the call, the argument, its value, the rule. */

export function badArgument(name: string, argument: string, value: string, rule: string): string {
  return `${name}: ${argument} is ${value}: ${rule}`;
}
