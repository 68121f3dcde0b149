/** The rule behind a diagnostic: a section of the catalogue of `pgasc --explain`, as elements. */
import { make } from './dom.ts';

let catalogue: Promise<Record<string, string>> | undefined;

/** Undefined where the catalogue has none. */
export async function explanationOf(code: string): Promise<HTMLElement | undefined> {
  catalogue ??= fetch('explanations.json').then((response) => response.json());
  const text = (await catalogue)[code];
  return text === undefined ? undefined : shown(text);
}

/** Of Markdown what the catalogue has: a heading, paragraphs, `words` of code, programs that are wrong and right. */
function shown(markdown: string): HTMLElement {
  const [heading = '', ...rest] = markdown.split('\n');
  const parts = rest.join('\n').split(/^(```[\s\S]*?^```)$/m);
  return make('div', { className: 'explanation' }, title(heading), ...parts.flatMap(partOf));
}

const title = (heading: string) => make('p', { className: 'rule' }, ...inline(heading.replace(/^## \w+: /, '')));

function partOf(part: string): HTMLElement[] {
  const program = /^```\w+ (\w+)(.*)\n([\s\S]*?)```$/.exec(part);
  if (program === null)
    return part
      .split(/\n{2,}/)
      .filter((text) => text.trim() !== '')
      .map((text) => make('p', {}, ...inline(text)));
  const [, verdict = '', flags = '', code = ''] = program;
  const caption = make('figcaption', {}, `${verdict}${flags && ` (with${flags})`}`);
  return [make('figure', { className: verdict }, caption, make('pre', {}, code.trimEnd()))];
}

function inline(text: string): (Node | string)[] {
  return text.split('`').map((piece, k) => (k % 2 === 1 ? make('code', {}, piece) : piece));
}
