/**
 * Shows the accesses of a run: step by step, or so many a second, forwards and from any of them on.
 *
 * Those of a recorded run are all there, in the order in which they began. A slowed run, which waits for its turns, adds them as they
 * happen: to go on behind the last one is to give it turns. So both have the same controls, and the tempo is the person's.
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

/** Gives a slowed run turns: each is an access. */
export type Turns = (count: number) => void;

export class Replay {
  private readonly slider = element<HTMLInputElement>('replay-at');
  private readonly speed = element<HTMLSelectElement>('replay-speed');
  private readonly play = element<HTMLButtonElement>('replay-play');
  private readonly place = element<HTMLButtonElement>('replay-place');
  private accesses: readonly Access[] = [];
  /** Of those of a slowed run, which is under way. */
  private growing: Access[] = [];
  private turns: Turns | undefined;
  private end = '';
  /** How many have been shown. */
  private at = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Part of an access that is due: a tick may show several, or none. */
  private due = 0;
  private frame = 0;

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
    this.open(accesses, accesses.length > 0);
    this.end = isCut ? ', where the record is full' : '';
    this.show(0);
  }

  /** A slowed run begins: it goes on as long as this plays. */
  follow(turns: Turns): void {
    this.growing = [];
    this.open(this.growing, true);
    this.end = ' so far';
    this.turns = turns;
    this.start();
  }

  /** An access of it. */
  add(access: Access): void {
    const isAtEnd = this.at === this.growing.length;
    this.growing.push(access);
    if (isAtEnd) this.at++;
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.drawNow());
  }

  /** It is over: what has been seen of it can be seen again. */
  ended(): void {
    if (this.turns === undefined) return;
    this.turns = undefined;
    this.end = '';
    this.stop();
    this.show(this.at);
  }

  get isFollowing(): boolean {
    return this.turns !== undefined;
  }

  private open(accesses: readonly Access[], isShown: boolean): void {
    this.turns = undefined;
    this.stop();
    this.accesses = accesses;
    const hadFocus = element('no-replay').contains(document.activeElement);
    element('replay').hidden = !isShown;
    element('no-replay').hidden = isShown;
    if (hadFocus && isShown) this.play.focus();
    this.at = 0;
  }

  private start(): void {
    if (!this.isFollowing && this.at === this.accesses.length) this.show(0);
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
    this.due += (Number(this.speed.value) * TICK) / 1000 - count;
    if (count > 0) this.forward(count);
    if (!this.isFollowing && this.at === this.accesses.length) this.stop();
  }

  /** Behind the last of a run that is under way, the run goes on. */
  private forward(count: number): void {
    const there = Math.min(count, this.accesses.length - this.at);
    if (there > 0) this.show(this.at + there);
    if (count > there) this.turns?.(count - there);
  }

  private step(by: number): void {
    this.stop();
    if (by > 0) this.forward(by);
    else this.show(Math.max(this.at + by, 0));
  }

  private show(at: number): void {
    this.at = at;
    this.drawNow();
  }

  private drawNow(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { at, accesses } = this;
    this.slider.max = String(accesses.length);
    this.slider.value = String(at);
    this.events.light(accesses.slice(Math.max(0, at - TRAIL), at).reverse());
    const access = accesses[at - 1];
    const count = `${at.toLocaleString('en')} of ${accesses.length.toLocaleString('en')}${this.end}`;
    element('replay-count').textContent = count;
    this.slider.setAttribute('aria-valuetext', count);
    element('replay-access').textContent = access === undefined ? '' : this.events.textOf(access);
    this.place.textContent = access?.place ?? '';
    this.place.hidden = access?.place === undefined;
    element('replay-again').hidden = this.isFollowing;
  }
}

/** Milliseconds. */
const TICK = 50;
