/** The rule behind a diagnostic: a section of the catalogue of `pgasc --explain`, which the build has made HTML. */
import { make } from './dom.ts';

let catalogue: Promise<Record<string, string>> | undefined;

/** Undefined where the catalogue has none. */
export async function explanationOf(code: string): Promise<HTMLElement | undefined> {
  catalogue ??= fetch('explanations.json').then((response) => response.json());
  const html = (await catalogue)[code];
  return html === undefined ? undefined : make('div', { className: 'explanation', innerHTML: html });
}
