#ifndef VALENCE_CMICROHTTPD_H
#define VALENCE_CMICROHTTPD_H
#include <microhttpd.h>

/* MHD_start_daemon is variadic, which Swift cannot call: the options come as an array instead. */
static inline struct MHD_Daemon *valence_MHD_start(unsigned int flags, uint16_t port,
                                                   MHD_AccessHandlerCallback handler, void *context,
                                                   struct MHD_OptionItem *options) {
  return MHD_start_daemon(flags, port, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

#endif
