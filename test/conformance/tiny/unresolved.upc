extern int elsewhere(void);
int main(void) { return elsewhere(); }
