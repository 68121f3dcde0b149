/*
 * Words of a text: cuts it up, counts each word in a hash table of linked entries, sorts the entries by count and
 * spelling, and writes them out. Entries' totals are structures that functions take and give by value.
 */
#include "kernel.h"
#include <ctype.h>
#define WORDS 200000
#define VOCABULARY 20000
#define TEXT_SIZE (WORDS * 12)
#define BUCKETS 4096
typedef struct {
  int count, first, last; /* how often, and the first and last place */
} total_t;
typedef struct entry {
  struct entry *next;
  char *word;
  total_t total;
} entry_t;

static char vocabulary[VOCABULARY][12], text[TEXT_SIZE], copy[TEXT_SIZE], listing[VOCABULARY * 24];
static entry_t *buckets[BUCKETS], *sorted[VOCABULARY];
static int entries, counted;

static void makeVocabulary(void) {
  for (int w = 0; w < VOCABULARY; w++) {
    int length = 3 + randomBits() % 8;
    for (int k = 0; k < length; k++) vocabulary[w][k] = "etaoinshrdlucmfw"[randomBits() % 16];
    vocabulary[w][length] = 0;
  }
}

/* Words at the vocabulary's front are more frequent; some begin with a capital. */
static void prepare(void) {
  if (text[0] != 0) return;
  makeVocabulary();
  char *end = text;
  for (int i = 0; i < WORDS; i++) {
    int w = (int)(randomUnit() * randomUnit() * VOCABULARY);
    char *begin = end;
    for (const char *from = vocabulary[w]; *from; from++) *end++ = *from;
    if (i % 7 == 0) *begin = toupper(*begin);
    *end++ = ", .\n"[randomBits() % 4];
  }
  *end = 0;
}

static unsigned hash(const char *word) {
  unsigned h = 2166136261u;
  for (; *word; word++) h = (h ^ (unsigned char)*word) * 16777619u;
  return h;
}

static total_t single(int place) { return (total_t){1, place, place}; }

static total_t join(total_t a, total_t b) {
  return (total_t){a.count + b.count, a.first < b.first ? a.first : b.first, a.last > b.last ? a.last : b.last};
}

static void countWord(char *word, int place) {
  entry_t **bucket = &buckets[hash(word) % BUCKETS];
  for (entry_t *e = *bucket; e != NULL; e = e->next)
    if (strcmp(e->word, word) == 0) {
      e->total = join(e->total, single(place));
      return;
    }
  entry_t *e = malloc(sizeof *e);
  *e = (entry_t){*bucket, strdup(word), single(place)};
  *bucket = e;
  entries++;
}

static void countWords(void) {
  int place = 0;
  for (char *word = strtok(copy, ", .\n"); word != NULL; word = strtok(NULL, ", .\n")) {
    for (char *c = word; *c; c++) *c = tolower((unsigned char)*c);
    countWord(word, place++);
  }
  counted = place;
}

static int byCount(const void *a, const void *b) {
  const entry_t *x = *(entry_t *const *)a, *y = *(entry_t *const *)b;
  if (x->total.count != y->total.count) return y->total.count - x->total.count;
  return strcmp(x->word, y->word);
}

static void sortEntries(void) {
  int n = 0;
  for (int b = 0; b < BUCKETS; b++)
    for (entry_t *e = buckets[b]; e != NULL; e = e->next) sorted[n++] = e;
  qsort(sorted, n, sizeof sorted[0], byCount);
}

static char *writeNumber(char *to, int value) {
  char digits[12];
  int n = 0;
  do digits[n++] = '0' + value % 10;
  while ((value /= 10) > 0);
  while (n > 0) *to++ = digits[--n];
  return to;
}

static void writeListing(void) {
  char *to = listing;
  for (int i = 0; i < entries; i++) {
    size_t length = strlen(sorted[i]->word);
    memcpy(to, sorted[i]->word, length);
    to[length] = ' ';
    to = writeNumber(to + length + 1, sorted[i]->total.count);
    *to++ = '\n';
  }
  *to = 0;
}

static void forget(void) {
  for (int b = 0; b < BUCKETS; b++)
    for (entry_t *e = buckets[b], *next; e != NULL; e = next) {
      next = e->next;
      free(e->word);
      free(e);
    }
  memset(buckets, 0, sizeof buckets);
  entries = 0;
}

static void work(void) {
  strcpy(copy, text);
  countWords();
  sortEntries();
  writeListing();
  forget();
}

/* The counts of the listing sum up to the words of the text. */
static int complete(void) {
  int sum = 0;
  for (const char *line = listing; *line; line = strchr(line, '\n') + 1) sum += atoi(strchr(line, ' '));
  return sum == WORDS && counted == WORDS;
}

int main(void) {
  measure(prepare, work);
  resultBits("listing", listing, strlen(listing));
  return verdict(complete());
}
