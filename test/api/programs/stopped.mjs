// Node.js waits for `close` after a signal has stopped a call: what follows it runs.
import { load } from '../../../dist/pgasc.mjs';

const rod = await load(new URL('rod.upc', import.meta.url), { threads: 2, warnings: ['no-unmatched-barriers'] });
try {
  await rod.call('forever', { signal: AbortSignal.timeout(100) });
} catch ({ name }) {
  console.log(name);
} finally {
  await rod.close();
}
console.log('closed');
