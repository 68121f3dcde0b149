/** Numbers of a trace's tracks: each thread has one, and one for its memory. Those below are of the job as a whole. */

export const trackOf = (thread: number): number => 2 * thread + 2;
export const memoryTrackOf = (thread: number): number => 2 * thread + 3;

/** The thread that a track is of, or of whose memory; -1 of the job's. */
export const threadOfTrack = (track: number): number => (track >> 1) - 1;

export const isOfMemory = (track: number): boolean => track >= memoryTrackOf(0) && track % 2 === 1;
