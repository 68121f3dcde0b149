/** Results as text: a row for each number and shape. */
import type { Result } from './results.ts';
import type { Judged } from './verdicts.ts';

export function tableOf({ figure, judged }: Result): string {
  const rows = judged.map((each) => {
    const beside = each.off === undefined ? each.ours : `${each.ours} beside ${each.published}, ${percentText(each)}`;
    const remark = each.remark === '' ? '' : `  (${each.remark})`;
    return `  ${each.verdict.padEnd(12)} ${each.name}${beside === '' ? '' : `: ${beside}`}${remark}`;
  });
  return [`${figure.name}: ${figure.title}`, ...rows].join('\n');
}

/** How far it is off, and how far it was expected to be at most. */
export function percentText({ off, error }: Judged): string {
  if (off === undefined || error === undefined) return '';
  const shown = `${off < 0 ? '−' : '+'}${(100 * Math.abs(off)).toFixed(1)} %`;
  return `${shown} (±${Number((100 * error).toPrecision(3))} expected)`;
}
