/** The list of samples, by their folders; before them the person's own programs that others have taken the place of. */
import type { Sample } from '../../samples.ts';
import type { Aside } from './aside.ts';
import { element, make } from './dom.ts';

export interface SampleEvents {
  sample(sample: Sample): void;
  /** By its time. */
  own(time: number): void;
}

const OWN = 'own/';

export class SampleList {
  private readonly list = element<HTMLSelectElement>('samples');
  private readonly own = make('optgroup', { label: 'Your programs' });

  /** The list itself then shows none. */
  constructor(samples: readonly Sample[], events: SampleEvents) {
    this.list.append(...groupsOf(samples));
    this.list.onchange = () => {
      const { value } = this.list;
      this.list.value = '';
      const sample = samples.find(({ name }) => name === value);
      if (sample !== undefined) events.sample(sample);
      else if (value.startsWith(OWN)) events.own(Number(value.slice(OWN.length)));
    };
  }

  offerOwn(all: readonly Aside[]): void {
    this.own.replaceChildren(...all.map(ownOption));
    if (all.length === 0) this.own.remove();
    else this.list.firstElementChild!.after(this.own);
  }
}

function groupsOf(samples: readonly Sample[]): HTMLElement[] {
  return [...new Set(samples.map(({ name }) => name.split('/')[0]!))].map((group) => {
    const names = samples.filter(({ name }) => name.startsWith(`${group}/`));
    const options = names.map(({ name, line }) =>
      make('option', { value: name, title: line }, `${name.slice(group.length + 1)}: ${line}`),
    );
    return make('optgroup', { label: group }, ...options);
  });
}

/** "11/27/26, 2:05 PM, heat.upc: shared double u[N];" */
function ownOption({ time, program }: Aside): HTMLOptionElement {
  const [name, text] = Object.entries(program.files)[0]!;
  const when = new Date(time).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
  return make('option', { value: `${OWN}${time}` }, `${when}, ${name}: ${firstLine(text)}`);
}

const LONGEST = 60;

/** Behind the directives, with which programs begin alike. */
function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return (lines.find((line) => line !== '' && !line.startsWith('#')) ?? '').slice(0, LONGEST);
}
