/** Options by name, for those who write them without types: a misspelt one is refused. */

/** `who`: whose options they are; `names`: all that it has. */
export function checkNames(who: string, options: object, names: Readonly<Record<string, true>>): void {
  const unknown = Object.keys(options).find((name) => !(name in names));
  if (unknown === undefined) return;
  throw new TypeError(`${who}: ${unknown}: there is no such option; there are ${Object.keys(names).join(', ')}`);
}
