/*
 * MPI: the Message Passing Interface (MPI 3.1). The ranks of MPI_COMM_WORLD are the threads of the job.
 *
 * Handles are pointers to types that nothing defines, so that the compiler notices one kind in place of another. The top byte of each
 * says its kind (mpi/handles.ts).
 */
#ifndef _MPI_H
#define _MPI_H

#define MPI_VERSION 3
#define MPI_SUBVERSION 1

typedef long MPI_Aint;
typedef long long MPI_Offset;
typedef long long MPI_Count;
typedef int MPI_Fint;

typedef struct __mpi_comm *MPI_Comm;
typedef struct __mpi_group *MPI_Group;
typedef struct __mpi_datatype *MPI_Datatype;
typedef struct __mpi_op *MPI_Op;
typedef struct __mpi_request *MPI_Request;
typedef struct __mpi_errhandler *MPI_Errhandler;
typedef struct __mpi_info *MPI_Info;
typedef struct __mpi_message *MPI_Message;
typedef struct __mpi_win *MPI_Win;
typedef struct __mpi_file *MPI_File;

typedef struct {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int __bytes;
  int __cancelled;
} MPI_Status;

typedef void MPI_User_function(void *invec, void *inoutvec, int *len, MPI_Datatype *datatype);
typedef int MPI_Comm_copy_attr_function(MPI_Comm comm, int keyval, void *extra_state, void *attribute_val_in, void *attribute_val_out, int *flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int keyval, void *attribute_val, void *extra_state);
typedef int MPI_Type_copy_attr_function(MPI_Datatype type, int keyval, void *extra_state, void *attribute_val_in, void *attribute_val_out, int *flag);
typedef int MPI_Type_delete_attr_function(MPI_Datatype type, int keyval, void *attribute_val, void *extra_state);
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
typedef int MPI_Grequest_query_function(void *extra_state, MPI_Status *status);
typedef int MPI_Grequest_free_function(void *extra_state);
typedef int MPI_Grequest_cancel_function(void *extra_state, int complete);
typedef void MPI_Comm_errhandler_function(MPI_Comm *comm, int *code, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Handler_function;
typedef void MPI_Win_errhandler_function(MPI_Win *win, int *code, ...);
typedef int MPI_Win_copy_attr_function(MPI_Win win, int keyval, void *extra_state, void *attribute_val_in, void *attribute_val_out, int *flag);
typedef int MPI_Win_delete_attr_function(MPI_Win win, int keyval, void *attribute_val, void *extra_state);
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
typedef void MPI_File_errhandler_function(MPI_File *file, int *code, ...);
typedef int MPI_Datarep_conversion_function(void *userbuf, MPI_Datatype datatype, int count, void *filebuf, MPI_Offset position, void *extra_state);
typedef int MPI_Datarep_extent_function(MPI_Datatype datatype, MPI_Aint *extent, void *extra_state);

#define MPI_COMM_NULL ((MPI_Comm)0x01000000)
#define MPI_COMM_WORLD ((MPI_Comm)0x01000001)
#define MPI_COMM_SELF ((MPI_Comm)0x01000002)
#define MPI_GROUP_NULL ((MPI_Group)0x02000000)
#define MPI_GROUP_EMPTY ((MPI_Group)0x02000001)
#define MPI_DATATYPE_NULL ((MPI_Datatype)0x03000000)
#define MPI_OP_NULL ((MPI_Op)0x04000000)
#define MPI_REQUEST_NULL ((MPI_Request)0x05000000)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0x06000000)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)0x06000001)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)0x06000002)
#define MPI_INFO_NULL ((MPI_Info)0x07000000)
#define MPI_INFO_ENV ((MPI_Info)0x07000001)
#define MPI_MESSAGE_NULL ((MPI_Message)0x08000000)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)0x08000001)
#define MPI_WIN_NULL ((MPI_Win)0x09000000)
#define MPI_FILE_NULL ((MPI_File)0x0a000000)

#define MPI_ANY_SOURCE (-1)
#define MPI_PROC_NULL (-2)
#define MPI_ROOT (-3)
#define MPI_ANY_TAG (-1)
#define MPI_UNDEFINED (-32766)
#define MPI_BOTTOM ((void *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_STATUS_IGNORE ((MPI_Status *)1)
#define MPI_STATUSES_IGNORE ((MPI_Status *)1)

#define MPI_BSEND_OVERHEAD 64

#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_LIBRARY_VERSION_STRING 128
#define MPI_MAX_INFO_KEY 256
#define MPI_MAX_INFO_VAL 1024
#define MPI_MAX_PORT_NAME 256

enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum { MPI_GRAPH = 1, MPI_CART, MPI_DIST_GRAPH };
#define MPI_UNWEIGHTED ((int *)2)
#define MPI_WEIGHTS_EMPTY ((int *)3)
#define MPI_COMM_TYPE_SHARED 1

/* Keys of attributes. */
#define MPI_KEYVAL_INVALID 0
enum { MPI_TAG_UB = 1, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL, MPI_UNIVERSE_SIZE, MPI_LASTUSEDCODE, MPI_APPNUM };
enum { MPI_WIN_BASE = 8, MPI_WIN_SIZE, MPI_WIN_DISP_UNIT, MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL };
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_TYPE_NULL_COPY_FN ((MPI_Type_copy_attr_function *)0)
#define MPI_TYPE_NULL_DELETE_FN ((MPI_Type_delete_attr_function *)0)
#define MPI_WIN_NULL_COPY_FN ((MPI_Win_copy_attr_function *)0)
#define MPI_WIN_NULL_DELETE_FN ((MPI_Win_delete_attr_function *)0)
#define MPI_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
#define MPI_DUP_FN MPI_COMM_DUP_FN

enum { MPI_ORDER_C, MPI_ORDER_FORTRAN };
enum { MPI_DISTRIBUTE_BLOCK = 121, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE };
#define MPI_DISTRIBUTE_DFLT_DARG (-49767)
enum {
  MPI_COMBINER_NAMED = 1,
  MPI_COMBINER_DUP,
  MPI_COMBINER_CONTIGUOUS,
  MPI_COMBINER_VECTOR,
  MPI_COMBINER_HVECTOR,
  MPI_COMBINER_INDEXED,
  MPI_COMBINER_HINDEXED,
  MPI_COMBINER_INDEXED_BLOCK,
  MPI_COMBINER_HINDEXED_BLOCK,
  MPI_COMBINER_STRUCT,
  MPI_COMBINER_SUBARRAY,
  MPI_COMBINER_DARRAY,
  MPI_COMBINER_RESIZED,
  MPI_COMBINER_F90_REAL,
  MPI_COMBINER_F90_COMPLEX,
  MPI_COMBINER_F90_INTEGER
};
enum { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL };

enum { MPI_WIN_FLAVOR_CREATE = 1, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_DYNAMIC, MPI_WIN_FLAVOR_SHARED };
enum { MPI_WIN_SEPARATE = 1, MPI_WIN_UNIFIED };
enum { MPI_LOCK_EXCLUSIVE = 1, MPI_LOCK_SHARED };
#define MPI_MODE_NOCHECK 1
#define MPI_MODE_NOSTORE 2
#define MPI_MODE_NOPUT 4
#define MPI_MODE_NOPRECEDE 8
#define MPI_MODE_NOSUCCEED 16
/* Files: modes of access, origins of positions, a displacement that is where the shared pointer is. */
#define MPI_MODE_CREATE 1
#define MPI_MODE_RDONLY 2
#define MPI_MODE_WRONLY 4
#define MPI_MODE_RDWR 8
#define MPI_MODE_DELETE_ON_CLOSE 16
#define MPI_MODE_UNIQUE_OPEN 32
#define MPI_MODE_EXCL 64
#define MPI_MODE_APPEND 128
#define MPI_MODE_SEQUENTIAL 256
enum { MPI_SEEK_SET = 600, MPI_SEEK_CUR = 602, MPI_SEEK_END = 604 };
#define MPI_DISPLACEMENT_CURRENT (-54278278)
#define MPI_MAX_DATAREP_STRING 128
#define MPI_CONVERSION_FN_NULL ((MPI_Datarep_conversion_function *)0)
/* Names of ROMIO, from before requests of files were those of messages. */
#define MPIO_Request MPI_Request
#define MPIO_Wait MPI_Wait
#define MPIO_Test MPI_Test
#define MPIO_USES_MPI_REQUEST

/* ---------------------------------------------------------------- classes of errors, datatypes, operators */

#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_ERR_RANK 6
#define MPI_ERR_REQUEST 7
#define MPI_ERR_ROOT 8
#define MPI_ERR_GROUP 9
#define MPI_ERR_OP 10
#define MPI_ERR_TOPOLOGY 11
#define MPI_ERR_DIMS 12
#define MPI_ERR_ARG 13
#define MPI_ERR_UNKNOWN 14
#define MPI_ERR_TRUNCATE 15
#define MPI_ERR_OTHER 16
#define MPI_ERR_INTERN 17
#define MPI_ERR_IN_STATUS 18
#define MPI_ERR_PENDING 19
#define MPI_ERR_KEYVAL 20
#define MPI_ERR_NO_MEM 21
#define MPI_ERR_BASE 22
#define MPI_ERR_INFO_KEY 23
#define MPI_ERR_INFO_VALUE 24
#define MPI_ERR_INFO_NOKEY 25
#define MPI_ERR_SPAWN 26
#define MPI_ERR_PORT 27
#define MPI_ERR_SERVICE 28
#define MPI_ERR_NAME 29
#define MPI_ERR_WIN 30
#define MPI_ERR_SIZE 31
#define MPI_ERR_DISP 32
#define MPI_ERR_INFO 33
#define MPI_ERR_LOCKTYPE 34
#define MPI_ERR_ASSERT 35
#define MPI_ERR_RMA_CONFLICT 36
#define MPI_ERR_RMA_SYNC 37
#define MPI_ERR_FILE 38
#define MPI_ERR_NOT_SAME 39
#define MPI_ERR_AMODE 40
#define MPI_ERR_UNSUPPORTED_DATAREP 41
#define MPI_ERR_UNSUPPORTED_OPERATION 42
#define MPI_ERR_NO_SUCH_FILE 43
#define MPI_ERR_FILE_EXISTS 44
#define MPI_ERR_BAD_FILE 45
#define MPI_ERR_ACCESS 46
#define MPI_ERR_NO_SPACE 47
#define MPI_ERR_QUOTA 48
#define MPI_ERR_READ_ONLY 49
#define MPI_ERR_FILE_IN_USE 50
#define MPI_ERR_DUP_DATAREP 51
#define MPI_ERR_CONVERSION 52
#define MPI_ERR_IO 53
#define MPI_ERR_RMA_RANGE 54
#define MPI_ERR_RMA_ATTACH 55
#define MPI_ERR_RMA_SHARED 56
#define MPI_ERR_RMA_FLAVOR 57
#define MPI_ERR_LASTCODE 127
#define MPI_T_ERR_MEMORY 64
#define MPI_T_ERR_NOT_INITIALIZED 65
#define MPI_T_ERR_CANNOT_INIT 66
#define MPI_T_ERR_INVALID_INDEX 67
#define MPI_T_ERR_INVALID_ITEM 68
#define MPI_T_ERR_INVALID_HANDLE 69
#define MPI_T_ERR_OUT_OF_HANDLES 70
#define MPI_T_ERR_OUT_OF_SESSIONS 71
#define MPI_T_ERR_INVALID_SESSION 72
#define MPI_T_ERR_CVAR_SET_NEVER 73
#define MPI_T_ERR_CVAR_SET_NOT_NOW 74
#define MPI_T_ERR_PVAR_NO_STARTSTOP 75
#define MPI_T_ERR_PVAR_NO_WRITE 76
#define MPI_T_ERR_PVAR_NO_ATOMIC 77
#define MPI_T_ERR_INVALID_NAME 78

#define MPI_CHAR ((MPI_Datatype)0x03000001)
#define MPI_SIGNED_CHAR ((MPI_Datatype)0x03000002)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)0x03000003)
#define MPI_BYTE ((MPI_Datatype)0x03000004)
#define MPI_WCHAR ((MPI_Datatype)0x03000005)
#define MPI_SHORT ((MPI_Datatype)0x03000006)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)0x03000007)
#define MPI_INT ((MPI_Datatype)0x03000008)
#define MPI_UNSIGNED ((MPI_Datatype)0x03000009)
#define MPI_LONG ((MPI_Datatype)0x0300000a)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)0x0300000b)
#define MPI_LONG_LONG ((MPI_Datatype)0x0300000c)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)0x0300000d)
#define MPI_FLOAT ((MPI_Datatype)0x0300000e)
#define MPI_DOUBLE ((MPI_Datatype)0x0300000f)
#define MPI_LONG_DOUBLE ((MPI_Datatype)0x03000010)
#define MPI_INT8_T ((MPI_Datatype)0x03000011)
#define MPI_INT16_T ((MPI_Datatype)0x03000012)
#define MPI_INT32_T ((MPI_Datatype)0x03000013)
#define MPI_INT64_T ((MPI_Datatype)0x03000014)
#define MPI_UINT8_T ((MPI_Datatype)0x03000015)
#define MPI_UINT16_T ((MPI_Datatype)0x03000016)
#define MPI_UINT32_T ((MPI_Datatype)0x03000017)
#define MPI_UINT64_T ((MPI_Datatype)0x03000018)
#define MPI_C_BOOL ((MPI_Datatype)0x03000019)
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)0x0300001a)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)0x0300001b)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x0300001c)
#define MPI_AINT ((MPI_Datatype)0x0300001d)
#define MPI_OFFSET ((MPI_Datatype)0x0300001e)
#define MPI_COUNT ((MPI_Datatype)0x0300001f)
#define MPI_PACKED ((MPI_Datatype)0x03000020)
#define MPI_FLOAT_INT ((MPI_Datatype)0x03000021)
#define MPI_DOUBLE_INT ((MPI_Datatype)0x03000022)
#define MPI_LONG_INT ((MPI_Datatype)0x03000023)
#define MPI_2INT ((MPI_Datatype)0x03000024)
#define MPI_SHORT_INT ((MPI_Datatype)0x03000025)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)0x03000026)
/* Of Fortran and C++. */
#define MPI_CHARACTER ((MPI_Datatype)0x03000027)
#define MPI_LOGICAL ((MPI_Datatype)0x03000028)
#define MPI_INTEGER ((MPI_Datatype)0x03000029)
#define MPI_INTEGER1 ((MPI_Datatype)0x0300002a)
#define MPI_INTEGER2 ((MPI_Datatype)0x0300002b)
#define MPI_INTEGER4 ((MPI_Datatype)0x0300002c)
#define MPI_INTEGER8 ((MPI_Datatype)0x0300002d)
#define MPI_REAL ((MPI_Datatype)0x0300002e)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype)0x0300002f)
#define MPI_REAL4 ((MPI_Datatype)0x03000030)
#define MPI_REAL8 ((MPI_Datatype)0x03000031)
#define MPI_COMPLEX ((MPI_Datatype)0x03000032)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype)0x03000033)
#define MPI_COMPLEX8 ((MPI_Datatype)0x03000034)
#define MPI_COMPLEX16 ((MPI_Datatype)0x03000035)
#define MPI_2INTEGER ((MPI_Datatype)0x03000036)
#define MPI_2REAL ((MPI_Datatype)0x03000037)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype)0x03000038)
#define MPI_CXX_BOOL ((MPI_Datatype)0x03000039)
#define MPI_CXX_FLOAT_COMPLEX ((MPI_Datatype)0x0300003a)
#define MPI_CXX_DOUBLE_COMPLEX ((MPI_Datatype)0x0300003b)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x0300003c)
/* Optional ones, of elements that are not here (MPI 3.1, 3.2.2). */
#define MPI_REAL2 MPI_DATATYPE_NULL
#define MPI_REAL16 MPI_DATATYPE_NULL
#define MPI_COMPLEX4 MPI_DATATYPE_NULL
#define MPI_COMPLEX32 MPI_DATATYPE_NULL
#define MPI_INTEGER16 MPI_DATATYPE_NULL
/* Markers of MPI 1, which MPI_Type_create_resized has replaced. */
#define MPI_LB ((MPI_Datatype)0x0300003d)
#define MPI_UB ((MPI_Datatype)0x0300003e)
#define MPI_LONG_LONG_INT MPI_LONG_LONG
#define MPI_C_COMPLEX MPI_C_FLOAT_COMPLEX

