struct cell { unsigned kind : 3; unsigned level : 5; };
int matching(const struct cell *p, int n) {
    int found = 0;
    for (int i = 0; i < n; i++)
        if (p[i].kind == 2 && p[i].level == 7)
            found++;
    return found;
}
