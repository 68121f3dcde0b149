/*
 * MPI: the part of it that is here (README.md of the library tells what). A rank is a thread of the job.
 *
 * Handles are numbers whose first byte tells the kind of the object, so that one given for another is noticed. Functions give
 * MPI_SUCCESS or the code of an error, or end the job, as the communicator's error handler has it.
 */
#ifndef _MPI_H
#define _MPI_H

#include <stddef.h>
#include <stdint.h>

#define MPI_VERSION 3
#define MPI_SUBVERSION 1

typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Group;
typedef int MPI_Request;
typedef int MPI_Errhandler;
typedef int MPI_Info;
typedef long MPI_Aint;
typedef long long MPI_Offset;
typedef long long MPI_Count;

typedef struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
  /* Of the message that was received. */
  unsigned __bytes;
  int __cancelled;
} MPI_Status;

typedef void MPI_User_function(void *invec, void *inoutvec, int *len, MPI_Datatype *datatype);

/* ---------------------------------------------------------------- constants */

#define MPI_COMM_NULL 0x43000000
#define MPI_COMM_WORLD 0x43000001
#define MPI_COMM_SELF 0x43000002
#define MPI_GROUP_NULL 0x47000000
#define MPI_GROUP_EMPTY 0x47000001
#define MPI_REQUEST_NULL 0x52000000
#define MPI_ERRHANDLER_NULL 0x45000000
#define MPI_ERRORS_ARE_FATAL 0x45000001
#define MPI_ERRORS_RETURN 0x45000002
#define MPI_INFO_NULL 0x49000000

#define MPI_ANY_SOURCE (-1)
#define MPI_PROC_NULL (-2)
#define MPI_ROOT (-3)
#define MPI_ANY_TAG (-1)
#define MPI_UNDEFINED (-32766)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_BOTTOM ((void *)0)

#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_LIBRARY_VERSION_STRING 128
#define MPI_BSEND_OVERHEAD 0

/* What MPI_Comm_compare and MPI_Group_compare give. */
enum { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL };
/* Levels of threads. */
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
/* Attributes of MPI_COMM_WORLD. */
enum { MPI_TAG_UB = 1, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL };

/* Classes of errors. */
enum {
  MPI_SUCCESS, MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG, MPI_ERR_COMM, MPI_ERR_RANK, MPI_ERR_REQUEST, MPI_ERR_ROOT,
  MPI_ERR_GROUP, MPI_ERR_OP, MPI_ERR_TOPOLOGY, MPI_ERR_DIMS, MPI_ERR_ARG, MPI_ERR_UNKNOWN, MPI_ERR_TRUNCATE, MPI_ERR_OTHER,
  MPI_ERR_INTERN, MPI_ERR_IN_STATUS, MPI_ERR_PENDING, MPI_ERR_KEYVAL,
  MPI_ERR_LASTCODE = 0x3fffffff,
};

/* ---------------------------------------------------------------- datatypes and operators */

