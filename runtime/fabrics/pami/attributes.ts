/**
 * Names of the attributes of PAMI's objects (pami_attribute_name_t). All can be queried; only PAMI_GEOMETRY_OPTIMIZE
 * can be updated.
 */

export const PAMI_CLIENT_CLOCK_MHZ = 100;
export const PAMI_CLIENT_CONST_CONTEXTS = 101;
export const PAMI_CLIENT_HWTHREADS_AVAILABLE = 102;
export const PAMI_CLIENT_MEMREGION_SIZE = 103;
export const PAMI_CLIENT_MEM_SIZE = 104;
export const PAMI_CLIENT_NUM_TASKS = 105;
export const PAMI_CLIENT_NUM_LOCAL_TASKS = 106;
export const PAMI_CLIENT_LOCAL_TASKS = 107;
export const PAMI_CLIENT_NUM_CONTEXTS = 108;
export const PAMI_CLIENT_PROCESSOR_NAME = 109;
export const PAMI_CLIENT_TASK_ID = 110;
export const PAMI_CLIENT_WTIMEBASE_MHZ = 111;
export const PAMI_CLIENT_WTICK = 112;
export const PAMI_CONTEXT_DISPATCH_ID_MAX = 200;
export const PAMI_DISPATCH_RECV_IMMEDIATE_MAX = 300;
export const PAMI_DISPATCH_SEND_IMMEDIATE_MAX = 301;
export const PAMI_DISPATCH_ATOM_SIZE_MAX = 302;
export const PAMI_GEOMETRY_OPTIMIZE = 400;
export const PAMI_TYPE_DATA_SIZE = 500;
export const PAMI_TYPE_DATA_EXTENT = 501;
export const PAMI_TYPE_ATOM_SIZE = 502;

/** pami_attribute_value_t. */
export type AttributeValue = number | string | readonly number[];
