/** `node --import pgasc/register`: from then on modules may import `./heat.upc`; PGAS_THREADS says with how many threads it runs. */
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