#define MPI_MAX ((MPI_Op)0x04000001)
#define MPI_MIN ((MPI_Op)0x04000002)
#define MPI_SUM ((MPI_Op)0x04000003)
#define MPI_PROD ((MPI_Op)0x04000004)
#define MPI_LAND ((MPI_Op)0x04000005)
#define MPI_BAND ((MPI_Op)0x04000006)
#define MPI_LOR ((MPI_Op)0x04000007)
#define MPI_BOR ((MPI_Op)0x04000008)
#define MPI_LXOR ((MPI_Op)0x04000009)
#define MPI_BXOR ((MPI_Op)0x0400000a)
#define MPI_MINLOC ((MPI_Op)0x0400000b)
#define MPI_MAXLOC ((MPI_Op)0x0400000c)
#define MPI_REPLACE ((MPI_Op)0x0400000d)
#define MPI_NO_OP ((MPI_Op)0x0400000e)

/* Each function by both of its names: a profiling library defines the first one and calls the second. */
#define __MPI_FUNCTION(NAME, PARAMETERS) \
  int MPI_##NAME PARAMETERS; \
  int PMPI_##NAME PARAMETERS;

/* ---------------------------------------------------------------- life, environment, errors */

__MPI_FUNCTION(Init, (int *argc, char ***argv))
__MPI_FUNCTION(Init_thread, (int *argc, char ***argv, int required, int *provided))
__MPI_FUNCTION(Query_thread, (int *provided))
__MPI_FUNCTION(Is_thread_main, (int *flag))
__MPI_FUNCTION(Initialized, (int *flag))
__MPI_FUNCTION(Finalize, (void))
__MPI_FUNCTION(Finalized, (int *flag))
__MPI_FUNCTION(Abort, (MPI_Comm comm, int errorcode))
__MPI_FUNCTION(Get_processor_name, (char *name, int *resultlen))
__MPI_FUNCTION(Get_version, (int *version, int *subversion))
__MPI_FUNCTION(Get_library_version, (char *version, int *resultlen))
double MPI_Wtime(void);
double PMPI_Wtime(void);
double MPI_Wtick(void);
double PMPI_Wtick(void);
__MPI_FUNCTION(Error_class, (int errorcode, int *errorclass))
__MPI_FUNCTION(Error_string, (int errorcode, char *string, int *resultlen))
__MPI_FUNCTION(Comm_create_errhandler, (MPI_Comm_errhandler_function *function, MPI_Errhandler *errhandler))
__MPI_FUNCTION(Comm_set_errhandler, (MPI_Comm comm, MPI_Errhandler errhandler))
__MPI_FUNCTION(Comm_get_errhandler, (MPI_Comm comm, MPI_Errhandler *errhandler))
__MPI_FUNCTION(Comm_call_errhandler, (MPI_Comm comm, int errorcode))
__MPI_FUNCTION(Add_error_class, (int *errorclass))
__MPI_FUNCTION(Add_error_code, (int errorclass, int *errorcode))
__MPI_FUNCTION(Add_error_string, (int errorcode, const char *string))
__MPI_FUNCTION(Pcontrol, (const int level, ...))
__MPI_FUNCTION(Errhandler_free, (MPI_Errhandler *errhandler))
/* Names before MPI 2. */
__MPI_FUNCTION(Errhandler_create, (MPI_Handler_function *function, MPI_Errhandler *errhandler))
__MPI_FUNCTION(Errhandler_set, (MPI_Comm comm, MPI_Errhandler errhandler))
__MPI_FUNCTION(Errhandler_get, (MPI_Comm comm, MPI_Errhandler *errhandler))

