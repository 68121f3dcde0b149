/**
 * Markdown as HTML: the one place that knows of the library that reads it.
 *
 * Takes a text (GitHub's Markdown), and what its links and blocks of code become. Gives its HTML, which holds what the text has of HTML as it
 * is: so the text must be the project's own.
 */
import { Marked, type RendererObject, type Tokens } from 'marked';

/** A fenced block: "```c hello.upc" has the language c and the rest hello.upc. */
export interface CodeBlock {
  readonly language: string;
  readonly rest: string;
  readonly text: string;
}

export interface Rendering {
  /** Where a link leads, or where a picture is; undefined where it leads nowhere: its words remain. */
  link(target: string): string | undefined;
  /** HTML of a block of code. */
  code(block: CodeBlock): string;
}

export interface Heading {
  readonly level: number;
  /** Its name in addresses, as GitHub has it. */
  readonly id: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

export function renderMarkdown(text: string, rendering: Rendering): Rendered {
  const headings: Heading[] = [];
  const html = new Marked({ renderer: rendererOf(rendering, headings) }).parse(text, { async: false });
  return { html, headings };
}

/** The fenced blocks of a text, in their order. */
export function blocksOf(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const marked = new Marked();
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'code') blocks.push(blockOf(token as Tokens.Code));
  });
  return blocks;
}

/** For text between tags, and in attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each]!);

function blockOf({ lang = '', text }: Tokens.Code): CodeBlock {
  const [language = '', ...rest] = lang.split(' ');
  return { language, rest: rest.join(' '), text };
}

function rendererOf({ link, code }: Rendering, headings: Heading[]): RendererObject {
  return {
    code: (token) => code(blockOf(token)),
    heading({ tokens, depth, text }) {
      const heading = { level: depth, id: unusedId(idOf(text), headings), text: plain(text) };
      headings.push(heading);
      return `<h${depth} id="${heading.id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const target = link(href);
      return target === undefined ? words : `<a href="${escaped(target)}">${words}</a>`;
    },
    image: ({ href, text }) => `<img src="${escaped(link(href) ?? href)}" alt="${escaped(text)}">`,
    table(token) {
      const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map((each) => this.tablecell(each)).join('')}</tr>\n`;
      const body = token.rows.map(row).join('');
      return `<div class="table" tabindex="0"><table><thead>${row(token.header)}</thead><tbody>${body}</tbody></table></div>\n`;
    },
    tablecell({ tokens, header }) {
      const words = this.parser.parseInline(tokens);
      return header && words !== '' ? `<th scope="col">${words}</th>` : `<td>${words}</td>`;
    },
  };
}

/** Without the marks of links and code. */
const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

const idOf = (text: string): string =>
  plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function unusedId(id: string, headings: readonly Heading[]): string {
  const taken = (name: string): boolean => headings.some((each) => each.id === name);
  let name = id;
  for (let k = 1; taken(name); k++) name = `${id}-${k}`;
  return name;
}
