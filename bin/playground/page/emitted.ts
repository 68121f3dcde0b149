/** The JavaScript that the program becomes without -O, beside its text: the line of the cursor is lit in both. */
import type { Compilation } from '../../../compiler/api.ts';
import { element, make } from './dom.ts';
import { type Origin, originsOf } from './mappings.ts';

/** What stands between the runtime and the start, in out.js. */
const BEGIN = '\nconst program = {';
const END = '\npgasc.start';
const MOST_LINES = 4000;

export class Emitted {
  private readonly area = element('emitted');
  private compilation: Compilation | undefined;
  private isShown = true;
  private cursor: Origin | undefined;

  /** `chosen`: a line of the text whose code has been clicked. */
  constructor(private readonly chosen: (origin: Origin) => void) {}

  /** Is drawn when it is to be seen. */
  take(compilation: Compilation): void {
    if (compilation.code === undefined) return;
    this.compilation = compilation;
    this.isShown = false;
    this.draw();
  }

  /** Where the cursor is. */
  light(origin: Origin): void {
    this.cursor = origin;
    const lit = [...this.area.children].filter((line) =>
      line.classList.toggle('lit', isOf(line as HTMLElement, origin)),
    );
    if (this.area.offsetParent !== null) lit[0]?.scrollIntoView({ block: 'center' });
  }

  draw(): void {
    if (this.isShown || this.area.offsetParent === null) return;
    this.isShown = true;
    this.area.replaceChildren(...linesOf(this.compilation!).map(({ text, origin }) => this.line(text, origin)));
    if (this.cursor !== undefined) this.light(this.cursor);
  }

  private line(text: string, origin: Origin | undefined): HTMLElement {
    const line = make('div', {}, text || ' ');
    if (origin === undefined) return line;
    Object.assign(line.dataset, { source: origin.source, line: String(origin.line) });
    line.onclick = () => this.chosen(origin);
    return line;
  }
}

const isOf = ({ dataset }: HTMLElement, { source, line }: Origin): boolean =>
  dataset.source === source && dataset.line === String(line);

interface Line {
  readonly text: string;
  readonly origin: Origin | undefined;
}

/** Of the program alone: the runtime before it is the same for all. */
function linesOf({ code = '', map }: Compilation): Line[] {
  const begin = code.lastIndexOf(BEGIN) + 1;
  const before = code.slice(0, begin).split('\n').length - 1;
  const origins = map === undefined ? [] : originsOf(map);
  const texts = code.slice(begin, code.indexOf(END, begin)).split('\n').slice(0, MOST_LINES);
  return texts.map((text, k) => ({ text, origin: origins[before + k] }));
}
