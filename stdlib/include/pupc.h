/* Berkeley's interface for a program's own events: they go to the trace (environment variable PGAS_TRACEFILE). */
#ifndef _PUPC_H
#define _PUPC_H

/* `desc` is a printf format for the arguments of each use; gives the event's number, 0 when there is no trace. */
unsigned int pupc_create_event(const char *name, const char *desc);
/* Turns the events of this thread on or off; gives what they were. */
int pupc_control(int on);
void pupc_event_start(unsigned int evttag, ...);
void pupc_event_end(unsigned int evttag, ...);
void pupc_event_atomic(unsigned int evttag, ...);

#endif
