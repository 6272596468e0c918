#ifndef VALENCE_CSODIUM_H
#define VALENCE_CSODIUM_H
#include <sodium.h>
#endif
