/** Which class each kind of word in a program has: the editor's, and the book's. Their colours are in colours.css. */
import { HighlightStyle } from '@codemirror/language';
import { tags } from '@lezer/highlight';

export const COLOURS = HighlightStyle.define([
  { tag: tags.comment, class: 'code-comment' },
  { tag: tags.keyword, class: 'code-keyword' },
  { tag: tags.modifier, class: 'code-parallel' },
  { tag: tags.typeName, class: 'code-type' },
  { tag: tags.atom, class: 'code-atom' },
  { tag: tags.number, class: 'code-number' },
  { tag: tags.string, class: 'code-string' },
  { tag: tags.meta, class: 'code-meta' },
]);
