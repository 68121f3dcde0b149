/* C99 7.4, in the "C" locale. */
#ifndef _CTYPE_H
#define _CTYPE_H

int isalnum(int);
int isalpha(int);
int isblank(int);
int iscntrl(int);
int isdigit(int);
int isgraph(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int tolower(int);
int toupper(int);

/* POSIX */
int isascii(int);
int toascii(int);
#define _tolower(c) ((int)(c) + 32)
#define _toupper(c) ((int)(c) - 32)

#endif
