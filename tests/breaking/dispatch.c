void first(void);
void second(void);
void third(void);
void fourth(void);
void fifth(void);
void sixth(void);

void dispatch(int k) {
    switch (k) {
    case 0: first(); break;
    case 1: second(); break;
    case 2: third(); break;
    case 3: fourth(); break;
    case 4: fifth(); break;
    case 5: sixth(); break;
    }
}
