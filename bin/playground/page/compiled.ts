/** What the program becomes, beside its text: JavaScript or intermediate representation. The line of the cursor is lit in both. */
import type { Compilation } from '../../../compiler/api.ts';
import { element, make } from './dom.ts';
import { emittedLines } from './emitted.ts';
import { irLines } from './ir.ts';
import type { Origin } from './mappings.ts';

const MOST_LINES = 4000;

export interface CompiledLine {
  readonly text: string;
  readonly origin: Origin | undefined;
}

export interface CompiledEvents {
  /** A line of the text whose code has been clicked. */
  chosen(origin: Origin): void;
  /** Gives the program as -O2 compiles it. */
  optimized(): Promise<Compilation>;
}

interface Form {
  readonly isOptimized: boolean;
  linesOf(compilation: Compilation): CompiledLine[];
}

/** By the value of the choice. */
const FORMS: Readonly<Record<string, Form>> = {
  javascript: { isOptimized: false, linesOf: emittedLines },
  ir: { isOptimized: false, linesOf: irLines },
  optimized: { isOptimized: true, linesOf: irLines },
};

export class Compiled {
  private readonly area = element('compiled');
  private readonly form = element<HTMLSelectElement>('form');
  private compilation: Compilation | undefined;
  private isShown = true;
  private cursor: Origin | undefined;

  constructor(private readonly events: CompiledEvents) {
    this.form.onchange = () => {
      this.isShown = false;
      void this.draw();
    };
  }

  /** Is drawn when it is to be seen. */
  take(compilation: Compilation): void {
    if (compilation.code === undefined) return;
    this.compilation = compilation;
    this.isShown = false;
    void this.draw();
  }

  /** Where the cursor is. */
  light(origin: Origin): void {
    this.cursor = origin;
    const lit = [...this.area.children].filter((line) =>
      line.classList.toggle('lit', isOf(line as HTMLElement, origin)),
    );
    if (this.area.offsetParent !== null) lit[0]?.scrollIntoView({ block: 'center' });
  }

  async draw(): Promise<void> {
    if (this.isShown || this.area.offsetParent === null) return;
    this.isShown = true;
    const form = FORMS[this.form.value]!;
    const { compilation } = this;
    const shown = form.isOptimized ? await this.events.optimized().catch(() => undefined) : compilation;
    if (shown === undefined || compilation !== this.compilation || form !== FORMS[this.form.value]) return;
    const lines = form.linesOf(shown).slice(0, MOST_LINES);
    this.area.replaceChildren(...lines.map(({ text, origin }) => this.line(text, origin)));
    if (this.cursor !== undefined) this.light(this.cursor);
  }

  private line(text: string, origin: Origin | undefined): HTMLElement {
    const number = make('span', { className: 'number' }, origin === undefined ? '' : String(origin.line + 1));
    const line = make('div', {}, number, text || ' ');
    if (origin === undefined) return line;
    Object.assign(line.dataset, { source: origin.source, line: String(origin.line) });
    line.title = `${origin.source}:${origin.line + 1}`;
    line.onclick = () => this.events.chosen(origin);
    return line;
  }
}

const isOf = ({ dataset }: HTMLElement, { source, line }: Origin): boolean =>
  dataset.source === source && dataset.line === String(line);
