// Standard input, and files by name and by descriptor. test/page/programs.test.ts
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char line[100];
  int lines = 0;
  while (fgets(line, sizeof line, stdin)) printf("%d: %s", ++lines, line);

  FILE *given = fopen("/given.txt", "r");
  if (given && fgets(line, sizeof line, given)) printf("given: %s", line);
  if (given) fclose(given);

  FILE *missing = fopen("/folder/file", "w");
  printf("missing: %d %s\n", missing != NULL, strerror(errno));

  mkdir("/folder", 0755);
  FILE *file = fopen("/folder/file", "w+");
  for (int i = 0; i < 20000; i++) fprintf(file, "line %d\n", i);
  rewind(file);
  long bytes = 0;
  while (fgets(line, sizeof line, file)) bytes += strlen(line);
  fclose(file);
  struct stat status;
  stat("/folder/file", &status);
  printf("%ld bytes, %ld of them, mode %o\n", bytes, (long)status.st_size, status.st_mode & 0777);

  rename("/folder/file", "/folder/renamed");
  DIR *folder = opendir("/folder");
  for (struct dirent *entry; (entry = readdir(folder));) printf("entry %s\n", entry->d_name);
  closedir(folder);
  truncate("/folder/renamed", 7);
  FILE *nowhere = fopen("/dev/null", "r+");
  fputs("lost", nowhere);
  rewind(nowhere);
  printf("null: %d\n", fgetc(nowhere));
  fflush(stdout);
  FILE *console = fopen("/dev/stdout", "w");
  fputs("by name\n", console);
  fclose(console);
  fprintf(stderr, "to standard error\n");
  return 3;
}
