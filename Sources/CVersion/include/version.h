#ifndef VALENCE_VERSION_H
#define VALENCE_VERSION_H

/* The number of the version, the same as in the file VERSION. */
#define VALENCE_VERSION "1.0.0-dev"

/* The abbreviated commit of the sources; empty if the build did not set it. */
const char *valence_version_commit(void);

/* The date of the build as YYYY-MM-DD; empty if the build did not set it. */
const char *valence_version_date(void);

#endif
