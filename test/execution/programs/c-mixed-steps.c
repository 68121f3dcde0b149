/* Loops that step, reduce and compare integers and floats of all widths: what gcc -O0 prints. */
#include <stdio.h>
#define N 100
float f[N]; double d[N]; int a[N]; long l[N]; unsigned char c[N]; short h[N];
int main(void){
 float s=1000; double t=500; long q=7; unsigned char uc=200; short sh=5;
 for(int i=0;i<N;i++){ s-=0.5f; f[i]=i*2.0f; } printf("%g\n",s);
 for(int i=0;i<N;i++){ f[i]=s; s-=0.5f; } printf("%g %g\n",s,f[99]);
 for(int i=0;i<N;i++){ t-=0.25; d[i]=t+i; q-=3; l[i]=q; } printf("%g %g %ld %ld\n",t,d[50],q,l[77]);
 for(int i=0;i<N;i++){ q-=i; a[i]=i*3; } printf("%ld\n",q);
 for(int i=0;i<N;i++){ uc-=3; c[i]=uc; sh-=1000; h[i]=sh;} printf("%d %d %d\n",uc,c[44],h[70]);
 for(long i=0;i<N;i++){ l[i]=q; q-=4; } printf("%ld %ld\n",q,l[3]);
 for(unsigned long i=N;i-->0;){ l[i]-=i; } printf("%ld\n",l[7]);
 int m=0; for(int i=0;i<N;i++){ m += ((d[i]<9.25)+ (i<<2)) & 3; m+= ((f[i]>=3.5f)*8 + (a[i]&7)) >> 3; m += ((d[i]!=0.125)+ i*4)%4; } printf("%d\n",m);
 int k=0; for(int i=0;i<N;i++){ k += ((l[i]<9)+ (i<<2)) & 3; k += (((long)i<<8) + (d[i]>1.5)) & 255;} printf("%d\n",k);
 double p=1; for(int i=0;i<N;i++){ d[i]=p; p=2-p; p=p-0.5; } printf("%g\n",p);
 float *fp=f; for(int i=0;i<N;i++){ *fp++ -= 0.5f; } printf("%g\n",f[9]);
 for(float x=10;x>0;x-=0.5f) d[(int)x]-=x; printf("%g\n",d[4]);
 for(double x=0;x<50;x+=1.0) a[(int)x]+=2; printf("%d\n",a[4]);
 return 0;}
