/** The numbers of <upc_io.h>. */
export const RDONLY = 1 << 0;
export const WRONLY = 1 << 1;
export const RDWR = 1 << 2;
export const INDIVIDUAL_FP = 1 << 3;
export const COMMON_FP = 1 << 4;
export const APPEND = 1 << 5;
export const CREATE = 1 << 6;
export const EXCL = 1 << 7;
export const STRONG_CA = 1 << 8;
export const TRUNC = 1 << 9;
export const DELETE_ON_CLOSE = 1 << 10;

export const SEEK_SET = 1;
export const SEEK_CUR = 2;
export const SEEK_END = 4;

export const GET_CA_SEMANTICS = 1;
export const SET_WEAK_CA_SEMANTICS = 2;
export const SET_STRONG_CA_SEMANTICS = 3;
export const GET_FP = 4;
export const SET_COMMON_FP = 5;
export const SET_INDIVIDUAL_FP = 6;
export const GET_FL = 7;
export const GET_FN = 8;
export const GET_HINTS = 9;
export const SET_HINT = 10;
export const ASYNC_OUTSTANDING = 11;
