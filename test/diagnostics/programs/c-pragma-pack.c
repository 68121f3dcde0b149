// A wrong #pragma pack is reported, and ignored.
#pragma pack(3) // expected-warning{{'#pragma pack(3)' is ignored: the alignment must be 1, 2, 4, 8 or 16, not 3}}
#pragma pack(push, 32) // expected-warning{{'#pragma pack(push, 32)' is ignored: the alignment must be 1, 2, 4, 8 or 16, not 32}}
#pragma pack(pop) // expected-warning{{'#pragma pack(pop)' is ignored: no 'pack(push)' comes before it}}
#pragma pack(push, a, 4)
#pragma pack(pop, b) // expected-warning{{'#pragma pack(pop, b)' is ignored: no 'pack(push, b)' comes before it}}
#pragma pack 1 // expected-warning{{'#pragma pack 1' is ignored: pack(N), pack(push, NAME, N) and pack(pop, NAME) are known}}
#pragma pack(ALL) // expected-warning{{'#pragma pack(ALL)' is ignored: pack(N), pack(push, NAME, N) and pack(pop, NAME) are known}}
#pragma pack(pop, 4) // expected-warning{{'#pragma pack(pop, 4)' is ignored: pack(N), pack(push, NAME, N) and pack(pop, NAME) are known}}
#pragma pack(1) packed // expected-warning{{'#pragma pack(1) packed' is ignored: pack(N), pack(push, NAME, N) and pack(pop, NAME) are known}}
struct four { char a; double b; };
#pragma pack(pop, a)
#pragma packed
struct eight { char a; double b; };
typedef char right[sizeof(struct four) == 12 && sizeof(struct eight) == 16 ? 1 : -1];
