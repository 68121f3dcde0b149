/** Messages that libraries have in common: the call, the argument, its value, the rule. */

/** Why memory may not be touched. */
export function underWay(call: string, place: string, isWritten: boolean, end: string): string {
  const [does, touch] = isWritten ? ['writes', 'neither be read nor written'] : ['reads', 'not be written'];
  return `${call}${place && ` at ${place}`} is under way and ${does} this memory, which may ${touch} before ${end}`;
}

export function badArgument(name: string, argument: string, value: string, rule: string): string {
  return `${name}: ${argument} is ${value}: ${rule}`;
}
