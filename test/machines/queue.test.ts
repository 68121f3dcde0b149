/** The event queue, against a sorted list; the limits of virtual time. */
import { describe, expect, test } from 'vitest';
import { MachineError } from '../../runtime/machines/errors.ts';
import { EventQueue, type Occurrence } from '../../runtime/machines/queue.ts';
import { inTimeUnits, LATEST, later, SECOND, spanOf, wholeSpanOf } from '../../runtime/machines/time.ts';
import { generator } from './random.ts';

interface Noted extends Occurrence {
  readonly order: readonly [time: number, rank: number, sequence: number];
}

const noted = (time: number, rank: number, sequence: number): Noted => ({
  order: [time, rank, sequence],
  happen() {},
});

const compared = (a: Noted, b: Noted): number =>
  a.order[0] - b.order[0] || a.order[1] - b.order[1] || a.order[2] - b.order[2];

describe('the queue', () => {
  test.each([1, 2, 3, 4])('gives what a sorted list gives, seed %i', (seed) => {
    const random = generator(seed);
    const queue = new EventQueue();
    let list: Noted[] = [];
    for (let k = 0; k < 4_000; k++) {
      if (random(5) < 3) {
        const event = noted(queue.now + random(7), random(4), k); // many ties
        queue.add(event.order[0], event.order[1], event);
        list.push(event);
      } else {
        list = list.sort(compared);
        expect(queue.take()).toBe(list.shift());
      }
    }
    for (const event of list.sort(compared)) expect(queue.take()).toBe(event);
    expect([queue.take(), queue.length, queue.next]).toEqual([undefined, 0, Number.POSITIVE_INFINITY]);
  });

  test('ties go by rank, then in the order of adding, also for what is added meanwhile', () => {
    const queue = new EventQueue();
    const seen: string[] = [];
    const say = (text: string, then?: () => void): Occurrence => ({
      happen(now) {
        seen.push(`${text}@${now}`);
        then?.();
      },
    });
    queue.add(10, 2, say('late'));
    queue.add(
      10,
      1,
      say('first', () => queue.add(10, 1, say('third'))),
    );
    queue.add(10, 1, say('second'));
    queue.add(5, 9, say('before'));
    queue.run();
    expect(seen).toEqual(['before@5', 'first@10', 'second@10', 'third@10', 'late@10']);
  });

  test('no event before now, nor beyond what picoseconds count', () => {
    const queue = new EventQueue();
    queue.add(7, 0, noted(7, 0, 0));
    queue.take();
    expect(() => queue.add(6, 0, noted(6, 0, 0))).toThrow(
      new MachineError('an event at 6 ps would be before now, 7 ps'),
    );
    expect(() => queue.add(LATEST + 1, 0, noted(0, 0, 0))).toThrow(/beyond 9007199254740991 ps/);
    expect(() => queue.add(Number.NaN, 0, noted(0, 0, 0))).toThrow(MachineError);
  });
});

describe('time', () => {
  test('is exact to its end, which is told', () => {
    expect(later(LATEST - 1, 1)).toBe(LATEST);
    expect(() => later(LATEST, 1)).toThrow(/virtual time passes 9007 s/);
    expect(LATEST / SECOND / 3600).toBeGreaterThan(2.5);
  });

  test('of bytes at a rate', () => {
    expect(spanOf(1, 1.775e9)).toBe(563);
    expect(spanOf(1000, 1.775e9)).toBe(563_380);
    expect(wholeSpanOf(1000, 1.775e9)).toBe(563_381);
    expect(spanOf(0, 1e9)).toBe(0);
  });

  test.each([
    [0, '0 ps'],
    [563, '563 ps'],
    [40_000, '40 ns'],
    [2_890_000, '2.89 us'],
    [1.5 * SECOND, '1.5 s'],
  ])('%i ps reads %s', (span, text) => expect(inTimeUnits(span)).toBe(text));
});
