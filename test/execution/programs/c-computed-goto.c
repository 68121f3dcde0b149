/* GNU's computed goto: tables of labels static and local, differences, loops around them, plain gotos among them. */
#include <stdio.h>
enum {PUSH,ADD,MUL,JNZ,DEC,DUP,SWAP,POP,HALT,NEG};
static long vm(const int *code, long n){
 static const void *const ops[]={[PUSH]=&&push,[ADD]=&&add,[MUL]=&&mul,[JNZ]=&&jnz,[DEC]=&&dec,[DUP]=&&dup,[SWAP]=&&swap,[POP]=&&pop,[HALT]=&&halt,[NEG]=&&neg};
 const void *loc[3]; loc[0]=&&add; loc[1]=&&done; long stack[32],*sp=stack; const int*pc=code; *sp=n;
#define NEXT goto *ops[*pc++]
 for(;;){
 NEXT;
 push: *++sp=*pc++; NEXT;
 add: sp[-1]+=*sp; sp--; NEXT;
 mul: sp[-1]=(sp[-1]*(*sp))%1000003; sp--; NEXT;
 jnz: if(*sp){ pc=code+*pc; NEXT; } pc++; NEXT;
 dec: --*sp; if(*sp<0) goto neg; NEXT;
 dup: sp[1]=*sp; sp++; NEXT;
 swap: {long t=*sp; *sp=sp[-1]; sp[-1]=t;} NEXT;
 pop: sp--; NEXT;
 neg: *sp=-*sp; break;
 halt: goto *loc[1];
 }
 return -1;
 done: return sp[-1]; }
static int nowhere(void *p, int n){ if (n < 0) goto *p; return n; }
static int scopes(int n){ int r=0;
 { int a[n]; void *t[]={&&x,&&y}; a[n-1]=n; goto *t[n&1]; x: r+=a[n-1]; y: r+=100; }
 { int b[n]; void *t[]={&&z,&&w}; b[n-1]=n; goto *t[n&1]; z: r+=b[n-1]; w: r+=1000; }
 return r+({ void *p=&&end; goto *p; r=0; end: 5; }); }
int main(){ 
 int p[]={PUSH,1,SWAP, /*3*/ DUP,PUSH,0,ADD,PUSH,0,ADD,POP,DUP,POP, DEC, SWAP,PUSH,3,MUL,PUSH,7,ADD,SWAP, JNZ,3, HALT};
 printf("%ld\n", vm(p,300000)); 
 { int i=0; void *q=&&a; a: i++; if(i<5) goto *q; printf("%d\n",i); void *r=i>3?&&b:&&c; goto *r; b: puts("b"); goto d; c: puts("c"); d:; }
 { static int off[]={&&x-&&x,&&y-&&x}; int k=0; again: goto *(&&x+off[k]); x: puts("x"); k=1; goto again; y: puts("y"); }
 { int j=0; for(int i=0;i<3;i++){ void *t[]={&&e0,&&e1,&&e2}; goto *t[i]; e0: j+=1; continue; e1: j+=10; continue; e2: j+=100; } printf("%d\n",j); }
 if(nowhere(0,5)!=5||scopes(4)!=1113||scopes(3)!=1105) puts("wrong");
 return 0;}
