/** Vishnu, Kerbyson, Barker, van Dam: PGAS on Blue Gene/Q (ARMCI over PAMI), the numbers its text prints. */
import type { Published } from '../figure.ts';

export const GET: Published = { name: 'get of 16 B, adjacent', kind: 'input', value: 2.89, unit: 'us', error: 0.01 };
export const PUT: Published = { name: 'put of 16 B, local', kind: 'input', value: 2.7, unit: 'us', error: 0.01 };
export const PEAK: Published = { name: 'peak bandwidth', kind: 'input', value: 1775, unit: 'MB/s', error: 0.01 };
/** Of the peak of 1.8 GB/s: half of it is reached at 2 KB. */
export const HALF: Published = {
  name: 'bandwidth at 2 KB (N1/2)',
  kind: 'input',
  value: 900,
  unit: 'MB/s',
  error: 0.01,
};
export const LONGEST: Published = {
  name: 'longest get over the torus',
  kind: 'held out',
  value: 3.38,
  unit: 'us',
  error: 0.005,
};
export const RANGE: Published = {
  name: 'longest less shortest get',
  kind: 'held out',
  value: 0.49,
  unit: 'us',
  error: 0.05,
};
/** "An efficiency > 90 % is achieved beyond 16 Kbytes". */
export const EFFICIENCY: Published = {
  name: 'efficiency at 16 KB',
  kind: 'held out',
  value: 0.9,
  unit: '',
  error: 0.03,
};
/** "Beyond 4K bytes, the latency/byte is ~ 1ns". */
export const PER_BYTE: Published = { name: 'time a byte at 4 KB', kind: 'held out', value: 1, unit: 'ns', error: 0.2 };
/** Peak of Figure 7's ratio, in MB/s. */
export const LINK_PEAK = 1800;
