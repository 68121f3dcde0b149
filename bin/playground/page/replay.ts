/**
 * Replays the accesses of a recorded run: step by step, or so many a second, forwards and from any of them on.
 *
 * The order is that in which they began; the tempo is the person's, not that of the run.
 */
import type { Access } from './accesses.ts';
import { element } from './dom.ts';

export interface ReplayEvents {
  /** The last accesses up to the one that is shown (TRAIL), the newest first. */
  light(accesses: readonly Access[]): void;
  /** What an access does, for people. */
  textOf(access: Access): string;
  goTo(place: string): void;
}

/** Accesses that are lit: the one that is shown, and those before it, the weaker the older. */
export const TRAIL = 6;

export class Replay {
  private readonly slider = element<HTMLInputElement>('replay-at');
  private readonly speed = element<HTMLSelectElement>('replay-speed');
  private readonly play = element<HTMLButtonElement>('replay-play');
  private readonly place = element<HTMLButtonElement>('replay-place');
  private accesses: readonly Access[] = [];
  private end = '';
  /** How many have been shown. */
  private at = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Part of an access that is due: a tick may show several, or none. */
  private due = 0;

  constructor(private readonly events: ReplayEvents) {
    this.play.onclick = () => (this.timer === undefined ? this.start() : this.stop());
    element('replay-step').onclick = () => this.step(1);
    element('replay-back').onclick = () => this.step(-1);
    this.slider.oninput = () => {
      this.stop();
      this.show(Number(this.slider.value));
    };
    this.place.onclick = () => events.goTo(this.place.textContent!);
  }

  /** Of another run; none: there is no record. `isCut`: it ends before the run did. */
  take(accesses: readonly Access[], isCut = false): void {
    this.stop();
    this.end = isCut ? ', where the record is full' : '';
    this.accesses = accesses;
    this.slider.max = String(accesses.length);
    const hadFocus = element('no-replay').contains(document.activeElement);
    element('replay').hidden = accesses.length === 0;
    element('no-replay').hidden = accesses.length > 0;
    if (hadFocus && accesses.length > 0) this.play.focus();
    this.show(0);
  }

  private start(): void {
    if (this.at === this.accesses.length) this.show(0);
    this.due = 1;
    this.timer = setInterval(() => this.tick(), TICK);
    this.play.textContent = 'Pause';
    this.tick();
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.play.textContent = 'Play';
  }

  private tick(): void {
    const count = Math.floor(this.due);
    if (count > 0) this.show(Math.min(this.at + count, this.accesses.length));
    this.due += (Number(this.speed.value) * TICK) / 1000 - count;
    if (this.at === this.accesses.length) this.stop();
  }

  private step(by: number): void {
    this.stop();
    this.show(Math.min(Math.max(this.at + by, 0), this.accesses.length));
  }

  private show(at: number): void {
    this.at = at;
    this.slider.value = String(at);
    this.events.light(this.accesses.slice(Math.max(0, at - TRAIL), at).reverse());
    const access = this.accesses[at - 1];
    const count = `${at.toLocaleString('en')} of ${this.accesses.length.toLocaleString('en')}${this.end}`;
    element('replay-count').textContent = count;
    this.slider.setAttribute('aria-valuetext', count);
    element('replay-access').textContent = access === undefined ? '' : this.events.textOf(access);
    this.place.textContent = access?.place ?? '';
    this.place.hidden = access?.place === undefined;
  }
}

/** Milliseconds. */
const TICK = 50;
