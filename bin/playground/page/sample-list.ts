/** The list of samples, by their folders. */
import type { Sample } from '../../samples.ts';
import { element, make } from './dom.ts';

/** `chosen` is told which one has been; the list itself then shows none. */
export function listSamples(samples: readonly Sample[], chosen: (sample: Sample) => void): void {
  const list = element<HTMLSelectElement>('samples');
  for (const group of new Set(samples.map(({ name }) => name.split('/')[0]!))) {
    const names = samples.filter(({ name }) => name.startsWith(`${group}/`));
    const options = names.map(({ name, line }) =>
      make('option', { value: name, title: line }, `${name.slice(group.length + 1)}: ${line}`),
    );
    list.append(make('optgroup', { label: group }, ...options));
  }
  list.onchange = () => {
    const sample = samples.find(({ name }) => name === list.value);
    list.value = '';
    if (sample !== undefined) chosen(sample);
  };
}
