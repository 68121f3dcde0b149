/**
 * The output of a program, of all threads or of one, shown a frame at a time, and bounded, so that the page answers whatever
 * comes.
 *
 * One idea: a program may print faster than a page can show. The newest is kept, whoever printed it: as text what has been shown, as bytes what
 * waits for the next frames (waiting.ts). Of more than the page keeps the oldest goes, and its lines are counted.
 */
import type { Place } from '../../../compiler/diagnostics/published.ts';
import { NOBODY, type Run } from '../../../runtime/platform/browser/outputring.ts';
import { element, make } from './dom.ts';
import { Waiting } from './waiting.ts';

/** Characters that are kept, and of these, that a frame shows. */
const KEPT = 200_000;
const OF_A_FRAME = 4_000;
const REST = 50;
/** A block of lines: what goes at once. */
const OF_A_BLOCK = 500;
/** Pixels from the end within which it is kept in sight. */
const NEAR = 40;

const PLACE = /([\w./-]+\.(?:upc|c|h)):(\d+)(?::(\d+))?/;

type Kind = 'out' | 'err' | 'note';

interface Piece {
  readonly kind: Kind;
  readonly text: string;
  /** NOBODY: of the job, or of the page. */
  readonly thread: number;
  /** Where it is shown. */
  node?: ChildNode;
}

export class Output {
  private readonly area = element('output');
  /** The blocks. */
  private readonly text = this.area.appendChild(make('div'));
  private readonly dropped = element('dropped');
  private readonly choice = element<HTMLSelectElement>('whose');
  /** By descriptor and thread. */
  private readonly decoders: Readonly<Record<number, Map<number, TextDecoder>>> = { 1: new Map(), 2: new Map() };
  private readonly waiting = new Waiting();
  private kept: Piece[] = [];
  private keptSize = 0;
  /** How many of these have been shown, or are of others than the chosen thread. */
  private passed = 0;
  /** Of dropped pieces: they go with the next frame. */
  private gone: ChildNode[] = [];
  private droppedLines = 0;
  private isAsked = false;
  /** Milliseconds between two frames that show much: the page has time for others meanwhile, while others run. */
  private rest = REST;
  private afterwards: (() => void)[] = [];

  /** The end is in sight, and stays so. */
  private isAtEnd = true;

  /** `goTo` leads to a place that a message names. */
  constructor(private readonly goTo: (file: string, place: Place) => void) {
    this.choice.onchange = () => this.showAgain();
    const { area } = this;
    area.onscroll = () => (this.isAtEnd = area.scrollHeight - area.scrollTop - area.clientHeight < NEAR);
    // Sizes are asked for when the page has laid out a frame: earlier it would have to do that twice.
    new ResizeObserver(() => {
      if (this.isAtEnd) area.scrollTop = area.scrollHeight;
    }).observe(this.text);
  }

  /** Acts when all that has come is shown. */
  after(act: () => void): void {
    if (this.isAllShown) act();
    else this.afterwards.push(act);
  }

  /** Before a run of so many threads. */
  begin(threads: number): void {
    for (const each of Object.values(this.decoders)) each.clear();
    this.waiting.clear();
    this.afterwards = [];
    this.rest = REST;
    [this.kept, this.keptSize, this.droppedLines] = [[], 0, 0];
    this.offer(threads);
    this.showAgain();
  }

  private get isAllShown(): boolean {
    return this.waiting.isEmpty && this.passed === this.kept.length;
  }

  /** Bytes of standard output or error, and who has printed them. */
  write(descriptor: number, bytes: Uint8Array, runs: readonly Run[]): void {
    this.waiting.add({ descriptor, bytes, runs });
    this.keep();
  }

  /** The run is over: characters that were begun remain so. */
  ended(): void {
    this.rest = 0;
    while (this.decode());
    for (const [kind, descriptor] of [
      ['out', 1],
      ['err', 2],
    ] as const)
      for (const [thread, decoder] of this.decoders[descriptor]!) this.add(kind, decoder.decode(), thread);
    this.keep();
  }

  /** A line of the page itself, or what it has been given as input: behind all that has been printed. */
  note(text: string): void {
    while (this.decode());
    this.add('note', text, NOBODY);
    this.keep();
  }

