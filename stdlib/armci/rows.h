/* The rows of strided data in both of its places: from one to the next. */

/* `at` is the position in each dimension; gives 0 behind the last row. */
static inline int __armci_next_row(int *at, const int *count, int levels, char **src, const int *src_strides, char **dst, const int *dst_strides) {
  for (int i = 0; i < levels; i++) {
    *src += src_strides[i];
    *dst += dst_strides[i];
    if (++at[i] < count[i + 1]) return 1;
    *src -= src_strides[i] * count[i + 1];
    *dst -= dst_strides[i] * count[i + 1];
    at[i] = 0;
  }
  return 0;
}
