/** Entry of each worker of a session: the runtime with the libraries, as in out.js, without a program. */
import { runSessionThread } from '../runtime/launch/session-thread.ts';
import { jobLibraries, processLibraries } from './libraries.ts';

runSessionThread(jobLibraries, processLibraries);
