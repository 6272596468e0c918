#ifndef VALENCE_CYAML_H
#define VALENCE_CYAML_H
#include <yaml.h>
#endif
