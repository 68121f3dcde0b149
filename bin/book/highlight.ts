/** Programs in colours, as HTML: the grammar and the classes are those of the playground's editor. */
import { highlightCode } from '@lezer/highlight';
import { COLOURS } from '../shown/colours.ts';
import { upc } from '../shown/upc.ts';
import { escaped } from './markdown.ts';

export function highlighted(text: string): string {
  let html = '';
  const put = (part: string, classes: string): void => {
    html += classes === '' ? escaped(part) : `<span class="${classes}">${escaped(part)}</span>`;
  };
  highlightCode(text, upc.parser.parse(text), COLOURS, put, () => put('\n', ''));
  return html;
}
