/*
 * Teams: form_team divides the images, change_team makes its block run in the image's team. There images are counted
 * anew from 0, and synchronization, collectives and coindices concern the team only. Here two teams work on two halves of a
 * problem, each at its own pace, and meet at the end.
 *
 *     pgasc run samples/coarray/04-teams.upc -n 4
 */
#include <coarray.h>
#include <stdio.h>

enum { EVENS = 1, ODDS = 2, TERMS = 100000 };
double half:[*];

int main(void) {
  int me = this_image(), all = num_images(), wrong = 0;
  team_type team;
  form_team(me % 2 == 0 ? EVENS : ODDS, &team);

  /* pi / 4 = (1 + 1/5 + 1/9 + ...) - (1/3 + 1/7 + ...): the even images do the first sum, the odd ones the second. */
  change_team (&team) {
    int sign = team_number() == EVENS ? 1 : -1, first = team_number() == EVENS ? 1 : 3;
    double sum = 0;
    for (long i = this_image(); i < TERMS; i += num_images()) sum += sign / (first + 4.0 * i);
    co_sum(&sum);
    half = sum;
    /* Image 0 of the other team, by the number of its team; it exists when there are two images or more. */
    if (all > 1) wrong += num_images(team_number() == EVENS ? ODDS : EVENS) != (all + (me % 2)) / 2;
    printf("image %d is image %d of %d in team %d\n", me, this_image(), num_images(), team_number());
  }

  /* A team ends for itself: now all meet. With one image there is no odd one. */
  sync_all();
  double pi = half:[0];
  if (all > 1) pi += half:[1];
  else for (long i = 0; i < TERMS; i++) pi -= 1 / (3 + 4.0 * i);
  double error = 4 * pi - 3.141592653589793;
  wrong += error > 1e-5 || error < -1e-5;
  wrong += this_image() != me || num_images() != all || team_number() != -1;
  co_sum(&wrong);
  if (me == 0) printf(wrong ? "%d checks failed\n" : "Solution validates\n", wrong);
  return wrong != 0;
}
