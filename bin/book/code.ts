/** A block of code as HTML: programs in colours, under the file's name and with a link to the playground; sessions with their commands told from what they write. */
import { highlighted } from './highlight.ts';
import { type CodeBlock, escaped } from './markdown.ts';

const LANGUAGES = new Set(['c', 'upc']);

/** `link`: opens the program in the playground. */
export function codeHtml(block: CodeBlock, link: string | undefined): string {
  const name = block.language === 'console' ? '' : block.rest;
  const words = [
    name === '' ? '' : `<span class="file">${escaped(name)}</span>`,
    link === undefined ? '' : `<a class="try" href="${escaped(link)}">Open in the playground</a>`,
  ].join('');
  const caption = words === '' ? '' : `<figcaption>${words}</figcaption>`;
  return `<figure class="code">${caption}<pre tabindex="0"><code>${bodyOf(block)}</code></pre></figure>\n`;
}

function bodyOf({ language, text }: CodeBlock): string {
  if (LANGUAGES.has(language)) return highlighted(text);
  return language === 'console' ? escaped(text).replace(/^\$ (.*)$/gm, COMMAND) : escaped(text);
}

const COMMAND = '<span class="prompt">$ </span><span class="command">$1</span>';
