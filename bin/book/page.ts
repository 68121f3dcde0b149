/** A page of the book as HTML: its text, what stands before and behind it, and the table of contents. Runs from any host and from a folder: all links are relative. */
import type { Section } from './contents.ts';
import { escaped, type Heading } from './markdown.ts';

export interface Place {
  readonly title: string;
  /** From the page. */
  readonly href: string;
}

export interface PageParts {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly { readonly title: Section['title']; readonly places: readonly Place[] }[];
  readonly previous: Place | undefined;
  readonly next: Place | undefined;
  /** From the page to the book's folder: "", "../" ... */
  readonly root: string;
  /** Without the playground beside it. */
  readonly isAlone: boolean;
}

export function pageHtml(parts: PageParts): string {
  const { html, headings, root, isAlone } = parts;
  const title = headings[0]?.text ?? '';
  return `<!doctype html>
<html lang="en"${isAlone ? ' class="alone"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title === TITLE ? 'pgasc: the book' : `${title} | pgasc`)}</title>
<link rel="icon" href="${root}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}colours.css">
<link rel="stylesheet" href="${root}article.css">
<link rel="stylesheet" href="${root}book.css">
<script src="${root}book.js" defer></script>
</head>
<body>
<header>
<a class="home" href="${root}index.html"><img src="${root}icon.svg" alt="" width="22" height="22"> pgasc <span>book</span></a>
<a class="to-contents" href="#contents">Contents</a>
<a class="try" href="${root}../index.html">Playground</a>
<button type="button" id="theme" aria-label="Dark or light" title="Dark or light"></button>
</header>
<main>
<article>
${html}</article>
${turns(parts)}
</main>
<nav id="contents" aria-label="Contents">
${parts.sections.map((section) => sectionHtml(section, headings)).join('\n')}
</nav>
</body>
</html>
`;
}

const TITLE = 'The book';

function turns({ previous, next }: PageParts): string {
  if (previous === undefined && next === undefined) return '';
  const turn = (place: Place | undefined, rel: string, words: string): string =>
    place === undefined
      ? ''
      : `<a rel="${rel}" href="${escaped(place.href)}"><span>${words}</span> ${escaped(place.title)}</a>`;
  return `<nav class="turns" aria-label="Pages beside this one">${turn(previous, 'prev', 'Before')}${turn(next, 'next', 'Next')}</nav>`;
}

/** The page itself has no link, but its headings below it. */
function sectionHtml({ title, places }: PageParts['sections'][number], headings: readonly Heading[]): string {
  const items = places.map((place) =>
    place.href === ''
      ? `<li><a href="#" aria-current="page">${escaped(place.title)}</a>${headingList(headings)}</li>`
      : `<li><a href="${escaped(place.href)}">${escaped(place.title)}</a></li>`,
  );
  return `<h2>${escaped(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function headingList(headings: readonly Heading[]): string {
  const parts = headings.filter(({ level }) => level === 2);
  if (parts.length < 2) return '';
  return `<ul>${parts.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`).join('')}</ul>`;
}
