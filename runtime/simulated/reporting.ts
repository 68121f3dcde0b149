/**
 * The report of a job on a machine: its time by what took it (--time), and the critical path, there and as a track of the trace.
 *
 * Takes what is asked for. Writes it when all programs are over.
 */
import { PLACE } from '../abi.ts';
import { ProgramError } from '../errors.ts';
import { writeAll } from '../launch/output.ts';
import type { SimulatedRanks } from '../launch/simulation.ts';
import { addressOf, type Space } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { reasonNotWritten } from '../platform/reasons.ts';
import { pathLines, pathTrack } from '../trace/chrome.ts';
import { appendWhole } from '../trace/journal.ts';
import { CausalQueue, CriticalPath, type Stretch, summaryOf } from './criticalpath.ts';
import { beyond } from './model.ts';
import { scheduler } from './scheduler.ts';
import { pathText, type TimeReport, timeText } from './spent.ts';

const PICOSECONDS = 1e-3;
/** Characters of a trace that are written at a time. */
const CHUNK = 2 ** 20;

export class Reporting {
  /** Before the machine is opened. `places`: texts of the places in the source. */
  constructor(
    private readonly asked: SimulatedRanks,
    space: Space,
    private readonly places: readonly string[],
  ) {
    if (asked.machine === undefined || (asked.time === undefined && this.trace === undefined)) return;
    const queue = new CausalQueue(() => scheduler.doer);
    scheduler.queue = queue;
    const placeOf = (rank: number) => space.I32[(addressOf(space, rank, PLACE) >>> 0) >>> 2]!;
    scheduler.path = new CriticalPath(space.THREADS, queue, placeOf);
  }

  write(): void {
    if (this.asked.machine === undefined) return;
    if (this.asked.time !== undefined) this.tell(this.asked.machine.name, this.asked.time);
    if (this.trace !== undefined) this.draw(this.trace);
  }

  private get trace(): { readonly descriptor: number; readonly limit: number } | undefined {
    const [recording] = this.asked.recordings;
    return recording?.descriptor === undefined ? undefined : { ...recording, descriptor: recording.descriptor };
  }

  private get path(): Iterable<Stretch> {
    const { ended } = scheduler.spent;
    const end = ended.reduce((latest, each) => Math.max(latest, each), 0);
    return scheduler.path!.back(ended.indexOf(end), end);
  }

  private tell(machine: string, file: string): void {
    const report: TimeReport = scheduler.spent.report(machine, summaryOf(this.path), beyond);
    const text = `pgasc: ${timeText(report)}\npgasc: ${pathText(report, this.places)}\n`;
    if (file === '') writeAll(2, new TextEncoder().encode(text));
    else replaced(file, `${JSON.stringify(report)}\n`);
  }

  /** Within the bytes that a thread may write. */
  private draw({ descriptor, limit }: { readonly descriptor: number; readonly limit: number }): void {
    let [lines, written] = [pathTrack(), 0];
    for (const { begin, end, place = 0, ...who } of this.path) {
      if (written + lines.length > limit) break;
      if (lines.length > CHUNK) {
        written += appendWhole(descriptor, lines);
        lines = '';
      }
      lines += pathLines({
        ...who,
        start: begin * PICOSECONDS,
        end: end * PICOSECONDS,
        place: this.places[place] ?? '',
      });
    }
    appendWhole(descriptor, lines);
  }
}

function replaced(file: string, text: string): void {
  try {
    platform.files.replace(file, text);
  } catch (error) {
    throw new ProgramError(`cannot write ${file}: ${reasonNotWritten(error)}`);
  }
}
