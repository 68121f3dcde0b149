/** How the program runs: the fields above the editor. */

import { checkedSettings, NETWORKS, type Settings } from '../../shown/program.ts';
import type { OfferedMachine } from '../catalogue.ts';
import { element, make } from './dom.ts';

const threads = element<HTMLInputElement>('threads');
const optimize = element<HTMLSelectElement>('optimize');
const place = element<HTMLSelectElement>('place');
const debug = element<HTMLInputElement>('debug');
const words = element<HTMLInputElement>('arguments');
const record = element<HTMLInputElement>('record');

export class SettingsFields {
  constructor(changed: () => void) {
    for (const field of [threads, optimize, debug, place, words])
      field.addEventListener('change', () => {
        this.correct();
        changed();
      });
  }

  offer(machines: readonly OfferedMachine[]): void {
    element('machines').append(
      ...machines.map(({ name, title }) => make('option', { value: name, title }, `${name}: ${title}`)),
    );
  }

  /** Without shared memory there are no threads. */
  simulateOnly(): void {
    for (const option of place.options) option.disabled = (NETWORKS as readonly string[]).includes(option.value);
    place.value = [...place.options].find(({ disabled }) => !disabled)!.value;
  }

  /** The fields show what the program runs with. */
  correct(): void {
    threads.value = String(this.values.threads);
  }

  show(values: Settings): void {
    threads.value = String(values.threads);
    optimize.value = String(values.optimize);
    debug.checked = values.debug;
    const known = [...place.options].find(({ value, disabled }) => value === values.place && !disabled);
    if (known !== undefined) place.value = known.value;
    words.value = values.arguments;
  }

  get values(): Settings {
    const [level, checks] = [Number(optimize.value), debug.checked];
    const asked = { threads: threads.value, optimize: level, debug: checks, place: place.value };
    return checkedSettings({ ...asked, arguments: words.value });
  }

  get isRecorded(): boolean {
    return record.checked;
  }
}
