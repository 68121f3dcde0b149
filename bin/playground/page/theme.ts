/** Dark or light: as the system wants it, until the button, which gets its picture here, says otherwise. */
import { element } from './dom.ts';

const KEY = 'pgasc.theme';
const wantsDark = matchMedia('(prefers-color-scheme: dark)');

const HALF_MOON = `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.5"/>
<path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z" fill="currentColor"/></svg>`;

export function followTheme(): void {
  const root = document.documentElement;
  const asked = localStorage.getItem(KEY);
  if (asked !== null) root.dataset.theme = asked;
  element('theme').innerHTML = HALF_MOON;
  element('theme').onclick = () => {
    const isDark = (root.dataset.theme ?? (wantsDark.matches ? 'dark' : 'light')) === 'dark';
    root.dataset.theme = isDark ? 'light' : 'dark';
    localStorage.setItem(KEY, root.dataset.theme);
  };
}
