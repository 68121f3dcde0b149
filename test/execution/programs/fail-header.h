/* A failure in a header is shown there. */
static int inverse(int x)
{
  return 100 / x;
}
