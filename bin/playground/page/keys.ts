/** Keys of the whole page: Ctrl+Enter runs; where output and input are, Ctrl+C stops unless text is chosen, and Ctrl+D ends the input. */
import { element } from './dom.ts';

export interface KeyEvents {
  run(): void;
  stop(): void;
  endInput(): void;
}

export function listenToKeys(events: KeyEvents): void {
  document.addEventListener('keydown', (event) => key(event, events), { capture: true });
}

function key(event: KeyboardEvent, events: KeyEvents): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const isInPanel = element('panel-output').contains(document.activeElement);
  if (event.key === 'Enter') events.run();
  else if (event.ctrlKey && isInPanel && event.key === 'c' && getSelection()?.isCollapsed) events.stop();
  else if (event.ctrlKey && isInPanel && event.key === 'd') events.endInput();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
