// Inline assembly: what assembles nothing is let through, unless it would move a value.
int f(int a, int b) {
  __asm__ volatile("" : : : "memory");
  asm volatile("" : "+r"(a) : "r"(b), "g"(&b) : "memory");
  asm("" : "=r"(a) : "0"(a));
  asm("" : "=r"(a), "=m"(b) : "1"(b), "0"(a));
  asm("" : "=r"(a) : "0"(b)); // expected-error{{inline assembly is not supported: there is no machine to assemble for; write it in C}}
  asm volatile("" : "=r"(a), "=r"(b) : "0"(a), "%1"(a + b)); // expected-error{{inline assembly is not supported: there is no machine to assemble for; write it in C}}
  asm("nop"); // expected-error{{inline assembly is not supported: there is no machine to assemble for; write it in C}}
  return a;
}
