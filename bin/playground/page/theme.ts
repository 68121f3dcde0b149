/** Dark or light: as the system wants it, until the button says otherwise. */
import { element } from './dom.ts';

const KEY = 'pgasc.theme';
const wantsDark = matchMedia('(prefers-color-scheme: dark)');

export function followTheme(): void {
  const root = document.documentElement;
  const asked = localStorage.getItem(KEY);
  if (asked !== null) root.dataset.theme = asked;
  element('theme').onclick = () => {
    const isDark = (root.dataset.theme ?? (wantsDark.matches ? 'dark' : 'light')) === 'dark';
    root.dataset.theme = isDark ? 'light' : 'dark';
    localStorage.setItem(KEY, root.dataset.theme);
  };
}
