/** The files of the program as tabs: one is shown in the editor; a field adds one by its name, and the shown one can go. */
import { button, element, make } from './dom.ts';
import { Tabs } from './tabs.ts';

export interface SourceEvents {
  show(name: string): void;
  add(name: string): void;
  remove(name: string): void;
}

const NAMES = /^[\w.-]+(\/[\w.-]+)*\.(upc|c|h|uph)$/;

export class Sources {
  private readonly list = element('sources');
  private readonly field = element<HTMLInputElement>('new-source');
  private readonly tabs: Tabs;
  private readonly removal: HTMLButtonElement;
  private shown = '';

  constructor(events: SourceEvents) {
    this.tabs = new Tabs(this.list, (name) => events.show(name));
    this.removal = button('×', 'Remove this file', () => events.remove(this.shown));
    const open = button('+', 'Add a file', () => this.ask());
    element('source-actions').append(this.removal, open);
    this.field.onkeydown = ({ key }) => {
      if (key === 'Escape') this.field.hidden = true;
      if (key === 'Enter') this.add(events);
    };
    this.field.onblur = () => {
      this.field.hidden = true;
    };
  }

  offer(names: readonly string[]): void {
    this.list.replaceChildren(...names.map(tab));
    this.removal.hidden = names.length < 2;
  }

  select(name: string): void {
    this.shown = name;
    this.tabs.select(name);
    this.list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private ask(): void {
    Object.assign(this.field, { hidden: false, value: '' }).focus();
  }

  /** Headers are included by name; .upc and .c files are compiled and linked. */
  private add(events: SourceEvents): void {
    const name = this.field.value.trim();
    const isRight = NAMES.test(name);
    this.field.setCustomValidity(isRight ? '' : 'The name of a source ends in .upc, .c or .h');
    if (!isRight) return void this.field.reportValidity();
    this.field.hidden = true;
    events.add(name);
  }
}

function tab(name: string): HTMLButtonElement {
  const made = make('button', { type: 'button', role: 'tab' }, name);
  made.dataset.value = name;
  return made;
}
