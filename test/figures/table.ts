/** Results as text: a row for each number and shape. */
import type { Result } from './results.ts';
import type { Judged } from './verdicts.ts';

export function tableOf({ figure, judged }: Result): string {
  const rows = judged.map((each) => {
    const beside = each.off === undefined ? each.ours : `${each.ours} beside ${each.published}, ${percentText(each)}`;
    const source = each.source === 'model' ? ' [model]' : '';
    const remark = each.remark === '' ? '' : `  (${each.remark})`;
    return `  ${each.verdict.padEnd(12)} ${each.name}${source}${beside === '' ? '' : `: ${beside}`}${remark}`;
  });
  return [`${figure.name}: ${figure.title}`, ...rows].join('\n');
}

/** How far it is off, and how far it was expected to be at most. */
export function percentText({ off, error }: Judged): string {
  if (off === undefined || error === undefined) return '';
  return `${signed(off, 1)} % (${errorText(error)} expected)`;
}

const errorText = (error: number | readonly [number, number]): string =>
  typeof error === 'number'
    ? `±${Number((100 * error).toPrecision(3))}`
    : `${signed(error[0], 0)} to ${signed(error[1], 0)}`;

const signed = (share: number, digits: number): string =>
  `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(digits)}`;