/* ---------------------------------------------------------------- communicators and groups */

__MPI_FUNCTION(Comm_rank, (MPI_Comm comm, int *rank))
__MPI_FUNCTION(Comm_size, (MPI_Comm comm, int *size))
__MPI_FUNCTION(Comm_dup, (MPI_Comm comm, MPI_Comm *newcomm))
__MPI_FUNCTION(Comm_idup, (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request))
__MPI_FUNCTION(Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm))
__MPI_FUNCTION(Comm_split_type, (MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm))
__MPI_FUNCTION(Comm_set_name, (MPI_Comm comm, const char *comm_name))
__MPI_FUNCTION(Comm_get_name, (MPI_Comm comm, char *comm_name, int *resultlen))
__MPI_FUNCTION(Comm_set_info, (MPI_Comm comm, MPI_Info info))
__MPI_FUNCTION(Comm_get_info, (MPI_Comm comm, MPI_Info *info_used))
__MPI_FUNCTION(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *newcomm))
__MPI_FUNCTION(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm))
__MPI_FUNCTION(Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm))
__MPI_FUNCTION(Comm_free, (MPI_Comm *comm))
__MPI_FUNCTION(Comm_compare, (MPI_Comm comm1, MPI_Comm comm2, int *result))
__MPI_FUNCTION(Comm_test_inter, (MPI_Comm comm, int *flag))
__MPI_FUNCTION(Comm_remote_size, (MPI_Comm comm, int *size))
__MPI_FUNCTION(Comm_remote_group, (MPI_Comm comm, MPI_Group *group))
__MPI_FUNCTION(Intercomm_create, (MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                                  MPI_Comm *newintercomm))
__MPI_FUNCTION(Intercomm_merge, (MPI_Comm intercomm, int high, MPI_Comm *newintracomm))
__MPI_FUNCTION(Comm_group, (MPI_Comm comm, MPI_Group *group))
__MPI_FUNCTION(Group_size, (MPI_Group group, int *size))
__MPI_FUNCTION(Group_rank, (MPI_Group group, int *rank))
__MPI_FUNCTION(Group_translate_ranks, (MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]))
__MPI_FUNCTION(Group_compare, (MPI_Group group1, MPI_Group group2, int *result))
__MPI_FUNCTION(Group_incl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup))
__MPI_FUNCTION(Group_excl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup))
__MPI_FUNCTION(Group_range_incl, (MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup))
__MPI_FUNCTION(Group_range_excl, (MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup))
__MPI_FUNCTION(Group_union, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup))
__MPI_FUNCTION(Group_intersection, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup))
__MPI_FUNCTION(Group_difference, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup))
__MPI_FUNCTION(Group_free, (MPI_Group *group))

