/** The files of programs: given by the person, changed by what runs, kept from one run to the next. */
import type { Contents } from '../../../runtime/platform/browser/tree.ts';
import { button, element, make } from './dom.ts';

/** What the page itself puts there for a run. */
export const OWN = /^\/(out\.js|tmp\/pgasc-)/;

export class Files {
  private readonly list = element('file-list');
  private kept: Record<string, Uint8Array> = {};

  constructor() {
    const chooser = element<HTMLInputElement>('upload');
    chooser.onchange = async () => {
      for (const file of chooser.files ?? []) this.kept[`/${file.name}`] = new Uint8Array(await file.arrayBuffer());
      chooser.value = '';
      this.show();
    };
    this.show();
  }

  get contents(): Contents {
    return this.kept;
  }

  /** As a run has left them. */
  replace(contents: Contents): void {
    this.kept = Object.fromEntries(Object.entries(contents).filter(([name]) => !OWN.test(name)));
    this.show();
  }

  private show(): void {
    const names = Object.keys(this.kept).sort();
    this.list.replaceChildren(...names.map((name) => this.item(name)));
    element('no-files').hidden = names.length > 0;
  }

  private item(name: string): HTMLLIElement {
    const bytes = this.kept[name]!;
    const remove = () => {
      delete this.kept[name];
      this.show();
    };
    return make(
      'li',
      {},
      make('span', { className: 'name' }, name.slice(1)),
      make('span', { className: 'size' }, sizeOf(bytes.length)),
      button('Download', `Download ${name.slice(1)}`, () => download(name, bytes)),
      button('Remove', `Remove ${name.slice(1)}`, remove),
    );
  }
}

function download(name: string, bytes: Uint8Array): void {
  const href = URL.createObjectURL(new Blob([bytes as BlobPart]));
  make('a', { href, download: name.replace(/^.*\//, '') }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 2 ** 20 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
