/*
 * ARMCI: remote memory copy. The processes are the threads of the job.
 *
 * An address of another process is one in its region, of a block of ARMCI_Malloc, ARMCI_Malloc_group or ARMCI_Memget: all regions
 * have the same layout, so the address and the process name the place. Functions give 0, or end the job with a message.
 */
#ifndef _ARMCI_H
#define _ARMCI_H

#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef long armci_size_t;

/* ---------------------------------------------------------------- life */

int ARMCI_Init(void);
int ARMCI_Init_args(int *argc, char ***argv);
/* Over a communicator with all ranks of MPI_COMM_WORLD in their order. */
int ARMCI_Init_mpi_comm(MPI_Comm comm);
int ARMCI_Init_thread(int armci_requested);
int ARMCI_Init_thread_comm(int armci_requested, MPI_Comm comm);
int ARMCI_Initialized(void);
int ARMCI_Finalize(void);
void ARMCI_Error(const char *msg, int code) __attribute__((__noreturn__));
void ARMCI_Cleanup(void);

/* ---------------------------------------------------------------- memory */

int ARMCI_Malloc(void *ptr_arr[], armci_size_t bytes);
int ARMCI_Free(void *ptr);
void *ARMCI_Malloc_local(armci_size_t bytes);
int ARMCI_Free_local(void *ptr);
void ARMCI_Copy(void *src, void *dst, int n);
int ARMCI_Uses_shm(void);
/* The option --shared-heap of the job says how much there is. */
void ARMCI_Set_shm_limit(unsigned long shmemlimit);
/* On the device of that name: there is one kind of memory, whose device is any. */
int ARMCI_Malloc_memdev(void *ptr_arr[], armci_size_t bytes, const char *device);
int ARMCI_Free_memdev(void *ptr);
/* Loads and stores of one's own block between them are in order with copies of others. */
void ARMCI_Access_begin(void *ptr);
void ARMCI_Access_end(void *ptr);

/* Blocks of one process, which tells others of them. */
typedef struct armci_meminfo_ds {
  char *armci_addr;
  char *addr;
  size_t size;
  int cpid;
  long idlist[128];
} armci_meminfo_t;

void ARMCI_Memget(size_t bytes, armci_meminfo_t *meminfo, int memflg);
void *ARMCI_Memat(armci_meminfo_t *meminfo, long offset);
void ARMCI_Memdt(armci_meminfo_t *meminfo, long offset);
void ARMCI_Memctl(armci_meminfo_t *meminfo);

/* ---------------------------------------------------------------- copies */

#define ARMCI_MAX_STRIDE_LEVEL 8

/* count[0] is bytes, count[i + 1] the number of items that lie stride_arr[i] bytes apart. */
/* Members are in the order of ARMCI's manual, in which ARMCI-MPI has them too; in GA's own header the last two change places. */
typedef struct {
  void **src_ptr_array;
  void **dst_ptr_array;
  int bytes;
  int ptr_array_len;
} armci_giov_t;

int ARMCI_Put(void *src, void *dst, int bytes, int proc);
int ARMCI_PutS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc);
int ARMCI_PutV(armci_giov_t darr[], int len, int proc);
int ARMCI_Get(void *src, void *dst, int bytes, int proc);
int ARMCI_GetS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc);
int ARMCI_GetV(armci_giov_t darr[], int len, int proc);

/* *f becomes v when the data are there. */
int ARMCI_Put_flag(void *src, void *dst, int bytes, int *f, int v, int proc);
int ARMCI_PutS_flag(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels,
                    int *flag, int val, int proc);
int ARMCI_PutS_flag_dir(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels,
                        int *flag, int val, int proc);

#define ARMCI_ACC_OFF 36
#define ARMCI_ACC_INT (ARMCI_ACC_OFF + 1)
#define ARMCI_ACC_DBL (ARMCI_ACC_OFF + 2)
#define ARMCI_ACC_FLT (ARMCI_ACC_OFF + 3)
#define ARMCI_ACC_CPL (ARMCI_ACC_OFF + 4)
#define ARMCI_ACC_DCP (ARMCI_ACC_OFF + 5)
#define ARMCI_ACC_LNG (ARMCI_ACC_OFF + 6)

/* dst += scale * src, each element atomically. */
int ARMCI_Acc(int optype, void *scale, void *src, void *dst, int bytes, int proc);
int ARMCI_AccS(int optype, void *scale, void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[],
               int stride_levels, int proc);
int ARMCI_AccV(int op, void *scale, armci_giov_t darr[], int len, int proc);

int ARMCI_PutValueInt(int src, void *dst, int proc);
int ARMCI_PutValueLong(long src, void *dst, int proc);
int ARMCI_PutValueFloat(float src, void *dst, int proc);
int ARMCI_PutValueDouble(double src, void *dst, int proc);
int ARMCI_GetValueInt(void *src, int proc);
long ARMCI_GetValueLong(void *src, int proc);
float ARMCI_GetValueFloat(void *src, int proc);
double ARMCI_GetValueDouble(void *src, int proc);

/* ---------------------------------------------------------------- copies that go on */

typedef struct {
  int data[4];
  double dummy[72];
} armci_hdl_t;
#define armci_req_t armci_hdl_t

#define ARMCI_INIT_HANDLE(hdl) ((hdl)->data[0] = (hdl)->data[1] = (hdl)->data[2] = (hdl)->data[3] = 0)

/* Without a handle they are implicit: ARMCI_WaitProc and ARMCI_WaitAll wait for them. */
int ARMCI_NbPut(void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc,
                 armci_hdl_t *nb_handle);
