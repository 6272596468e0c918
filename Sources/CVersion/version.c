#include "version.h"
#include "commit.h"

const char *valence_version_commit(void) { return valence_commit(); }

const char *valence_version_date(void) { return valence_build_date(); }