#define MPI_DATATYPE_NULL 0x54000000
#define MPI_CHAR 0x54000001
#define MPI_SIGNED_CHAR 0x54000002
#define MPI_UNSIGNED_CHAR 0x54000003
#define MPI_BYTE 0x54000004
#define MPI_PACKED 0x54000005
#define MPI_WCHAR 0x54000006
#define MPI_SHORT 0x54000007
#define MPI_UNSIGNED_SHORT 0x54000008
#define MPI_INT 0x54000009
#define MPI_UNSIGNED 0x5400000a
#define MPI_LONG 0x5400000b
#define MPI_UNSIGNED_LONG 0x5400000c
#define MPI_LONG_LONG_INT 0x5400000d
#define MPI_LONG_LONG MPI_LONG_LONG_INT
#define MPI_UNSIGNED_LONG_LONG 0x5400000e
#define MPI_INT8_T 0x5400000f
#define MPI_UINT8_T 0x54000010
#define MPI_INT16_T 0x54000011
#define MPI_UINT16_T 0x54000012
#define MPI_INT32_T 0x54000013
#define MPI_UINT32_T 0x54000014
#define MPI_INT64_T 0x54000015
#define MPI_UINT64_T 0x54000016
#define MPI_AINT 0x54000017
#define MPI_OFFSET 0x54000018
#define MPI_COUNT 0x54000019
#define MPI_C_BOOL 0x5400001a
#define MPI_FLOAT 0x5400001b
#define MPI_DOUBLE 0x5400001c
#define MPI_LONG_DOUBLE 0x5400001d
#define MPI_C_FLOAT_COMPLEX 0x5400001e
#define MPI_C_COMPLEX MPI_C_FLOAT_COMPLEX
#define MPI_C_DOUBLE_COMPLEX 0x5400001f
#define MPI_C_LONG_DOUBLE_COMPLEX 0x54000020
/* A value and an index, for MPI_MAXLOC and MPI_MINLOC. */
#define MPI_FLOAT_INT 0x54000021
#define MPI_DOUBLE_INT 0x54000022
#define MPI_LONG_INT 0x54000023
#define MPI_2INT 0x54000024
#define MPI_SHORT_INT 0x54000025
#define MPI_LONG_DOUBLE_INT 0x54000026

#define MPI_OP_NULL 0x4f000000
#define MPI_SUM 0x4f000001
#define MPI_PROD 0x4f000002
#define MPI_BAND 0x4f000003
#define MPI_BOR 0x4f000004
#define MPI_BXOR 0x4f000005
#define MPI_MIN 0x4f000006
#define MPI_MAX 0x4f000007
#define MPI_LAND 0x4f000008
#define MPI_LOR 0x4f000009
#define MPI_LXOR 0x4f00000a
#define MPI_MINLOC 0x4f00000b
#define MPI_MAXLOC 0x4f00000c

/* ---------------------------------------------------------------- life */

int MPI_Init(int *argc, char ***argv);
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int MPI_Initialized(int *flag);
int MPI_Finalize(void);
int MPI_Finalized(int *flag);
int MPI_Abort(MPI_Comm comm, int errorcode);
int MPI_Query_thread(int *provided);
int MPI_Is_thread_main(int *flag);
double MPI_Wtime(void);
double MPI_Wtick(void);
int MPI_Get_processor_name(char *name, int *resultlen);
int MPI_Get_version(int *version, int *subversion);
int MPI_Get_library_version(char *version, int *resultlen);

/* ---------------------------------------------------------------- errors */

int MPI_Error_class(int errorcode, int *errorclass);
int MPI_Error_string(int errorcode, char *string, int *resultlen);
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler);
int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler);
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler);
int MPI_Errhandler_free(MPI_Errhandler *errhandler);

/* ---------------------------------------------------------------- communicators and groups */

int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm);
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm);
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);
int MPI_Comm_free(MPI_Comm *comm);
int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result);
int MPI_Comm_group(MPI_Comm comm, MPI_Group *group);
int MPI_Comm_test_inter(MPI_Comm comm, int *flag);
int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag);
int MPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag);

int MPI_Group_size(MPI_Group group, int *size);
int MPI_Group_rank(MPI_Group group, int *rank);
int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]);
int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result);
int MPI_Group_free(MPI_Group *group);

/* ---------------------------------------------------------------- messages */

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int MPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count);
int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count);

int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);
int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]);
int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status);
int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status);
int MPI_Request_free(MPI_Request *request);

/* ---------------------------------------------------------------- collective functions */

int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
               MPI_Comm comm);
int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                MPI_Datatype recvtype, int root, MPI_Comm comm);
int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm);
int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                   MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                MPI_Comm comm);
int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm);

/* `function` gives inoutvec[i] = invec[i] op inoutvec[i]. */
int MPI_Op_create(MPI_User_function *function, int commute, MPI_Op *op);
int MPI_Op_free(MPI_Op *op);

int MPI_Type_size(MPI_Datatype datatype, int *size);
int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent);

#endif