int ARMCI_NbPutV(armci_giov_t darr[], int len, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbGet(void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbGetS(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels, int proc,
                 armci_hdl_t *nb_handle);
int ARMCI_NbGetV(armci_giov_t darr[], int len, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbAcc(int optype, void *scale, void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbAccS(int optype, void *scale, void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[],
                 int stride_levels, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbAccV(int op, void *scale, armci_giov_t darr[], int len, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutValueInt(int src, void *dst, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutValueLong(long src, void *dst, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutValueFloat(float src, void *dst, int proc, armci_hdl_t *nb_handle);
int ARMCI_NbPutValueDouble(double src, void *dst, int proc, armci_hdl_t *nb_handle);

/* A handle stands for all that is given it until it is waited for. ARMCI_Test gives 0 if that is done, else 1. */
int ARMCI_Wait(armci_hdl_t *nb_handle);
int ARMCI_Test(armci_hdl_t *nb_handle);
int ARMCI_WaitAll(void);
int ARMCI_WaitProc(int proc);
/* Copies of an aggregate handle begin together, when it is waited for. */
void ARMCI_SET_AGGREGATE_HANDLE(armci_hdl_t *nb_handle);
void ARMCI_UNSET_AGGREGATE_HANDLE(armci_hdl_t *nb_handle);

/* ---------------------------------------------------------------- order, atomic operations, mutexes */

void ARMCI_Fence(int proc);
void ARMCI_AllFence(void);
void ARMCI_Barrier(void);

#define ARMCI_SWAP 10
#define ARMCI_SWAP_LONG 11
#define ARMCI_FETCH_AND_ADD 12
#define ARMCI_FETCH_AND_ADD_LONG 13

int ARMCI_Rmw(int op, void *ploc, void *prem, int extra, int proc);

int ARMCI_Create_mutexes(int num);
int ARMCI_Destroy_mutexes(void);
void ARMCI_Lock(int mutex, int proc);
void ARMCI_Unlock(int mutex, int proc);

/* Gives the number of notifications of `proc` so far; *pval that of those waited for. */
int armci_notify(int proc);
int armci_notify_wait(int proc, int *pval);

/* ---------------------------------------------------------------- where processes are */

typedef int armci_domain_t;
#define ARMCI_DOMAIN_SMP 0

/* Domains: processes that load and store each other's memory. */
int armci_domain_nprocs(armci_domain_t domain, int id);
int armci_domain_id(armci_domain_t domain, int glob_proc_id);
int armci_domain_glob_proc_id(armci_domain_t domain, int id, int loc_proc_id);
int armci_domain_my_id(armci_domain_t domain);
int armci_domain_count(armci_domain_t domain);
int armci_domain_same_id(armci_domain_t domain, int proc);
int armci_sameclusnode(int proc);
int ARMCI_Same_node(int proc);

/* ---------------------------------------------------------------- groups */

typedef int ARMCI_Group;

void ARMCI_Group_create(int n, int *pid_list, ARMCI_Group *group_out);
void ARMCI_Group_create_child(int n, int *pid_list, ARMCI_Group *group_out, ARMCI_Group *group_parent);
void ARMCI_Group_free(ARMCI_Group *group);
int ARMCI_Group_rank(ARMCI_Group *group, int *rank);
void ARMCI_Group_size(ARMCI_Group *group, int *size);
void ARMCI_Group_set_default(ARMCI_Group *group);
void ARMCI_Group_get_default(ARMCI_Group *group_out);
void ARMCI_Group_get_world(ARMCI_Group *group_out);
void ARMCI_GroupFence(ARMCI_Group *group);
int ARMCI_Absolute_id(ARMCI_Group *group, int group_rank);
int ARMCI_Uses_shm_grp(ARMCI_Group *group);
int ARMCI_Malloc_group(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group);
int ARMCI_Malloc_group_memdev(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group, const char *device);
int ARMCI_Free_group(void *ptr, ARMCI_Group *group);

/* ---------------------------------------------------------------- of one process */

/* For a block of this process, which also `proc` must be. */
#define ARMCI_Put1(src, dst, bytes, proc) (memcpy(dst, src, bytes), 0)
/* Packs what lies in strides at `ptr` into `buf`, and unpacks it. */
void armci_write_strided(void *ptr, int stride_levels, int stride_arr[], int count[], char *buf);
void armci_read_strided(void *ptr, int stride_levels, int stride_arr[], int count[], char *buf);
void armci_set_mem_offset(void *ptr);

/* Both end the job with the message. */
void armci_die(const char *msg, int code) __attribute__((__noreturn__));
void armci_die2(const char *msg, int code1, int code2) __attribute__((__noreturn__));

/* Assertions, which `enable` turns off; `list` is the arguments of printf, in parentheses. */
#define dassertc(enable, condition, list, code) \
  do { \
    if ((enable) && !(condition)) { \
      derr_printf list; \
      dassertp_fail(#condition, __FILE__, __func__, __LINE__, code); \
    } \
  } while (0)
#define dassertp(enable, condition, list) dassertc(enable, condition, list, 1)
#define dassert(enable, condition) dassertp(enable, condition, (""))
#define dassert1(enable, condition, value) dassertp(enable, condition, ("%d: error ival=%d\n", armci_msg_me(), (int)(value)))
void derr_printf(const char *format, ...);
int dassertp_fail(const char *cond_string, const char *file, const char *func, unsigned int line, int code);

#define FAIL -1
#define FAIL2 -2
#define FAIL3 -3
#define FAIL4 -4
#define FAIL5 -5
#define FAIL6 -6
#define FAIL7 -7
#define FAIL8 -8

#include <parmci.h>

#endif
