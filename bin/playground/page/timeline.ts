/**
 * The timeline of a job: its record (--trace), drawn. Threads are rows, operations bars, messages lines between
 * rows; the wheel, dragging and keys change the part of time that is seen.
 */
import { element, make } from './dom.ts';
import { timeText } from './times.ts';
import type { Message, Span, Trace } from './trace.ts';

const ROW = 30;
const BAR = 18;
const HEAD = 22;
const LABELS = 74;
/** Below this many microseconds nothing is to be seen. */
const SHORTEST = 0.5;
const MOST_MESSAGES = 3000;
/** Of more only lines are drawn, without heads of arrows. */
const MOST_HEADS = 200;
const HEAD_SIZE = 8;
/** Readable on both grounds. */
const COLOURS = ['#4c78d6', '#d9822b', '#3c9a5f', '#a45bc4', '#c8506a', '#2b9aa3', '#8a8f98'];

export class Timeline {
  private readonly canvas = element<HTMLCanvasElement>('drawing');
  private trace: Trace | undefined;
  private kinds: readonly string[] = [];
  private all: readonly [number, number] = [0, 1];
  /** The part that is seen: its start and its length. */
  private seen = { start: 0, length: 1 };

  constructor() {
    this.canvas.onwheel = (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.timeAt(event.offsetX));
    };
    this.canvas.onpointerdown = ({ pointerId }) => this.canvas.setPointerCapture(pointerId);
    this.canvas.onpointermove = (event) => {
      if (event.buttons === 1) this.move((-event.movementX / this.width) * this.seen.length);
      else this.tell(event.offsetX, event.offsetY);
    };
    this.canvas.onkeydown = (event) => this.key(event);
    new ResizeObserver(() => this.draw()).observe(element('timeline'));
    new MutationObserver(() => this.draw()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  /** Undefined: there is none. */
  take(trace: Trace | undefined): void {
    this.trace = trace && trace.spans.length > 0 ? trace : undefined;
    element('timeline').hidden = this.trace === undefined;
    element('no-timeline').hidden = this.trace !== undefined;
    if (this.trace === undefined) return;
    const { spans } = this.trace;
    const start = spans.reduce((least, span) => Math.min(least, span.start), Infinity);
    const end = spans.reduce((most, span) => Math.max(most, span.start + span.length), 0);
    this.all = [start, Math.max(end, start + SHORTEST)];
    this.seen = { start, length: this.all[1] - start };
    this.kinds = [...new Set(spans.map(({ kind }) => kind))];
    element('operation').textContent = '';
    element('legend').replaceChildren(...this.kinds.map((kind) => legendItem(kind, this.colourOf(kind))));
    this.draw();
  }

  draw(): void {
    if (this.trace === undefined || this.canvas.offsetParent === null) return;
    const { canvas, trace } = this;
    const height = HEAD + trace.rows.length * ROW;
    canvas.style.height = `${height}px`;
    const scale = devicePixelRatio;
    [canvas.width, canvas.height] = [canvas.clientWidth * scale, height * scale];
    const pen = canvas.getContext('2d')!;
    pen.scale(scale, scale);
    const style = getComputedStyle(canvas);
    pen.font = `12px ${style.fontFamily}`;
    pen.fillStyle = pen.strokeStyle = style.color;
    this.drawAxis(pen);
    for (const [row, name] of trace.rows.entries()) pen.fillText(name, 0, HEAD + row * ROW + 19);
    pen.save();
    pen.beginPath();
    pen.rect(LABELS, 0, this.width, height);
    pen.clip();
    for (const span of trace.spans) this.drawSpan(pen, span);
    this.drawMessages(pen);
    pen.restore();
  }

  private get width(): number {
    return Math.max(1, this.canvas.clientWidth - LABELS);
  }

  private placeOf(time: number): number {
    return LABELS + ((time - this.seen.start) / this.seen.length) * this.width;
  }

  private timeAt(x: number): number {
    return this.seen.start + ((x - LABELS) / this.width) * this.seen.length;
  }

  private colourOf(kind: string): string {
    return COLOURS[this.kinds.indexOf(kind) % COLOURS.length]!;
  }

  private drawAxis(pen: CanvasRenderingContext2D): void {
    const step = stepFor(this.seen.length / Math.max(1, this.width / 110));
    pen.globalAlpha = 0.75;
    const first = Math.ceil((this.seen.start - this.all[0]) / step) * step;
    for (let time = first; time <= this.seen.start - this.all[0] + this.seen.length; time += step)
      this.drawLabel(pen, timeText(time, step), this.placeOf(time + this.all[0]));
    pen.globalAlpha = 1;
  }

  /** Where it is whole. */
  private drawLabel(pen: CanvasRenderingContext2D, text: string, x: number): void {
    if (x + pen.measureText(text).width <= LABELS + this.width) pen.fillText(text, x, 12);
  }

  private drawSpan(pen: CanvasRenderingContext2D, { row, start, length, kind }: Span): void {
    const x = this.placeOf(start);
    const width = Math.max(1, (length / this.seen.length) * this.width);
    if (x > LABELS + this.width || x + width < LABELS) return;
    pen.fillStyle = this.colourOf(kind);
    pen.fillRect(x, HEAD + row * ROW + (ROW - BAR) / 2, width, BAR);
  }

  private drawMessages(pen: CanvasRenderingContext2D): void {
    const [begin, end] = [this.seen.start, this.seen.start + this.seen.length];
    const visible = this.trace!.messages.filter(({ from, to }) => to.time >= begin && from.time <= end);
    if (visible.length > MOST_MESSAGES) return;
    pen.globalAlpha = visible.length > MOST_HEADS ? 0.25 : 0.6;
    pen.beginPath();
    for (const message of visible) this.arrow(pen, message, visible.length <= MOST_HEADS);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  private arrow(pen: CanvasRenderingContext2D, { from, to }: Message, hasHead: boolean): void {
    const middle = (row: number) => HEAD + row * ROW + ROW / 2;
    const [x, y] = [this.placeOf(to.time), middle(to.row)];
    pen.moveTo(this.placeOf(from.time), middle(from.row));
    pen.lineTo(x, y);
    if (!hasHead) return;
    const angle = Math.atan2(y - middle(from.row), x - this.placeOf(from.time));
    for (const side of [-0.45, 0.45]) {
      pen.moveTo(x, y);
      pen.lineTo(x - HEAD_SIZE * Math.cos(angle + side), y - HEAD_SIZE * Math.sin(angle + side));
    }
  }

  private zoom(factor: number, around = this.seen.start + this.seen.length / 2): void {
    const [first, last] = this.all;
    const length = Math.min(Math.max(this.seen.length * factor, SHORTEST), last - first);
    const part = (around - this.seen.start) / this.seen.length;
    this.seen = { start: around - part * length, length };
    this.move(0);
  }

  private move(by: number): void {
    const [first, last] = this.all;
    const { length } = this.seen;
    this.seen = { start: Math.min(Math.max(this.seen.start + by, first), last - length), length };
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    const step = this.seen.length / 8;
    if (event.key === '+' || event.key === '=') this.zoom(0.7);
    else if (event.key === '-') this.zoom(1.4);
    else if (event.key === 'ArrowRight') this.move(step);
    else if (event.key === 'ArrowLeft') this.move(-step);
    else return;
    event.preventDefault();
  }

  /** The operation under the pointer. */
  private tell(x: number, y: number): void {
    const row = Math.floor((y - HEAD) / ROW);
    const slack = (this.seen.length / this.width) * 2;
    const time = this.timeAt(x);
    const span = this.trace?.spans.find(
      (each) => each.row === row && time >= each.start - slack && time <= each.start + each.length + slack,
    );
    element('operation').textContent =
      span === undefined
        ? ''
        : `${span.name}: ${timeText(span.length, span.length / 10)}${span.detail && `, ${span.detail}`}`;
  }
}

function legendItem(kind: string, colour: string): HTMLLIElement {
  const mark = make('i');
  mark.style.background = colour;
  return make('li', {}, mark, kind.toLowerCase());
}

/** 1, 2 or 5 times a power of ten. */
function stepFor(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least)!;
}
