/*
 * ARMCI's profiling interface: the same functions by a second name each.
 *
 * A program that defines a function of ARMCI itself, to count or time its calls, calls the second one from there.
 */
#ifndef _PARMCI_H
#define _PARMCI_H

#include <armci.h>

#define __PROFILED(NAME) __typeof__(ARMCI_##NAME) PARMCI_##NAME;
__PROFILED(Acc) __PROFILED(AccS) __PROFILED(AccV) __PROFILED(Access_begin) __PROFILED(Access_end) __PROFILED(AllFence) __PROFILED(Barrier)
__PROFILED(Create_mutexes) __PROFILED(Destroy_mutexes) __PROFILED(Fence) __PROFILED(Finalize) __PROFILED(Free) __PROFILED(Free_local)
__PROFILED(Free_memdev) __PROFILED(Get) __PROFILED(GetS) __PROFILED(GetV) __PROFILED(GetValueDouble) __PROFILED(GetValueFloat)
__PROFILED(GetValueInt) __PROFILED(GetValueLong) __PROFILED(GroupFence) __PROFILED(Init) __PROFILED(Init_args) __PROFILED(Init_mpi_comm)
__PROFILED(Init_thread) __PROFILED(Init_thread_comm) __PROFILED(Initialized) __PROFILED(Lock) __PROFILED(Malloc)
__PROFILED(Malloc_group_memdev) __PROFILED(Malloc_local) __PROFILED(Malloc_memdev) __PROFILED(Memat) __PROFILED(Memget) __PROFILED(NbAcc)
__PROFILED(NbAccS) __PROFILED(NbAccV) __PROFILED(NbGet) __PROFILED(NbGetS) __PROFILED(NbGetV) __PROFILED(NbPut) __PROFILED(NbPutS)
__PROFILED(NbPutV) __PROFILED(NbPutValueDouble) __PROFILED(NbPutValueFloat) __PROFILED(NbPutValueInt) __PROFILED(NbPutValueLong)
__PROFILED(Put) __PROFILED(PutS) __PROFILED(PutS_flag) __PROFILED(PutS_flag_dir) __PROFILED(PutV) __PROFILED(PutValueDouble)
__PROFILED(PutValueFloat) __PROFILED(PutValueInt) __PROFILED(PutValueLong) __PROFILED(Put_flag) __PROFILED(Rmw) __PROFILED(Test)
__PROFILED(Unlock) __PROFILED(Wait) __PROFILED(WaitAll) __PROFILED(WaitProc)
#undef __PROFILED

void parmci_msg_barrier(void);
void parmci_msg_group_barrier(ARMCI_Group *group);
int parmci_notify(int proc);
int parmci_notify_wait(int proc, int *pval);

#endif
