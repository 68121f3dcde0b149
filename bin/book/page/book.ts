/** What a page of the book does: dark or light by its button; the contents are scrolled to the page. From a folder (file:) no playground can be opened, so its links go. */
import { element } from '../../playground/page/dom.ts';
import { followTheme } from '../../playground/page/theme.ts';

followTheme();
const contents = element('contents');
const here = contents.querySelector<HTMLElement>('[aria-current]');
if (here !== null) contents.scrollTop = here.offsetTop - contents.clientHeight / 3;
if (location.protocol === 'file:') document.documentElement.classList.add('alone');
