/** Elements of the page: found by id, or made. */

export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found as T;
}

type Tags = HTMLElementTagNameMap;
type Child = Node | string;

/** An element with properties and children. */
export function make<K extends keyof Tags>(tag: K, properties: Partial<Tags[K]> = {}, ...children: Child[]): Tags[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** As `disabled` does, but the focus stays: what the button does has no effect meanwhile. */
export function setDisabled(id: string, isDisabled: boolean): void {
  element(id).setAttribute('aria-disabled', String(isDisabled));
}

/** A button that does something, with a name for those who do not see it. */
export function button(text: string, label: string, act: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', title: label, onclick: act }, text);
  made.setAttribute('aria-label', label);
  return made;
}