/* ---------------------------------------------------------------- attributes */

__MPI_FUNCTION(Comm_create_keyval, (MPI_Comm_copy_attr_function *copy_fn, MPI_Comm_delete_attr_function *delete_fn, int *keyval, void *extra_state))
__MPI_FUNCTION(Comm_free_keyval, (int *keyval))
__MPI_FUNCTION(Comm_set_attr, (MPI_Comm comm, int keyval, void *attribute_val))
__MPI_FUNCTION(Comm_get_attr, (MPI_Comm comm, int keyval, void *attribute_val, int *flag))
__MPI_FUNCTION(Comm_delete_attr, (MPI_Comm comm, int keyval))
__MPI_FUNCTION(Type_create_keyval, (MPI_Type_copy_attr_function *copy_fn, MPI_Type_delete_attr_function *delete_fn, int *keyval, void *extra_state))
__MPI_FUNCTION(Type_free_keyval, (int *keyval))
__MPI_FUNCTION(Type_set_attr, (MPI_Datatype datatype, int keyval, void *attribute_val))
__MPI_FUNCTION(Type_get_attr, (MPI_Datatype datatype, int keyval, void *attribute_val, int *flag))
__MPI_FUNCTION(Type_delete_attr, (MPI_Datatype datatype, int keyval))
__MPI_FUNCTION(Win_create_keyval, (MPI_Win_copy_attr_function *copy_fn, MPI_Win_delete_attr_function *delete_fn, int *keyval, void *extra_state))
__MPI_FUNCTION(Win_free_keyval, (int *keyval))
__MPI_FUNCTION(Win_set_attr, (MPI_Win win, int keyval, void *attribute_val))
__MPI_FUNCTION(Win_get_attr, (MPI_Win win, int keyval, void *attribute_val, int *flag))
__MPI_FUNCTION(Win_delete_attr, (MPI_Win win, int keyval))
/* Names of MPI 1. */
__MPI_FUNCTION(Keyval_create, (MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state))
__MPI_FUNCTION(Keyval_free, (int *keyval))
__MPI_FUNCTION(Attr_put, (MPI_Comm comm, int keyval, void *attribute_val))
__MPI_FUNCTION(Attr_get, (MPI_Comm comm, int keyval, void *attribute_val, int *flag))
__MPI_FUNCTION(Attr_delete, (MPI_Comm comm, int keyval))

/* Copy functions that give the copy what the object has. */
static inline int MPI_COMM_DUP_FN(MPI_Comm comm, int keyval, void *extra_state, void *attribute_val_in, void *attribute_val_out, int *flag) {
  *(void **)attribute_val_out = attribute_val_in;
  *flag = 1;
  return MPI_SUCCESS;
}
static inline int MPI_TYPE_DUP_FN(MPI_Datatype type, int keyval, void *extra_state, void *attribute_val_in, void *attribute_val_out, int *flag) {
  *(void **)attribute_val_out = attribute_val_in;
  *flag = 1;
  return MPI_SUCCESS;
}
static inline int MPI_WIN_DUP_FN(MPI_Win win, int keyval, void *extra_state, void *attribute_val_in, void *attribute_val_out, int *flag) {
  *(void **)attribute_val_out = attribute_val_in;
  *flag = 1;
  return MPI_SUCCESS;
}

/* ---------------------------------------------------------------- dynamic processes: a job has none, and its ranks no parent */

#define MPI_ARGV_NULL ((char **)0)
#define MPI_ARGVS_NULL ((char ***)0)
#define MPI_ERRCODES_IGNORE ((int *)0)
__MPI_FUNCTION(Comm_get_parent, (MPI_Comm *parent))
__MPI_FUNCTION(Comm_disconnect, (MPI_Comm *comm))
__MPI_FUNCTION(Comm_spawn, (const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm,
                            int errcodes[]))
__MPI_FUNCTION(Comm_spawn_multiple, (int count, char *commands[], char **argvs[], const int maxprocs[], const MPI_Info infos[], int root,
                                     MPI_Comm comm, MPI_Comm *intercomm, int errcodes[]))
__MPI_FUNCTION(Open_port, (MPI_Info info, char *port_name))
__MPI_FUNCTION(Close_port, (const char *port_name))
__MPI_FUNCTION(Comm_accept, (const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm))
__MPI_FUNCTION(Comm_connect, (const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm))
__MPI_FUNCTION(Comm_join, (int fd, MPI_Comm *intercomm))
__MPI_FUNCTION(Publish_name, (const char *service_name, MPI_Info info, const char *port_name))
__MPI_FUNCTION(Unpublish_name, (const char *service_name, MPI_Info info, const char *port_name))
__MPI_FUNCTION(Lookup_name, (const char *service_name, MPI_Info info, char *port_name))

/* ---------------------------------------------------------------- topologies */

__MPI_FUNCTION(Topo_test, (MPI_Comm comm, int *status))
__MPI_FUNCTION(Dims_create, (int nnodes, int ndims, int dims[]))
__MPI_FUNCTION(Cart_create, (MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *comm_cart))
__MPI_FUNCTION(Cartdim_get, (MPI_Comm comm, int *ndims))
__MPI_FUNCTION(Cart_get, (MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]))
__MPI_FUNCTION(Cart_rank, (MPI_Comm comm, const int coords[], int *rank))
__MPI_FUNCTION(Cart_coords, (MPI_Comm comm, int rank, int maxdims, int coords[]))
__MPI_FUNCTION(Cart_shift, (MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest))
__MPI_FUNCTION(Cart_sub, (MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm))
__MPI_FUNCTION(Cart_map, (MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank))
__MPI_FUNCTION(Graph_create, (MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm *comm_graph))
__MPI_FUNCTION(Graphdims_get, (MPI_Comm comm, int *nnodes, int *nedges))
__MPI_FUNCTION(Graph_get, (MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]))
__MPI_FUNCTION(Graph_neighbors_count, (MPI_Comm comm, int rank, int *nneighbors))
__MPI_FUNCTION(Graph_neighbors, (MPI_Comm comm, int rank, int maxneighbors, int neighbors[]))
__MPI_FUNCTION(Graph_map, (MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank))
__MPI_FUNCTION(Dist_graph_create, (MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[],
                                   const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph))
__MPI_FUNCTION(Dist_graph_create_adjacent, (MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[], int outdegree,
                                            const int destinations[], const int destweights[], MPI_Info info, int reorder,
                                            MPI_Comm *comm_dist_graph))
__MPI_FUNCTION(Dist_graph_neighbors_count, (MPI_Comm comm, int *indegree, int *outdegree, int *weighted))
__MPI_FUNCTION(Dist_graph_neighbors, (MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree,
                                      int destinations[], int destweights[]))

/* ---------------------------------------------------------------- info objects */

