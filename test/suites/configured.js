/** The config.h of GA's programs: the headers that its configure finds, and Fortran's names as gfortran has them. */
const HEADERS = ['ASSERT', 'ERRNO', 'LIMITS', 'MATH', 'STDARG', 'STDINT', 'STDIO', 'STDLIB', 'STRING', 'STRINGS', 'SYS_TIME', 'SYS_TYPES', 'UNISTD'];

export const CONFIG_H = [
  ...HEADERS.map((name) => `#define HAVE_${name}_H 1`),
  '#define ENABLE_F77 0',
  '#define F77_FUNC_(name, NAME) name##_',
  '#define MSG_COMMS_MPI 1',
  '',
].join('\n');
