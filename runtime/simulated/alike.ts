/** Functions around others, in the place of core/alike.ts: the one that calls a function which may wait gives its steps, and bears its mark. */
import { $marked, mayWait } from './steps.ts';

export const waitsLike = <F extends object>(f: unknown, around: F): F => (mayWait(f) ? $marked(around) : around);
