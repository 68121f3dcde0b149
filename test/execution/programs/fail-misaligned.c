// -g: a pointer that does not show where it comes from is misaligned for what it points to. WebAssembly goes there all the same.
// flags: -g
// without: -O1 -O2 -O3 -target=wasm
// status: 1
// stderr: misaligned: the address is no multiple of 4, and -O is needed to go there
// stderr: fail-misaligned.c:8:45
// stderr: at main (
__attribute__((noinline)) int get(int *p) { return *p; }
int main(void) {
  static char bytes[64];
  return get((int *)(bytes + 1));
}
