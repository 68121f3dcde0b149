/**
 * The output of a program, shown a frame at a time, and bounded, so that the page answers whatever comes.
 *
 * One idea: a program may print faster than a page can show. The newest text waits for the next frames; of more than the
 * page keeps, the oldest goes, first what is shown, then what has waited longest, and its lines are counted.
 */
import type { Place } from '../../../compiler/diagnostics/published.ts';
import { element, make } from './dom.ts';

/** Characters that are kept, and of these, that a frame shows. */
const KEPT = 200_000;
const OF_A_FRAME = 12_000;
/** A block of lines: what goes at once. */
const OF_A_BLOCK = 4_000;

const PLACE = /([\w./-]+\.(?:upc|c|h)):(\d+)(?::(\d+))?/;

type Kind = 'out' | 'err' | 'note';

interface Piece {
  readonly kind: Kind;
  readonly text: string;
}

export class Output {
  private readonly area = element('output');
  private readonly dropped = element('dropped');
  private decoders = [new TextDecoder(), new TextDecoder(), new TextDecoder()];
  private pending: Piece[] = [];
  private pendingSize = 0;
  private shownSize = 0;
  private droppedLines = 0;
  private isAsked = false;
  private afterwards: (() => void)[] = [];

  /** `goTo` leads to a place that a message names. */
  constructor(private readonly goTo: (file: string, place: Place) => void) {}

  /** Acts when all that has come is shown. */
  after(act: () => void): void {
    if (this.pending.length === 0) act();
    else this.afterwards.push(act);
  }

  clear(): void {
    this.area.replaceChildren();
    this.decoders = this.decoders.map(() => new TextDecoder());
    [this.pending, this.pendingSize, this.shownSize, this.droppedLines] = [[], 0, 0, 0];
    this.dropped.hidden = true;
  }

  /** Bytes of standard output or error. */
  write(descriptor: number, bytes: Uint8Array): void {
    this.add(descriptor === 2 ? 'err' : 'out', this.decoders[descriptor]!.decode(bytes, { stream: true }));
  }

  /** A line of the page itself, or what it has been given as input. */
  note(text: string): void {
    this.add('note', text);
  }

  private add(kind: Kind, text: string): void {
    if (text === '') return;
    for (const piece of split(text)) this.pending.push({ kind, text: piece });
    this.pendingSize += text.length;
    while (this.pendingSize > KEPT) this.drop(this.taken());
    if (!this.isAsked) this.ask();
  }

  private taken(): string {
    const { text } = this.pending.shift()!;
    this.pendingSize -= text.length;
    return text;
  }

  private drop(text: string): void {
    this.droppedLines += text.split('\n').length - 1;
  }

  /** A hidden page has no frames. */
  private ask(): void {
    this.isAsked = true;
    const show = () => this.show();
    if (document.visibilityState === 'visible') requestAnimationFrame(show);
    else setTimeout(show, 100);
  }

  private show(): void {
    this.isAsked = false;
    const isAtEnd = this.area.scrollHeight - this.area.scrollTop - this.area.clientHeight < 40;
    this.trim();
    let size = 0;
    while (this.pending.length > 0 && size < OF_A_FRAME) {
      const { kind } = this.pending[0]!;
      const text = this.taken();
      this.append(kind, text);
      size += text.length;
    }
    if (isAtEnd) this.area.scrollTop = this.area.scrollHeight;
    if (this.pending.length > 0) this.ask();
    else for (const act of this.afterwards.splice(0)) act();
  }

  private append(kind: Kind, text: string): void {
    const last = this.area.lastElementChild;
    const isFull = last !== null && (last.textContent?.length ?? 0) > OF_A_BLOCK && last.textContent!.endsWith('\n');
    const block = last === null || isFull ? this.area.appendChild(make('div')) : last;
    block.append(...(kind === 'out' ? [text] : [make('span', { className: kind }, ...this.withPlaces(text))]));
    this.shownSize += text.length;
  }

  /** Of messages: places are buttons. */
  private withPlaces(text: string): (Node | string)[] {
    const [first = '', ...rest] = text.split(PLACE);
    const parts: (Node | string)[] = [first];
    for (let k = 0; k < rest.length; k += 4) {
      const [file = '', line, column, after = ''] = rest.slice(k, k + 4);
      const place = { line: Number(line) - 1, character: Number(column ?? 1) - 1 };
      const words = [file, line, column].filter((each) => each !== undefined).join(':');
      const onclick = () => this.goTo(file, place);
      parts.push(make('button', { type: 'button', className: 'place', onclick }, words), after);
    }
    return parts;
  }

  /** What waits is newer than all that is shown. */
  private trim(): void {
    for (let first = this.area.firstElementChild; first !== null; first = this.area.firstElementChild) {
      if (this.shownSize + this.pendingSize <= KEPT) break;
      const text = first.textContent ?? '';
      first.remove();
      this.shownSize -= text.length;
      this.drop(text);
    }
    this.dropped.hidden = this.droppedLines === 0;
    this.dropped.textContent = `${this.droppedLines.toLocaleString('en')} earlier lines were dropped`;
  }
}

/** In pieces of whole lines, of a block's size where there are more. */
function split(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.lastIndexOf('\n', from + OF_A_BLOCK) + 1;
    const to = from + OF_A_BLOCK >= text.length ? text.length : end > from ? end : from + OF_A_BLOCK;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}
