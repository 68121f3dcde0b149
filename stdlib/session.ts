/** What each worker of a session runs: the runtime with the C library, as in out.js, without a program. */
import { runSessionThread } from '../runtime/launch/session-thread.ts';
import { upcrLibrary } from '../runtime/upcr/library.ts';
import { libraries } from './index.ts';

runSessionThread([upcrLibrary, ...libraries]);
