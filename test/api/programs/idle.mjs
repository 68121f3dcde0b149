// An instance that nobody calls does not keep Node.js alive; what it has printed is there.
import { load } from '../../../dist/pgasc.mjs';

const rod = await load(new URL('rod.upc', import.meta.url), { threads: 2, warnings: ['no-unmatched-barriers'] });
await rod.call('hello');
if (process.argv[2] === 'close') {
  await rod.call('remember');
  await rod.close();
}
