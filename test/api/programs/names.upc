/* Functions with names that modules made of sources could have for themselves, and such as are no exports. */
struct pair { int a, b; };
int instanceOf(int values) { return values; }
int $program(void) { return 2; }
int program(void) { return 3; }
int values(const void *options) { return options == 0; }
int CallOptions(int Instance) { return 1 / Instance; }
int TypedArray(void) { return 6; }
int Promise(void) { return 7; }
int pgasc(void) { return 8; }
int then(int x) { return x; }
int pair(struct pair p) { return p.a; }
