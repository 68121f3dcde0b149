/* Initializers with designators of ranges and of places that had a value: the last one wins element by element. */
#include <stdio.h>

struct s1 {int a; int b[4]; double d;};
int n;
static int f(int i){printf("f%d\n",i);return ++n*10+i;}
int g[9]={[0 ... 8] = 1, [2 ... 5] = 7};
struct s1 gs[6]={[0 ... 5]={1,{[0 ... 3]=3,[1]=9},2.5},[2 ... 3].a=7,[4].b[1 ... 2]=55,[1]={.d=4}};
int g2[3][4]={[0 ... 2]={1,2,3,4},[1][2 ... 3]=8, 77,78};
char gc[3][6]={[0 ... 2]="hello",[1][0]='J'};
static void plain(void){
 int l[9]={[0 ... 8] = 1, [2 ... 5] = 7,8,[0]=3};
 struct s1 ls[6]={[0 ... 5]={1,{[0 ... 3]=3,[1]=9},2.5},[2 ... 3].a=7,[4].b[1 ... 2]=55,[1]={.d=4}};
 int l2[3][4]={[0 ... 2]={1,2,3,4},[1][2 ... 3]=8, 77,78};
 char lc[3][6]={[0 ... 2]="hello",[1][0]='J'};
 int e[6]={[0 ... 5]=f(1),[2 ... 3]=f(2),[0 ... 1]=f(3)};
 int e2[6]={[0 ... 5]=f(1),[0 ... 5]=f(2)};
 int e3[6]={[0]=f(1),[0]=f(2),[0 ... 1]=f(3)};
 struct s1 e4[3]={[0 ... 2]={f(1),{f(2)},f(3)},[1].b[0]=f(4),[2]={f(5)}};
 for(int i=0;i<9;i++)printf("%d %d\n",g[i],l[i]);
 for(int i=0;i<6;i++)printf("%d %d %d %d %d %g\n",gs[i].a,gs[i].b[0],gs[i].b[1],gs[i].b[2],gs[i].b[3],gs[i].d);
 for(int i=0;i<6;i++)printf("%d %d %d %d %d %g\n",ls[i].a,ls[i].b[0],ls[i].b[1],ls[i].b[2],ls[i].b[3],ls[i].d);
 for(int i=0;i<12;i++)printf("%d %d\n",g2[i/4][i%4],l2[i/4][i%4]);
 for(int i=0;i<3;i++)printf("%s %s\n",gc[i],lc[i]);
 for(int i=0;i<6;i++)printf("%d %d %d\n",e[i],e2[i],e3[i]);
 for(int i=0;i<3;i++)printf("%d %d %d %d %d %g\n",e4[i].a,e4[i].b[0],e4[i].b[1],e4[i].b[2],e4[i].b[3],e4[i].d);
}

union u {int a; double d; char c[8]; struct {short x,y;} s;};
struct t { int k; union u v[3]; struct {unsigned p:3,q:5;} b[4]; };
struct fl {int n; char a[];} x = {3, {1,2,3,4,5,6,7,8}};
struct fl z = {3, "hello"};
struct fl2 {int n; short a[];}; 
struct t gt={.v={[0 ... 2]={.a=5},[1]={.d=1.5},[2].c[1]=7},.b={[0 ... 3]={1,2},[1 ... 2].q=9}};
struct t gg[4]={[0 ... 3]={.v={[0 ... 2]={.a=5},[1]={.d=1.5},[2].c[1]=7},.b={[0 ... 3]={1,2},[1 ... 2].q=9}},[1 ... 2].v[0 ... 1].s.y=9,[2].b[0 ... 1].p=7};
int m[4][4]={[0 ... 3][0 ... 3]=1,[1 ... 2][1 ... 2]=2,[0 ... 3][3]=5};
int m3[3][3][3]={[0 ... 2][0 ... 2][0 ... 2]=1,[1 ... 2]={[1 ... 2]={[1]=4}},[0][0 ... 1][2]=8,9,10};
int un[]={[5 ... 9]=2,[3 ... 6]=1,[12]=4,[12]=5};
const char *names[]={[0 ... 5]="none",[2 ... 3]="mid",[4]="x"};
typedef int (*fn)(int); int f1(int a){return a;} int f2(int a){return 2*a;}
fn tab[8]={[0 ... 7]=f1,[3 ... 4]=f2};
struct s {int a; int b[3];};
struct s mk(int i){printf("mk%d\n",i);struct s r={i,{i+1,i+2,i+3}};return r;}
void pt(struct t*p){for(int i=0;i<3;i++)printf("%d %d|",p->v[i].a,p->v[i].s.y);for(int i=0;i<4;i++)printf(" %d,%d",p->b[i].p,p->b[i].q);puts("");}
static void mixed(void){
 printf("%d %d %d\n",(int)sizeof x,(int)sizeof z,(int)sizeof(struct fl)); printf("%d %s %d\n",x.a[7],z.a,x.n);
 pt(&gt); for(int i=0;i<4;i++)pt(gg+i);
 struct t lg=gt; pt(&lg);
 struct t l[4]={[0 ... 3]={.v={[0 ... 2]={.a=5},[1]={.d=1.5},[2].c[1]=7},.b={[0 ... 3]={1,2},[1 ... 2].q=9}},[1 ... 2].v[0 ... 1].s.y=9,[2].b[0 ... 1].p=7};
 for(int i=0;i<4;i++)pt(l+i);
 for(int i=0;i<16;i++)printf("%d ",m[i/4][i%4]);puts("");
 for(int i=0;i<27;i++)printf("%d ",((int*)m3)[i]);puts("");
 for(int i=0;i<(int)(sizeof un/sizeof*un);i++)printf("%d ",un[i]);puts("");
 for(int i=0;i<6;i++)printf("%s %d ",names[i],tab[i](3));puts("");
 struct s a[4]={[0 ... 3]=mk(1),[2]=mk(2)}; a[0].b[1]=99;
 struct s b[10]={[0 ... 9]={1,{2,3,4}},[0]=mk(5),[0].b[1]=7,[9]=mk(6)};
 for(int i=0;i<4;i++)printf("%d %d %d %d\n",a[i].a,a[i].b[0],a[i].b[1],a[i].b[2]);
 for(int i=0;i<10;i++)printf("%d %d %d %d\n",b[i].a,b[i].b[0],b[i].b[1],b[i].b[2]);
 int k=3; int e[5]={[0 ... 4]=k++,[1]=k++*10}; printf("%d %d %d %d\n",e[0],e[1],e[4],k);
 double _Complex c[3]={[0 ... 2]=k+2.0i,[1]=4}; printf("%g %g %g\n",__imag__ c[0],__imag__ c[1],__imag__ c[2]);
}

int main(void) {
  plain();
  mixed();
  return 0;
}
