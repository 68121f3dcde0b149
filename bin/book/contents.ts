/**
 * The book's table of contents, which is docs/README.md: its list items in the order in which they are read, under the headings between the lists.
 * Links to pages outside of the book are left out.
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
        title: title!.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase()),
        file: file!,
      })),
  );
}
