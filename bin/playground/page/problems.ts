/** The list under the editor: what the compiler says, with a way to the place, the fixes, and the rule behind it. */
import type { PublishedDiagnostic, PublishedFile, PublishedFix } from '../../../compiler/diagnostics/published.ts';
import { element, make } from './dom.ts';
import { explanationOf } from './explanations.ts';

export interface ProblemEvents {
  goTo(file: string, diagnostic: PublishedDiagnostic): void;
  fix(file: string, fix: PublishedFix): void;
}

const KINDS = { 1: 'error', 2: 'warning', 3: 'note' } as const;
const MOST = 100;

export class Problems {
  private readonly list = element('problem-list');
  private readonly count = element('problem-count');
  /** Codes whose explanation is open, which stay so at the next key. */
  private readonly open = new Set<string>();

  constructor(private readonly events: ProblemEvents) {}

  show(files: readonly PublishedFile[]): void {
    const all = files.flatMap(({ uri, diagnostics }) => diagnostics.map((each) => ({ file: uri, each })));
    const items = all.slice(0, MOST).map(({ file, each }) => this.item(file, each));
    this.list.replaceChildren(...items);
    this.count.textContent = counted(all.map(({ each }) => each));
    element('problems').classList.toggle('clean', all.length === 0);
  }

  private item(file: string, diagnostic: PublishedDiagnostic): HTMLLIElement {
    const { range, severity, message, relatedInformation, fixes, code } = diagnostic;
    const kind = KINDS[severity];
    const place = make(
      'button',
      { type: 'button', className: 'place', onclick: () => this.events.goTo(file, diagnostic) },
      `${file}:${range.start.line + 1}:${range.start.character + 1}`,
    );
    const notes = relatedInformation.map((each) => make('p', { className: 'note' }, each.message));
    const mends = fixes.map((fix) =>
      make('button', { type: 'button', className: 'fix', onclick: () => this.events.fix(file, fix) }, fix.title),
    );
    const head = make('p', {}, make('span', { className: `kind ${kind}` }, kind), ' ', message, ' ', place);
    return make('li', {}, head, ...notes, ...mends, this.explanation(code));
  }

  private explanation(code: string): HTMLDetailsElement {
    const details = make('details', { open: this.open.has(code) }, make('summary', {}, `Why? ${code}`));
    const fill = async () => {
      if (details.childElementCount === 1) details.append((await explanationOf(code)) ?? make('p', {}, NONE));
    };
    details.ontoggle = () => {
      if (details.open) void fill();
      this.open[details.open ? 'add' : 'delete'](code);
    };
    return details;
  }
}

const NONE = 'The message says it all.';

function counted(diagnostics: readonly PublishedDiagnostic[]): string {
  const of = (severity: number, word: string) => {
    const count = diagnostics.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
  };
  return [...of(1, 'error'), ...of(2, 'warning'), ...of(3, 'note')].join(', ') || 'No problems';
}
