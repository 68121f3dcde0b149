/**
 * OpenMP's header for programs whose pragmas are left out, as both compilers do unless told otherwise: its functions are those of one thread, its
 * locks never kept by another. (OpenMP 3.1, appendix B: stubs)
 */
const FUNCTIONS = {
  'int omp_get_max_threads(void)': 'return 1;',
  'int omp_get_num_threads(void)': 'return 1;',
  'int omp_get_thread_num(void)': 'return 0;',
  'int omp_in_parallel(void)': 'return 0;',
  'void omp_set_num_threads(int number)': '',
  'void omp_set_nested(int nested)': '',
  'void omp_init_lock(omp_lock_t *lock)': '*lock = 0;',
  'void omp_destroy_lock(omp_lock_t *lock)': '',
  'void omp_set_lock(omp_lock_t *lock)': '*lock = 1;',
  'void omp_unset_lock(omp_lock_t *lock)': '*lock = 0;',
};

export const OPENMP = {
  'omp.h': [
    '#pragma once',
    'typedef int omp_lock_t;',
    ...Object.entries(FUNCTIONS).map(([head, body]) => `static inline ${head} { ${body} }`),
    '',
  ].join('\n'),
};
