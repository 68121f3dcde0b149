/** A line on a terminal that says what is going on: it is rewritten in place, and taken away before anything else is written. */
export const CLEARED = '\r\x1b[K';
export const statusLine = (what: string): string => `${CLEARED}pgasc: ${what} ...`;
