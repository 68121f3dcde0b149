/**
 * The control area: the runtime's own words in each region, and their users.
 *
 * All are byte offsets in a region. Words of a thread lie in its own region; those of the process in its first region; those of the memory,
 * which processes of a host may share (launch/mapping.ts), in the first region that it has, where an offset is an address. A word written
 * at high rate by several threads has a cache line (64 bytes) of its own. The words of a thread come first, and close together: of thousands of threads
 * each page counts.
 */
import { CONTROL_FREE, STATICS, STDOUT_BYTES, STDOUT_CAPACITY, STDOUT_PENDING } from '../abi.ts';

const LINE = 64;

// ---------------------------------------------------------------- of each thread

/** State of the thread (core/states.ts). */
export const STATE = CONTROL_FREE;
/** Number of changes of STATE, by which a reader detects a change. */
export const EPOCH = STATE + 4;
/** Exit status of an ended thread. */
export const STATUS = STATE + 8;
/** Of a blocked thread: the kind of wait and its detail (core/states.ts), and the index of its place (core/places.ts). */
export const BLOCKING = STATE + 12;
export const BLOCKING_ON = STATE + 16;
export const BLOCKING_PLACE = STATE + 20;
/** Number of collective calls that the thread has taken part in. */
export const COLLECTIVES = STATE + 24;
/** Of a blocked thread that waits for one thread: which. */
export const BLOCKING_WHOM = STATE + 28;
/** Of a blocked thread that waits for a count: the value to reach. */
export const BLOCKING_COUNT = STATE + 32;
/** How the thread has failed, 0 if it has not: it has called fail_image, or its process is gone. */
export const FAILED_IMAGE = STATE + 36;
export const [CALLED_FAIL_IMAGE, GONE] = [1, 2];
/** Number of completed waits. */
export const RESUMED = STATE + 40;
/** Of a blocked thread that waits for a word: the rank in whose region it is; BLOCKING_ON is its offset. */
export const BLOCKING_RANK = STATE + 44;
/** Things that the thread's adapter has yet to do (Hardware.carries). */
export const CARRIED = STATE + 48;
/** Address of the first of the slots that a module has had values in and does not need, each of which has the next one's; 0: none. */
export const FREE_VALUES = STATE + 52;
/** Offset of the last board that the thread has entered in its list (core/boards.ts); 0: none. */
export const BOARDS = STATE + 60;
/** A rank's attachment by gasnet_attach: its segment and its handlers (core/am/directory.ts). */
export const ATTACHMENT = STATE + LINE;

/** These two lines are what a thread shows to others: memories that do not have its region have a copy of them. */
export const SHOWN = STATE;
export const SHOWN_BYTES = 2 * LINE;

/** Number (core/awaited.ts) of the word for which a sleeping thread waits, -1 if only for messages; 0 while it is awake. */
export const SLEEPS_FOR = ATTACHMENT + LINE;
/** The word it sleeps on: incremented to wake it. */
export const BELL = SLEEPS_FOR + 4;
/** How long it sleeps at most, as the system wants it: seconds and nanoseconds, 64 bits each (core/sleep.ts). */
export const SLEEP_LIMIT = SLEEPS_FOR + 16;
/** Values in transit between registers and the memory of other threads (extended/values.ts, valueslots.ts). */
export const SCRATCH = BELL + 60;
export const SCRATCH_SIZE = 1024;
/** Operands and old values of atomic operations on other threads' words (extended/atomics/words.ts). */
export const WORDS = SCRATCH + SCRATCH_SIZE;
const WORDS_SIZE = 256;

/** Bins of the blocks that the thread allocated in its own shared heap (segment/blocks.ts). */
export const LOCAL_BINS = align(WORDS + WORDS_SIZE);
export const BINS_SIZE = 2048;

/**
 * The arrival line of a thread at barriers. Its offset differs between regions ((thread mod 32) lines further): lines
 * at equal offsets of power-of-two regions would fall into one cache set.
 */
export const ARRIVAL = LOCAL_BINS + BINS_SIZE;
export const ARRIVAL_LINES = 32;

