/* Shared objects: there are none. dlopen and dlsym fail, and dlerror says so. (POSIX) */
#ifndef _DLFCN_H
#define _DLFCN_H

#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#ifdef _GNU_SOURCE
#define RTLD_NEXT ((void *)-1)
#define RTLD_DEFAULT ((void *)0)
#endif

void *dlopen(const char *, int);
void *dlsym(void *restrict, const char *restrict);
int dlclose(void *);
char *dlerror(void);

#endif
