/** Tabs by the pattern of the ARIA practices: one is in the order of Tab, arrows, Home and End choose another. */

export class Tabs {
  /** `chosen` is told which tab has been chosen, by its value. */
  constructor(
    private readonly list: HTMLElement,
    private readonly chosen: (value: string) => void,
  ) {
    list.onkeydown = (event) => this.key(event);
    list.onclick = ({ target }) => this.choose((target as HTMLElement).closest<HTMLElement>('[role=tab]'));
  }

  private get tabs(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>('[role=tab]')];
  }

  select(value: string): void {
    for (const tab of this.tabs) {
      const isSelected = tab.dataset.value === value;
      tab.setAttribute('aria-selected', String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
    }
  }

  private choose(tab: HTMLElement | null | undefined): void {
    if (!tab) return;
    this.select(tab.dataset.value!);
    this.chosen(tab.dataset.value!);
  }

  private key(event: KeyboardEvent): void {
    const { tabs } = this;
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length]!;
    this.choose(tab);
    tab.focus();
  }
}