/** Names of the places where the thread waits: bytes used, then the texts (core/places.ts). */
export const PLACES = ARRIVAL + ARRIVAL_LINES * LINE;
export const PLACES_SIZE = 4096;

if (PLACES + PLACES_SIZE > STDOUT_PENDING) throw new Error("a thread's own words are more than their place");

// ---------------------------------------------------------------- of the memory, in its first region: an offset is an address

/** Threads that sleep until a word changes; and that word of those who wait for many others: it changes when all have come. */
export const SLEEPERS = align(STDOUT_BYTES + STDOUT_CAPACITY);
export const WAKE = SLEEPERS + 4;
/** The last phase at which all met without values, told to those who slept. */
export const MET = WAKE + 4;
/** What they had given at the last phase at which all of the job met. */
export const MET_AGREEMENT = MET + 4;
export const MET_VALUE = MET + 8;
/** Number of ends of threads that this memory has heard of. */
export const ENDS = MET + 16;
/** Who renews the copies of lines of boards (core/boardletters.ts). */
export const LINES_LOCK = MET + 12;

// ---------------------------------------------------------------- of the process, in its first region (space.ts, HOME)

/** 0 while the job runs; ENDING once a thread has ended it for all and is reporting; OVER after the report. */
export const JOB_END = SLEEPERS + LINE;
export const ENDING = 1;
export const OVER = 2;
/** Process exit status of a job that was ended. */
export const JOB_STATUS = JOB_END + 4;
/** 1 once a thread has found a deadlock, and is about to tell it. */
export const DEADLOCKED = JOB_END + 8;
/** 1 + the thread that looks for all whether they wait in vain, and when it did last in milliseconds (stdlib/common/stall.ts). */
export const STALL_LOOKER = JOB_END + 12;
export const STALL_LOOKED = JOB_END + 16;
/** Threads that end the job by a call, and the status of the first of them that has one other than 0 (core/leaving.ts). */
export const LEAVERS = JOB_END + 20;
export const LEAVING_STATUS = JOB_END + 24;
export const OUTPUT_LOCK = JOB_END + LINE;
/** The last byte written by a session to standard output or standard error. */
export const OUTPUT_LAST = OUTPUT_LOCK + 4;
/** Whether lines have the number of their thread before them (--label). */
export const LABELS = OUTPUT_LOCK + 8;
/** By descriptor: 1 + the thread whose line there has not ended; 0: none. Kept where lines have labels. */
export const OPEN_LINES = OUTPUT_LOCK + 12;
/** 1 once a thread has told what a failure may come from (Job.hint). */
export const HINTED = OUTPUT_LOCK + 24;
export const HEAP_LOCK = OUTPUT_LOCK + LINE;
export const COLLECTIVE_LOCK = HEAP_LOCK + LINE;
/** Outstanding collective calls (core/collective.ts). */
export const COLLECTIVE_RING = COLLECTIVE_LOCK + LINE;
export const COLLECTIVE_RING_LENGTH = 32;
export const COLLECTIVE_ENTRY = 32;
/** Bins of the symmetric blocks. */
export const SYMMETRIC_BINS = COLLECTIVE_RING + COLLECTIVE_RING_LENGTH * COLLECTIVE_ENTRY;
/** 1 once the process's threads have met before main; 2 once those of all processes have. */
export const STARTED = SYMMETRIC_BINS + BINS_SIZE;
export const [HERE, TOGETHER] = [1, 2];
/** Border between the shared heaps of a process (segment/border.ts); of process 0, whether a thread moves borders. */
export const HEAP_BORDER = STARTED + 4;
export const HEAP_BORDER_MOVES = HEAP_BORDER + 4;
/** 1 while a thread of the process takes in what has come for all of them, and how often that was begun. */
export const TAKES_IN = STARTED + LINE;
export const INTAKES = TAKES_IN + 4;
const CONTROL_END = TAKES_IN + LINE;

if (CONTROL_END > STATICS) throw new Error('the control area is larger than its place');

function align(offset: number): number {
  return (offset + LINE - 1) & -LINE;
}
