#include "commit.h"

#ifndef VALENCE_COMMIT
#define VALENCE_COMMIT ""
#endif
#ifndef VALENCE_BUILD_DATE
#define VALENCE_BUILD_DATE ""
#endif

const char *valence_commit(void) { return VALENCE_COMMIT; }

const char *valence_build_date(void) { return VALENCE_BUILD_DATE; }