  /** Makes the oldest bytes text; false where none wait. */
  private decode(): boolean {
    const printed = this.waiting.take();
    if (printed === undefined) return false;
    const { descriptor, bytes, runs } = printed;
    let start = 0;
    for (const { thread, size } of runs) {
      const text = this.decoderOf(descriptor, thread).decode(bytes.subarray(start, start + size), { stream: true });
      this.add(descriptor === 2 ? 'err' : 'out', text, thread);
      start += size;
    }
    return true;
  }

  /** A thread that is chosen stays so where it is there. */
  private offer(threads: number): void {
    const { value } = this.choice;
    const options = Array.from({ length: threads }, (_, thread) =>
      make('option', { value: String(thread) }, `thread ${thread}`),
    );
    this.choice.replaceChildren(make('option', { value: '' }, 'all threads'), ...options);
    this.choice.value = value !== '' && Number(value) < threads ? value : '';
  }

  private decoderOf(descriptor: number, thread: number): TextDecoder {
    const decoders = this.decoders[descriptor]!;
    const known = decoders.get(thread);
    if (known !== undefined) return known;
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    decoders.set(thread, decoder);
    return decoder;
  }

  private isChosen({ thread }: Piece): boolean {
    return this.choice.value === '' || thread === NOBODY || thread === Number(this.choice.value);
  }

  private add(kind: Kind, text: string, thread: number): void {
    if (text === '') return;
    const last = this.kept.at(-1);
    const isWaiting = this.passed < this.kept.length;
    if (isWaiting && last?.kind === kind && last.thread === thread && last.text.length + text.length < OF_A_BLOCK)
      this.kept[this.kept.length - 1] = { ...last, text: last.text + text };
    else for (const piece of split(text)) this.kept.push({ kind, text: piece, thread });
    this.keptSize += text.length;
  }

  /** Drops what is more than the page keeps: it goes from the page with the next frame, which is asked for. */
  private keep(): void {
    let count = 0;
    for (; count < this.kept.length && this.keptSize + this.waiting.size > KEPT; count++) {
      const piece = this.kept[count]!;
      this.keptSize -= piece.text.length;
      this.droppedLines += piece.text.split('\n').length - 1;
      if (piece.node !== undefined) this.gone.push(piece.node);
    }
    this.kept.splice(0, count);
    this.passed = Math.max(0, this.passed - count);
    this.droppedLines += this.waiting.dropTo(KEPT);
    if (!this.isAsked) this.ask();
  }

  private showAgain(): void {
    this.text.replaceChildren();
    this.passed = 0;
    this.isAtEnd = true;
    this.dropped.hidden = true;
    if (!this.isAsked) this.ask();
  }

  /** A hidden page has no frames. */
  private ask(): void {
    this.isAsked = true;
    const show = () => this.show();
    if (document.visibilityState === 'visible') requestAnimationFrame(show);
    else setTimeout(show, REST);
  }

  private askLater(): void {
    this.isAsked = true;
    setTimeout(() => this.ask(), this.rest);
  }

  private show(): void {
    this.isAsked = false;
    let size = 0;
    while (size < OF_A_FRAME && (this.passed < this.kept.length || this.decode())) {
      if (this.passed === this.kept.length) continue; // none of the bytes ends a character
      const piece = this.kept[this.passed++]!;
      if (this.isChosen(piece)) size += this.append(piece);
    }
    this.trim();
    if (!this.isAllShown) this.askLater();
    else for (const act of this.afterwards.splice(0)) act();
  }

  /** Gives the characters that have come. */
  private append(piece: Piece): number {
    const { kind, text } = piece;
    const last = this.text.lastElementChild;
    const isFull = last !== null && (last.textContent?.length ?? 0) > OF_A_BLOCK && last.textContent!.endsWith('\n');
    const block = last === null || isFull ? this.text.appendChild(make('div')) : last;
    piece.node =
      kind === 'out' ? document.createTextNode(text) : make('span', { className: kind }, ...this.withPlaces(text));
    block.append(piece.node);
    return text.length;
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

  /** What has been dropped goes, and blocks that have nothing more. */
  private trim(): void {
    for (const node of this.gone.splice(0)) {
      const block = node.parentElement;
      node.remove();
      if (block?.firstChild === null) block.remove();
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
