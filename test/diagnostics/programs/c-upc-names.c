// The names of UPC in C.
// flags: -std=c99
#define UPC_MAX_BLOCK_SIZE 1
int main(void) {
  int typeof = 1, asm = 2;
  return typeof + asm;
}
int second(void) { return MYTHREAD; } // expected-error{{'MYTHREAD' undeclared (first use in this function)}} expected-note{{'MYTHREAD' is a word of UPC, and this file is compiled as C; a program in UPC is compiled with -x upc}}