__MPI_FUNCTION(Info_create, (MPI_Info *info))
__MPI_FUNCTION(Info_dup, (MPI_Info info, MPI_Info *newinfo))
__MPI_FUNCTION(Info_free, (MPI_Info *info))
__MPI_FUNCTION(Info_set, (MPI_Info info, const char *key, const char *value))
__MPI_FUNCTION(Info_delete, (MPI_Info info, const char *key))
__MPI_FUNCTION(Info_get, (MPI_Info info, const char *key, int valuelen, char *value, int *flag))
__MPI_FUNCTION(Info_get_valuelen, (MPI_Info info, const char *key, int *valuelen, int *flag))
__MPI_FUNCTION(Info_get_nkeys, (MPI_Info info, int *nkeys))
__MPI_FUNCTION(Info_get_nthkey, (MPI_Info info, int n, char *key))

/* ---------------------------------------------------------------- point to point */

#define __MPI_SEND(NAME) __MPI_FUNCTION(NAME, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm))
#define __MPI_BEGUN_SEND(NAME) \
  __MPI_FUNCTION(NAME, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request))
__MPI_SEND(Send)
__MPI_SEND(Ssend)
__MPI_SEND(Rsend)
__MPI_SEND(Bsend)
__MPI_BEGUN_SEND(Isend)
__MPI_BEGUN_SEND(Issend)
__MPI_BEGUN_SEND(Irsend)
__MPI_BEGUN_SEND(Ibsend)
__MPI_BEGUN_SEND(Send_init)
__MPI_BEGUN_SEND(Ssend_init)
__MPI_BEGUN_SEND(Rsend_init)
__MPI_BEGUN_SEND(Bsend_init)
#undef __MPI_SEND
#undef __MPI_BEGUN_SEND
__MPI_FUNCTION(Buffer_attach, (void *buffer, int size))
__MPI_FUNCTION(Buffer_detach, (void *buffer_addr, int *size))
__MPI_FUNCTION(Recv, (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status))
__MPI_FUNCTION(Irecv, (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request))
__MPI_FUNCTION(Recv_init, (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request))
__MPI_FUNCTION(Sendrecv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status))
__MPI_FUNCTION(Sendrecv_replace, (void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm,
                                  MPI_Status *status))
__MPI_FUNCTION(Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status))
__MPI_FUNCTION(Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status))
__MPI_FUNCTION(Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status))
__MPI_FUNCTION(Improbe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status))
__MPI_FUNCTION(Mrecv, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status))
__MPI_FUNCTION(Imrecv, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request))
__MPI_FUNCTION(Get_count, (const MPI_Status *status, MPI_Datatype datatype, int *count))
__MPI_FUNCTION(Get_elements, (const MPI_Status *status, MPI_Datatype datatype, int *count))
__MPI_FUNCTION(Get_elements_x, (const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count))
__MPI_FUNCTION(Status_set_elements, (MPI_Status *status, MPI_Datatype datatype, int count))
__MPI_FUNCTION(Status_set_elements_x, (MPI_Status *status, MPI_Datatype datatype, MPI_Count count))
__MPI_FUNCTION(Status_set_cancelled, (MPI_Status *status, int flag))
__MPI_FUNCTION(Test_cancelled, (const MPI_Status *status, int *flag))
__MPI_FUNCTION(Wait, (MPI_Request *request, MPI_Status *status))
__MPI_FUNCTION(Waitall, (int count, MPI_Request requests[], MPI_Status *statuses))
__MPI_FUNCTION(Waitany, (int count, MPI_Request requests[], int *index, MPI_Status *status))
__MPI_FUNCTION(Waitsome, (int incount, MPI_Request requests[], int *outcount, int indices[], MPI_Status *statuses))
__MPI_FUNCTION(Test, (MPI_Request *request, int *flag, MPI_Status *status))
__MPI_FUNCTION(Testall, (int count, MPI_Request requests[], int *flag, MPI_Status *statuses))
__MPI_FUNCTION(Testany, (int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status))
__MPI_FUNCTION(Testsome, (int incount, MPI_Request requests[], int *outcount, int indices[], MPI_Status *statuses))
__MPI_FUNCTION(Request_get_status, (MPI_Request request, int *flag, MPI_Status *status))
__MPI_FUNCTION(Request_free, (MPI_Request *request))
__MPI_FUNCTION(Cancel, (MPI_Request *request))
__MPI_FUNCTION(Start, (MPI_Request *request))
__MPI_FUNCTION(Startall, (int count, MPI_Request requests[]))
__MPI_FUNCTION(Grequest_start, (MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
                                MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request))
__MPI_FUNCTION(Grequest_complete, (MPI_Request request))

/* ---------------------------------------------------------------- collective functions */

/* Each in the form that waits, and in the one that gives a request. */
#define __MPI_BOTH(NAME, BEGUN, ...) \
  __MPI_FUNCTION(NAME, (__VA_ARGS__)) \
  __MPI_FUNCTION(BEGUN, (__VA_ARGS__, MPI_Request *request))
