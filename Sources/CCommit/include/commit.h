#ifndef VALENCE_COMMIT_H
#define VALENCE_COMMIT_H

/* The abbreviated commit of the sources; empty if the build did not set it. */
const char *valence_commit(void);

/* The date of the build as YYYY-MM-DD; empty if the build did not set it. */
const char *valence_build_date(void);

#endif
