/**
 * The lessons of the book beside the editor: their pages are the book's, and the programs in them open here.
 *
 * A link to a program opens it, one to another lesson shows that, any other leads to its page of the book.
 */
import type { Lesson } from '../catalogue.ts';
import { button, element, make } from './dom.ts';

const KEY = 'pgasc.lesson';

export class Lessons {
  private readonly choice = element<HTMLSelectElement>('lesson');
  private readonly area = element('lesson-text');
  private readonly before = button('Previous', 'Previous lesson', () => this.turn(-1));
  private readonly next = button('Next', 'Next lesson', () => this.turn(1));
  private shown = '';

  /** `open` takes the fragment of a link that has a program. */
  constructor(private readonly open: (fragment: string) => void) {
    element('lesson-turns').append(this.before, this.next);
    this.choice.onchange = () => void this.show(this.choice.value);
    this.area.onclick = (event) => this.click(event);
  }

  offer(lessons: readonly Lesson[]): void {
    this.choice.replaceChildren(
      ...lessons.map(({ title, page }, k) => make('option', { value: page }, `${k + 1}. ${title}`)),
    );
    this.choice.value = localStorage.getItem(KEY) ?? '';
    if (this.choice.selectedIndex < 0) this.choice.selectedIndex = 0;
  }

  /** When it is to be seen. */
  draw(): void {
    if (this.area.offsetParent !== null && this.shown === '') void this.show(this.choice.value);
  }

  private turn(by: number): void {
    this.choice.selectedIndex += by;
    void this.show(this.choice.value);
  }

  private async show(page: string): Promise<void> {
    this.choice.value = page;
    this.shown = page;
    const { selectedIndex, options } = this.choice;
    [this.before.disabled, this.next.disabled] = [selectedIndex === 0, selectedIndex === options.length - 1];
    localStorage.setItem(KEY, page);
    const text = await fetch(page).then((response) => response.text(), String);
    if (this.shown !== page) return;
    this.area.replaceChildren(...articleIn(text, page));
    this.area.scrollTop = 0;
  }

  private click(event: MouseEvent): void {
    const link = (event.target as HTMLElement).closest('a');
    if (link === null) return;
    const { hash, pathname } = link;
    const lesson = [...this.choice.options].find(({ value }) => new URL(value, location.href).pathname === pathname);
    if (lesson !== undefined) void this.show(lesson.value);
    else if (link.classList.contains('try')) this.open(hash);
    else return;
    event.preventDefault();
  }
}

/** Of a page of the book what it tells: links lead to where they did, and names of headings, which the page may have too, are gone. */
function articleIn(text: string, page: string): Node[] {
  const article = new DOMParser().parseFromString(text, 'text/html').querySelector('article');
  if (article === null) return [make('p', { className: 'none' }, 'The lesson could not be loaded.')];
  for (const named of article.querySelectorAll('[id]')) named.removeAttribute('id');
  for (const link of article.querySelectorAll('a')) {
    link.href = new URL(link.getAttribute('href')!, new URL(page, location.href)).href;
    if (link.classList.contains('try')) link.textContent = 'Open in the editor';
    else Object.assign(link, { target: '_blank', rel: 'noopener' });
  }
  return [...article.childNodes].map((node) => document.adoptNode(node));
}