#define __MPI_SENT const void *sendbuf, int sendcount, MPI_Datatype sendtype
#define __MPI_RECEIVED void *recvbuf, int recvcount, MPI_Datatype recvtype
#define __MPI_SENT_V const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype
#define __MPI_RECEIVED_V void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype
#define __MPI_REDUCED const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op
__MPI_BOTH(Barrier, Ibarrier, MPI_Comm comm)
__MPI_BOTH(Bcast, Ibcast, void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
__MPI_BOTH(Gather, Igather, __MPI_SENT, __MPI_RECEIVED, int root, MPI_Comm comm)
__MPI_BOTH(Gatherv, Igatherv, __MPI_SENT, __MPI_RECEIVED_V, int root, MPI_Comm comm)
__MPI_BOTH(Scatter, Iscatter, __MPI_SENT, __MPI_RECEIVED, int root, MPI_Comm comm)
__MPI_BOTH(Scatterv, Iscatterv, __MPI_SENT_V, __MPI_RECEIVED, int root, MPI_Comm comm)
__MPI_BOTH(Allgather, Iallgather, __MPI_SENT, __MPI_RECEIVED, MPI_Comm comm)
__MPI_BOTH(Allgatherv, Iallgatherv, __MPI_SENT, __MPI_RECEIVED_V, MPI_Comm comm)
__MPI_BOTH(Alltoall, Ialltoall, __MPI_SENT, __MPI_RECEIVED, MPI_Comm comm)
__MPI_BOTH(Alltoallv, Ialltoallv, __MPI_SENT_V, __MPI_RECEIVED_V, MPI_Comm comm)
__MPI_BOTH(Alltoallw, Ialltoallw, const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
           void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
__MPI_BOTH(Reduce, Ireduce, __MPI_REDUCED, int root, MPI_Comm comm)
__MPI_BOTH(Allreduce, Iallreduce, __MPI_REDUCED, MPI_Comm comm)
__MPI_BOTH(Reduce_scatter_block, Ireduce_scatter_block, const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
           MPI_Op op, MPI_Comm comm)
__MPI_BOTH(Reduce_scatter, Ireduce_scatter, const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
           MPI_Comm comm)
__MPI_BOTH(Scan, Iscan, __MPI_REDUCED, MPI_Comm comm)
__MPI_BOTH(Exscan, Iexscan, __MPI_REDUCED, MPI_Comm comm)
__MPI_BOTH(Neighbor_allgather, Ineighbor_allgather, __MPI_SENT, __MPI_RECEIVED, MPI_Comm comm)
__MPI_BOTH(Neighbor_allgatherv, Ineighbor_allgatherv, __MPI_SENT, __MPI_RECEIVED_V, MPI_Comm comm)
__MPI_BOTH(Neighbor_alltoall, Ineighbor_alltoall, __MPI_SENT, __MPI_RECEIVED, MPI_Comm comm)
__MPI_BOTH(Neighbor_alltoallv, Ineighbor_alltoallv, __MPI_SENT_V, __MPI_RECEIVED_V, MPI_Comm comm)
__MPI_BOTH(Neighbor_alltoallw, Ineighbor_alltoallw, const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
           const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
           MPI_Comm comm)
__MPI_FUNCTION(Reduce_local, (const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op))
#undef __MPI_BOTH
#undef __MPI_SENT
#undef __MPI_RECEIVED
#undef __MPI_SENT_V
#undef __MPI_RECEIVED_V
#undef __MPI_REDUCED
__MPI_FUNCTION(Op_create, (MPI_User_function *function, int commute, MPI_Op *op))
__MPI_FUNCTION(Op_free, (MPI_Op *op))
__MPI_FUNCTION(Op_commutative, (MPI_Op op, int *commute))

/* ---------------------------------------------------------------- one-sided communication, memory */

__MPI_FUNCTION(Alloc_mem, (MPI_Aint size, MPI_Info info, void *baseptr))
__MPI_FUNCTION(Free_mem, (void *base))
__MPI_FUNCTION(Win_create, (void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win))
__MPI_FUNCTION(Win_allocate, (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win))
__MPI_FUNCTION(Win_allocate_shared, (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win))
__MPI_FUNCTION(Win_shared_query, (MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr))
__MPI_FUNCTION(Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win *win))
__MPI_FUNCTION(Win_attach, (MPI_Win win, void *base, MPI_Aint size))
__MPI_FUNCTION(Win_detach, (MPI_Win win, const void *base))
__MPI_FUNCTION(Win_free, (MPI_Win *win))
__MPI_FUNCTION(Win_get_group, (MPI_Win win, MPI_Group *group))
__MPI_FUNCTION(Win_set_info, (MPI_Win win, MPI_Info info))
__MPI_FUNCTION(Win_get_info, (MPI_Win win, MPI_Info *info_used))
__MPI_FUNCTION(Win_set_name, (MPI_Win win, const char *win_name))
__MPI_FUNCTION(Win_get_name, (MPI_Win win, char *win_name, int *resultlen))
__MPI_FUNCTION(Win_create_errhandler, (MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler))
__MPI_FUNCTION(Win_set_errhandler, (MPI_Win win, MPI_Errhandler errhandler))
__MPI_FUNCTION(Win_get_errhandler, (MPI_Win win, MPI_Errhandler *errhandler))
__MPI_FUNCTION(Win_call_errhandler, (MPI_Win win, int errorcode))

/* Each of these also in the form that gives a request. */
#define __MPI_BOTH(NAME, REQUESTING, ...) \
  __MPI_FUNCTION(NAME, (__VA_ARGS__)) \
  __MPI_FUNCTION(REQUESTING, (__VA_ARGS__, MPI_Request *request))
#define __MPI_TARGET int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype
__MPI_BOTH(Put, Rput, const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, __MPI_TARGET, MPI_Win win)
__MPI_BOTH(Get, Rget, void *origin_addr, int origin_count, MPI_Datatype origin_datatype, __MPI_TARGET, MPI_Win win)
__MPI_BOTH(Accumulate, Raccumulate, const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, __MPI_TARGET, MPI_Op op,
           MPI_Win win)
__MPI_BOTH(Get_accumulate, Rget_accumulate, const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr,
           int result_count, MPI_Datatype result_datatype, __MPI_TARGET, MPI_Op op, MPI_Win win)
#undef __MPI_BOTH
#undef __MPI_TARGET
__MPI_FUNCTION(Fetch_and_op, (const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                              MPI_Op op, MPI_Win win))
__MPI_FUNCTION(Compare_and_swap, (const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype,
                                  int target_rank, MPI_Aint target_disp, MPI_Win win))
__MPI_FUNCTION(Win_fence, (int assert, MPI_Win win))
__MPI_FUNCTION(Win_start, (MPI_Group group, int assert, MPI_Win win))
__MPI_FUNCTION(Win_complete, (MPI_Win win))
__MPI_FUNCTION(Win_post, (MPI_Group group, int assert, MPI_Win win))
__MPI_FUNCTION(Win_wait, (MPI_Win win))
__MPI_FUNCTION(Win_test, (MPI_Win win, int *flag))
__MPI_FUNCTION(Win_lock, (int lock_type, int rank, int assert, MPI_Win win))
__MPI_FUNCTION(Win_unlock, (int rank, MPI_Win win))
__MPI_FUNCTION(Win_lock_all, (int assert, MPI_Win win))
__MPI_FUNCTION(Win_unlock_all, (MPI_Win win))
__MPI_FUNCTION(Win_flush, (int rank, MPI_Win win))
__MPI_FUNCTION(Win_flush_all, (MPI_Win win))
__MPI_FUNCTION(Win_flush_local, (int rank, MPI_Win win))
__MPI_FUNCTION(Win_flush_local_all, (MPI_Win win))
__MPI_FUNCTION(Win_sync, (MPI_Win win))

/* ---------------------------------------------------------------- datatypes, addresses */

__MPI_FUNCTION(Type_contiguous, (int count, MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_vector, (int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_hvector, (int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_indexed, (int count, const int blocklengths[], const int displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_hindexed, (int count, const int blocklengths[], const MPI_Aint displacements[], MPI_Datatype oldtype,
                                      MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_indexed_block, (int count, int blocklength, const int displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_hindexed_block, (int count, int blocklength, const MPI_Aint displacements[], MPI_Datatype oldtype,
                                            MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_struct, (int count, const int blocklengths[], const MPI_Aint displacements[], const MPI_Datatype types[],
                                    MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_subarray, (int ndims, const int sizes[], const int subsizes[], const int starts[], int order,
                                      MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_darray, (int size, int rank, int ndims, const int gsizes[], const int distribs[], const int dargs[],
                                    const int psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_resized, (MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_dup, (MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_get_envelope, (MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner))
__MPI_FUNCTION(Type_get_contents, (MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int integers[],
                                   MPI_Aint addresses[], MPI_Datatype datatypes[]))
__MPI_FUNCTION(Type_commit, (MPI_Datatype *datatype))
__MPI_FUNCTION(Type_free, (MPI_Datatype *datatype))
__MPI_FUNCTION(Type_size, (MPI_Datatype datatype, int *size))
__MPI_FUNCTION(Type_size_x, (MPI_Datatype datatype, MPI_Count *size))
__MPI_FUNCTION(Type_get_extent, (MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent))
__MPI_FUNCTION(Type_get_extent_x, (MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent))
__MPI_FUNCTION(Type_get_true_extent, (MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent))
__MPI_FUNCTION(Type_get_true_extent_x, (MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent))
enum { MPI_TYPECLASS_REAL = 1, MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_COMPLEX };
__MPI_FUNCTION(Type_create_f90_real, (int p, int r, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_f90_complex, (int p, int r, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_create_f90_integer, (int r, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_match_size, (int typeclass, int size, MPI_Datatype *datatype))
__MPI_FUNCTION(Type_set_name, (MPI_Datatype datatype, const char *type_name))
__MPI_FUNCTION(Type_get_name, (MPI_Datatype datatype, char *type_name, int *resultlen))
__MPI_FUNCTION(Get_address, (const void *location, MPI_Aint *address))
__MPI_FUNCTION(Pack, (const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position, MPI_Comm comm))
__MPI_FUNCTION(Unpack, (const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm))
__MPI_FUNCTION(Pack_size, (int incount, MPI_Datatype datatype, MPI_Comm comm, int *size))
__MPI_FUNCTION(Pack_external, (const char datarep[], const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, MPI_Aint outsize,
                               MPI_Aint *position))
__MPI_FUNCTION(Unpack_external, (const char datarep[], const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf, int outcount,
                                 MPI_Datatype datatype))
__MPI_FUNCTION(Pack_external_size, (const char datarep[], int incount, MPI_Datatype datatype, MPI_Aint *size))
/* Names of MPI 1. */
__MPI_FUNCTION(Address, (void *location, MPI_Aint *address))
__MPI_FUNCTION(Type_extent, (MPI_Datatype datatype, MPI_Aint *extent))
__MPI_FUNCTION(Type_lb, (MPI_Datatype datatype, MPI_Aint *displacement))
__MPI_FUNCTION(Type_ub, (MPI_Datatype datatype, MPI_Aint *displacement))
__MPI_FUNCTION(Type_hvector, (int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_hindexed, (int count, int blocklengths[], MPI_Aint displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
__MPI_FUNCTION(Type_struct, (int count, int blocklengths[], MPI_Aint displacements[], MPI_Datatype types[], MPI_Datatype *newtype))

static inline MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp) { return base + disp; }
static inline MPI_Aint MPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2) { return addr1 - addr2; }
#define PMPI_Aint_add MPI_Aint_add
#define PMPI_Aint_diff MPI_Aint_diff

/* ---------------------------------------------------------------- handles and statuses as numbers, of which Fortran's are */

#define __MPI_NUMBERED(TYPE, TO, OF) \
  static inline MPI_Fint MPI_##TO(TYPE handle) { return (MPI_Fint)handle; } \
  static inline MPI_Fint PMPI_##TO(TYPE handle) { return (MPI_Fint)handle; } \
  static inline TYPE MPI_##OF(MPI_Fint number) { return (TYPE)number; } \
  static inline TYPE PMPI_##OF(MPI_Fint number) { return (TYPE)number; }
__MPI_NUMBERED(MPI_Comm, Comm_c2f, Comm_f2c)
__MPI_NUMBERED(MPI_Group, Group_c2f, Group_f2c)
__MPI_NUMBERED(MPI_Datatype, Type_c2f, Type_f2c)
__MPI_NUMBERED(MPI_Op, Op_c2f, Op_f2c)
__MPI_NUMBERED(MPI_Request, Request_c2f, Request_f2c)
__MPI_NUMBERED(MPI_Errhandler, Errhandler_c2f, Errhandler_f2c)
__MPI_NUMBERED(MPI_Info, Info_c2f, Info_f2c)
__MPI_NUMBERED(MPI_Message, Message_c2f, Message_f2c)
__MPI_NUMBERED(MPI_Win, Win_c2f, Win_f2c)
__MPI_NUMBERED(MPI_File, File_c2f, File_f2c)
#undef __MPI_NUMBERED
#define MPI_F_STATUS_IGNORE ((MPI_Fint *)MPI_STATUS_IGNORE)
#define MPI_F_STATUSES_IGNORE ((MPI_Fint *)MPI_STATUSES_IGNORE)
__MPI_FUNCTION(Status_c2f, (const MPI_Status *c_status, MPI_Fint *f_status))
__MPI_FUNCTION(Status_f2c, (const MPI_Fint *f_status, MPI_Status *c_status))

/* ---------------------------------------------------------------- tools: control and performance variables (chapter 14) */

typedef struct __mpi_t_enum *MPI_T_enum;
typedef struct __mpi_t_cvar *MPI_T_cvar_handle;
typedef struct __mpi_t_pvar *MPI_T_pvar_handle;
typedef struct __mpi_t_session *MPI_T_pvar_session;
#define MPI_T_ENUM_NULL ((MPI_T_enum)0)
#define MPI_T_CVAR_HANDLE_NULL ((MPI_T_cvar_handle)0)
#define MPI_T_PVAR_HANDLE_NULL ((MPI_T_pvar_handle)0)
#define MPI_T_PVAR_ALL_HANDLES ((MPI_T_pvar_handle)-1)
#define MPI_T_PVAR_SESSION_NULL ((MPI_T_pvar_session)0)
enum {
  MPI_T_VERBOSITY_USER_BASIC = 1,
  MPI_T_VERBOSITY_USER_DETAIL,
  MPI_T_VERBOSITY_USER_ALL,
  MPI_T_VERBOSITY_TUNER_BASIC,
  MPI_T_VERBOSITY_TUNER_DETAIL,
  MPI_T_VERBOSITY_TUNER_ALL,
  MPI_T_VERBOSITY_MPIDEV_BASIC,
  MPI_T_VERBOSITY_MPIDEV_DETAIL,
  MPI_T_VERBOSITY_MPIDEV_ALL
};
enum {
  MPI_T_BIND_NO_OBJECT,
  MPI_T_BIND_MPI_COMM,
  MPI_T_BIND_MPI_DATATYPE,
  MPI_T_BIND_MPI_ERRHANDLER,
  MPI_T_BIND_MPI_FILE,
  MPI_T_BIND_MPI_GROUP,
  MPI_T_BIND_MPI_OP,
  MPI_T_BIND_MPI_REQUEST,
  MPI_T_BIND_MPI_WIN,
  MPI_T_BIND_MPI_MESSAGE,
  MPI_T_BIND_MPI_INFO
};
enum {
  MPI_T_SCOPE_CONSTANT = 1,
  MPI_T_SCOPE_READONLY,
  MPI_T_SCOPE_LOCAL,
  MPI_T_SCOPE_GROUP,
  MPI_T_SCOPE_GROUP_EQ,
  MPI_T_SCOPE_ALL,
  MPI_T_SCOPE_ALL_EQ
};
enum {
  MPI_T_PVAR_CLASS_STATE = 1,
  MPI_T_PVAR_CLASS_LEVEL,
  MPI_T_PVAR_CLASS_SIZE,
  MPI_T_PVAR_CLASS_PERCENTAGE,
  MPI_T_PVAR_CLASS_HIGHWATERMARK,
  MPI_T_PVAR_CLASS_LOWWATERMARK,
  MPI_T_PVAR_CLASS_COUNTER,
  MPI_T_PVAR_CLASS_AGGREGATE,
  MPI_T_PVAR_CLASS_TIMER,
  MPI_T_PVAR_CLASS_GENERIC
};
__MPI_FUNCTION(T_init_thread, (int required, int *provided))
__MPI_FUNCTION(T_finalize, (void))
__MPI_FUNCTION(T_enum_get_info, (MPI_T_enum enumtype, int *num, char *name, int *name_len))
__MPI_FUNCTION(T_enum_get_item, (MPI_T_enum enumtype, int index, int *value, char *name, int *name_len))
__MPI_FUNCTION(T_cvar_get_num, (int *num_cvar))
__MPI_FUNCTION(T_cvar_get_info, (int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype, MPI_T_enum *enumtype,
                                 char *desc, int *desc_len, int *bind, int *scope))
__MPI_FUNCTION(T_cvar_get_index, (const char *name, int *cvar_index))
__MPI_FUNCTION(T_cvar_handle_alloc, (int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count))
__MPI_FUNCTION(T_cvar_handle_free, (MPI_T_cvar_handle *handle))
__MPI_FUNCTION(T_cvar_read, (MPI_T_cvar_handle handle, void *buf))
__MPI_FUNCTION(T_cvar_write, (MPI_T_cvar_handle handle, const void *buf))
__MPI_FUNCTION(T_pvar_get_num, (int *num_pvar))
__MPI_FUNCTION(T_pvar_get_info, (int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, MPI_Datatype *datatype,
                                 MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic))
__MPI_FUNCTION(T_pvar_get_index, (const char *name, int var_class, int *pvar_index))
__MPI_FUNCTION(T_pvar_session_create, (MPI_T_pvar_session *session))
__MPI_FUNCTION(T_pvar_session_free, (MPI_T_pvar_session *session))
__MPI_FUNCTION(T_pvar_handle_alloc, (MPI_T_pvar_session session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle, int *count))
__MPI_FUNCTION(T_pvar_handle_free, (MPI_T_pvar_session session, MPI_T_pvar_handle *handle))
__MPI_FUNCTION(T_pvar_start, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
__MPI_FUNCTION(T_pvar_stop, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
__MPI_FUNCTION(T_pvar_read, (MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf))
__MPI_FUNCTION(T_pvar_write, (MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf))
__MPI_FUNCTION(T_pvar_reset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
__MPI_FUNCTION(T_pvar_readreset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf))
__MPI_FUNCTION(T_category_get_num, (int *num_cat))
__MPI_FUNCTION(T_category_get_info, (int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars,
                                     int *num_categories))
__MPI_FUNCTION(T_category_get_index, (const char *name, int *cat_index))
__MPI_FUNCTION(T_category_get_cvars, (int cat_index, int len, int indices[]))
__MPI_FUNCTION(T_category_get_pvars, (int cat_index, int len, int indices[]))
__MPI_FUNCTION(T_category_get_categories, (int cat_index, int len, int indices[]))
__MPI_FUNCTION(T_category_changed, (int *stamp))
/* ---------------------------------------------------------------- files */

__MPI_FUNCTION(File_open, (MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh))
__MPI_FUNCTION(File_close, (MPI_File *fh))
__MPI_FUNCTION(File_delete, (const char *filename, MPI_Info info))
__MPI_FUNCTION(File_set_size, (MPI_File fh, MPI_Offset size))
__MPI_FUNCTION(File_preallocate, (MPI_File fh, MPI_Offset size))
__MPI_FUNCTION(File_get_size, (MPI_File fh, MPI_Offset *size))
__MPI_FUNCTION(File_get_group, (MPI_File fh, MPI_Group *group))
__MPI_FUNCTION(File_get_amode, (MPI_File fh, int *amode))
__MPI_FUNCTION(File_set_info, (MPI_File fh, MPI_Info info))
__MPI_FUNCTION(File_get_info, (MPI_File fh, MPI_Info *info_used))
__MPI_FUNCTION(File_set_view, (MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep, MPI_Info info))
__MPI_FUNCTION(File_get_view, (MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep))
__MPI_FUNCTION(File_get_type_extent, (MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent))
__MPI_FUNCTION(File_set_atomicity, (MPI_File fh, int flag))
__MPI_FUNCTION(File_get_atomicity, (MPI_File fh, int *flag))
__MPI_FUNCTION(File_sync, (MPI_File fh))
__MPI_FUNCTION(File_seek, (MPI_File fh, MPI_Offset offset, int whence))
__MPI_FUNCTION(File_get_position, (MPI_File fh, MPI_Offset *offset))
__MPI_FUNCTION(File_get_byte_offset, (MPI_File fh, MPI_Offset offset, MPI_Offset *disp))
__MPI_FUNCTION(File_seek_shared, (MPI_File fh, MPI_Offset offset, int whence))
__MPI_FUNCTION(File_get_position_shared, (MPI_File fh, MPI_Offset *offset))
__MPI_FUNCTION(Register_datarep, (const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
                                  MPI_Datarep_conversion_function *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn,
                                  void *extra_state))
__MPI_FUNCTION(File_create_errhandler, (MPI_File_errhandler_function *function, MPI_Errhandler *errhandler))
__MPI_FUNCTION(File_set_errhandler, (MPI_File file, MPI_Errhandler errhandler))
__MPI_FUNCTION(File_get_errhandler, (MPI_File file, MPI_Errhandler *errhandler))
__MPI_FUNCTION(File_call_errhandler, (MPI_File fh, int errorcode))

/* Data access: at an offset, or where a file pointer is; WHERE is what says so. */
#define __MPI_ACCESS(READ, WRITE, WHERE, LAST) \
  __MPI_FUNCTION(READ, (MPI_File fh, WHERE void *buf, int count, MPI_Datatype datatype, LAST)) \
  __MPI_FUNCTION(WRITE, (MPI_File fh, WHERE const void *buf, int count, MPI_Datatype datatype, LAST))
/* In two calls: the status is the second one's. */
#define __MPI_SPLIT(READ, WRITE, WHERE) \
  __MPI_FUNCTION(READ##_begin, (MPI_File fh, WHERE void *buf, int count, MPI_Datatype datatype)) \
  __MPI_FUNCTION(READ##_end, (MPI_File fh, void *buf, MPI_Status *status)) \
  __MPI_FUNCTION(WRITE##_begin, (MPI_File fh, WHERE const void *buf, int count, MPI_Datatype datatype)) \
  __MPI_FUNCTION(WRITE##_end, (MPI_File fh, const void *buf, MPI_Status *status))
#define __MPI_OFFSET_COMMA MPI_Offset offset,
#define __MPI_NOTHING
__MPI_ACCESS(File_read_at, File_write_at, __MPI_OFFSET_COMMA, MPI_Status *status)
__MPI_ACCESS(File_read_at_all, File_write_at_all, __MPI_OFFSET_COMMA, MPI_Status *status)
__MPI_ACCESS(File_iread_at, File_iwrite_at, __MPI_OFFSET_COMMA, MPI_Request *request)
__MPI_ACCESS(File_iread_at_all, File_iwrite_at_all, __MPI_OFFSET_COMMA, MPI_Request *request)
__MPI_ACCESS(File_read, File_write, __MPI_NOTHING, MPI_Status *status)
__MPI_ACCESS(File_read_all, File_write_all, __MPI_NOTHING, MPI_Status *status)
__MPI_ACCESS(File_iread, File_iwrite, __MPI_NOTHING, MPI_Request *request)
__MPI_ACCESS(File_iread_all, File_iwrite_all, __MPI_NOTHING, MPI_Request *request)
__MPI_ACCESS(File_read_shared, File_write_shared, __MPI_NOTHING, MPI_Status *status)
__MPI_ACCESS(File_iread_shared, File_iwrite_shared, __MPI_NOTHING, MPI_Request *request)
__MPI_ACCESS(File_read_ordered, File_write_ordered, __MPI_NOTHING, MPI_Status *status)
__MPI_SPLIT(File_read_at_all, File_write_at_all, __MPI_OFFSET_COMMA)
__MPI_SPLIT(File_read_all, File_write_all, __MPI_NOTHING)
__MPI_SPLIT(File_read_ordered, File_write_ordered, __MPI_NOTHING)
#undef __MPI_ACCESS
#undef __MPI_SPLIT
#undef __MPI_OFFSET_COMMA
#undef __MPI_NOTHING

#undef __MPI_FUNCTION

#endif
