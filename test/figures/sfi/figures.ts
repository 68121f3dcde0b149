/** SFI for PGAS: of its figures only the time of instructions is a machine's; instructions themselves are counted by `npm run bench:instructions`. */
import { computeSpan } from '../../../runtime/machines/compute.ts';
import { machineFor } from '../../../runtime/machines/presets.ts';
import { NANOSECOND } from '../../../runtime/machines/time.ts';
import type { Figure } from '../figure.ts';
import { at } from '../points.ts';
import { INSTRUCTIONS, OVERHEADS } from './published.ts';

const CLOCKS = [1, 1.2, 1.4, 1.6, 1.8, 2.4, 2.93];
const LINE = '402 instructions';

const overhead: Figure = {
  ...{
    name: 'sfi-overhead',
    document: 'sfi',
    place: 'Figure 5',
    title: 'Software overhead of a put in MVAPICH2-X by clock',
  },
  note: 'By arithmetic: instructions times cycles of each over the clock.',
  machines: ['mvapich2x-qdr'],
  ...{ x: { name: 'clock', unit: 'GHz', scale: 'linear' }, y: { name: 'overhead', unit: 'ns', scale: 'linear' } },
  lines: [
    {
      ...{ name: LINE, from: 'closed form' },
      points: () =>
        CLOCKS.map((x) => {
          const machine = machineFor(`mvapich2x-qdr,clock=${x}GHz`, () => undefined);
          return { x, y: computeSpan(machine, { instructions: INSTRUCTIONS }) / NANOSECOND };
        }),
    },
  ],
  comparisons: OVERHEADS.map(([clock, published]) => ({
    published,
    ours: (of) => at(of(LINE), Number.parseFloat(clock)),
  })),
  shapes: [
    { says: 'more than 200 ns at 1 to 1.8 GHz', holds: (of) => of(LINE).every(({ x, y }) => x > 1.8 || y > 200) },
  ],
};

export const SFI: readonly Figure[] = [overhead];
