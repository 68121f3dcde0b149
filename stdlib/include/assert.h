/* C99 7.2: may be included again with NDEBUG set or not, so it has no guard. */
#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression) ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __func__))
#endif

#ifndef _ASSERT_H
#define _ASSERT_H
void __assert_fail(const char *expression, const char *file, unsigned int line, const char *function)
    __attribute__((__noreturn__));
#define static_assert _Static_assert
#endif
