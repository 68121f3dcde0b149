/* What programs of Global Arrays call of a message library, over ARMCI's own messages. */
#ifndef _MP3_H
#define _MP3_H

#include <message.h>

#define MP_INIT(ARGC, ARGV) armci_msg_init(&(ARGC), &(ARGV))
#define MP_FINALIZE() armci_msg_finalize()
#define MP_BARRIER() armci_msg_barrier()
#define MP_PROCS(X) (*(X) = armci_msg_nproc())
#define MP_MYID(X) (*(X) = armci_msg_me())
#define MP_TIMER() armci_timer()

#define GA_INIT(ARGC, ARGV) GA_Initialize()
#define ARMCI_INIT(ARGC, ARGV) ARMCI_Init()

#endif
