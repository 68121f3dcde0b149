/**
 * The book's table of contents, which is docs/README.md: the links in its list items, in the order in which they are read, under the bold lines
 * that stand before the lists. Links that lead out of docs/ are left out.
 */

export interface Entry {
  readonly title: string;
  /** Path of the page's file within docs/. */
  readonly file: string;
}

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** `text`: that of docs/README.md. */
export function contentsIn(text: string): Section[] {
  const [, ...parts] = text.split(/^\*\*(?=.*\*\*)/m);
  return parts.map((part) => ({ title: part.slice(0, part.indexOf('**')), entries: entriesIn(part) }));
}

function entriesIn(part: string): Entry[] {
  const items = part.match(/^(-|\d+\.) .*$/gm) ?? [];
  return items.flatMap((item) =>
    [...item.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)]
      .filter(([, , file]) => !file!.startsWith('..'))
      .map(([, title, file]) => ({
        title: begun(title!),
        file: file!,
      })),
  );
}

/** A link in the middle of an item begins small, an entry does not; a name (upc_forall) stays as it is. */
const begun = (title: string): string => title.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase());
