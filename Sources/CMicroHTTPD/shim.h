#ifndef VALENCE_CMICROHTTPD_H
#define VALENCE_CMICROHTTPD_H
#include <microhttpd.h>
#include <stdint.h>
#include <stdarg.h>
#include <string.h>
#ifdef __linux__
#include <sys/epoll.h>
#endif

/* The callbacks of one daemon. Each receives `context`, except `complaint`. */
struct valence_MHD_callbacks {
  MHD_AccessHandlerCallback access;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void (*complaint)(void);
  void *context;
};

/* Calls `complaint` when libmicrohttpd logs, which it does before it answers a request itself. It
   passes a va_list, which Swift does not support. The text depends on the version. Messages about a
   malformed cookie are ignored: since 1.0, the library logs one and then continues. */
static inline void valence_MHD_complain(void *complaint, const char *format, va_list arguments) {
  (void)arguments;
  if (strstr(format, "Cookie")) return;
  ((void (*)(void))(uintptr_t)complaint)();
}

/* Keeps percent-encoding, because decoding in place would lose an encoded slash or ampersand. */
static inline size_t valence_MHD_verbatim(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

/* Removes the query from `target`, because the server parses it itself. After the target callback,
   libmicrohttpd parses the query in its writable buffer, up to the first NUL, and stores the pairs
   in the connection's memory. If that memory is exhausted (300 pairs in 16 KiB), it sends no
   response and the connection hangs. */
static inline void valence_MHD_drop_query(const char *target) {
  char *query = strchr((char *)(uintptr_t)target, '?');
  if (query && query[1]) query[1] = '\0';
}

/* Returns 1 if libmicrohttpd was built with GnuTLS; otherwise 0. */
static inline int valence_MHD_has_tls(void) { return MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES; }

/* GnuTLS priorities:
   - TLS 1.2 and 1.3, with the server's order of ciphers
   - forward secrecy, so RSA key exchange is disabled
   - authenticated ciphers (AEAD) of at least 128 bits (RFC 9325, section 4.2), so CBC is disabled
     because of its padding oracles */
static const char valence_MHD_priorities[] =
    "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:"
    "-MAC-ALL:+AEAD:%SERVER_PRECEDENCE";

/* Returns no certificate, so that a session without one fails. Each session gets its certificate
   when its connection begins, so that the certificate can be replaced while the server runs.
   libmicrohttpd requires either a certificate or this callback when it starts. */
static inline int valence_MHD_no_certificate(void *session, const void *names, int names_count,
                                             const void *algorithms, int algorithms_count, void **chain,
                                             unsigned int *chain_length, void **key) {
  (void)session; (void)names; (void)names_count; (void)algorithms; (void)algorithms_count;
  (void)chain; (void)chain_length; (void)key;
  return -1;
}

/* Starts a daemon; returns NULL if that fails. MHD_start_daemon is variadic, so Swift cannot call
   it. A callback option has a function pointer and a context, which only C can pass without a cast.
   The daemon does not listen: the server adds connections to it. */
static inline struct MHD_Daemon *valence_MHD_start(unsigned int flags, const struct valence_MHD_callbacks *callbacks,
                                                   struct MHD_OptionItem *options) {
  if (flags & MHD_USE_TLS)
    return MHD_start_daemon(flags, 0, NULL, NULL, callbacks->access, callbacks->context,
                            MHD_OPTION_EXTERNAL_LOGGER, valence_MHD_complain,
                            (void *)(uintptr_t)callbacks->complaint,
                            MHD_OPTION_URI_LOG_CALLBACK, callbacks->target, callbacks->context,
                            MHD_OPTION_UNESCAPE_CALLBACK, valence_MHD_verbatim, NULL,
                            MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, callbacks->context,
                            MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->context,
                            MHD_OPTION_HTTPS_CERT_CALLBACK, valence_MHD_no_certificate,
                            MHD_OPTION_HTTPS_PRIORITIES, valence_MHD_priorities,
                            MHD_OPTION_ARRAY, options, MHD_OPTION_END);
  return MHD_start_daemon(flags, 0, NULL, NULL, callbacks->access, callbacks->context,
                            MHD_OPTION_EXTERNAL_LOGGER, valence_MHD_complain,
                            (void *)(uintptr_t)callbacks->complaint,
                          MHD_OPTION_URI_LOG_CALLBACK, callbacks->target, callbacks->context,
                          MHD_OPTION_UNESCAPE_CALLBACK, valence_MHD_verbatim, NULL,
                          MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, callbacks->context,
                          MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->context,
                          MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/* Returns the descriptor that is readable if libmicrohttpd has pending events; -1 without epoll. */
static inline int valence_MHD_events(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/* Swift does not import a macro with a cast. */
static const ssize_t valence_MHD_end_of_content = MHD_CONTENT_READER_END_OF_STREAM;
static const uint64_t valence_MHD_size_unknown = MHD_SIZE_UNKNOWN;

/* Properties of a connection. MHD_get_connection_info is variadic. Unknown properties are NULL, -1
   or 0. */
static inline void *valence_MHD_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static inline int valence_MHD_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *valence_MHD_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

static inline void *valence_MHD_tls_session(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return info ? info->tls_session : NULL;
}

static inline size_t valence_MHD_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

#endif
