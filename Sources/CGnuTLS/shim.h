#ifndef VALENCE_CGNUTLS_H
#define VALENCE_CGNUTLS_H
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stddef.h>
#include <time.h>

/* Returns the credentials of a certificate chain and its private key, both in PEM. Returns NULL if one is not readable
   or they do not belong together, with GnuTLS's error code in `error`. (gnutls_datum_t takes writable bytes, but GnuTLS
   writes none.) */
static inline gnutls_certificate_credentials_t valence_TLS_credentials(const void *certificate, size_t certificate_size,
                                                                       const void *key, size_t key_size, int *error) {
  gnutls_certificate_credentials_t made = NULL;
  gnutls_datum_t chain = {(unsigned char *)certificate, (unsigned int)certificate_size};
  gnutls_datum_t secret = {(unsigned char *)key, (unsigned int)key_size};
  *error = gnutls_certificate_allocate_credentials(&made);
  if (*error < 0) return NULL;
  *error = gnutls_certificate_set_x509_key_mem2(made, &chain, &secret, GNUTLS_X509_FMT_PEM, NULL, 0);
  if (*error >= 0) return made;
  gnutls_certificate_free_credentials(made);
  return NULL;
}

/* Returns the expiry of the first certificate of a chain in PEM, in seconds since the epoch; -1 if it is unreadable. */
static inline time_t valence_TLS_expires(const void *certificate, size_t size) {
  gnutls_x509_crt_t first;
  gnutls_datum_t chain = {(unsigned char *)certificate, (unsigned int)size};
  time_t expires = (time_t)-1;
  if (gnutls_x509_crt_init(&first) < 0) return expires;
  if (gnutls_x509_crt_import(first, &chain, GNUTLS_X509_FMT_PEM) >= 0)
    expires = gnutls_x509_crt_get_expiration_time(first);
  gnutls_x509_crt_deinit(first);
  return expires;
}

/* Gives credentials to a session; libmicrohttpd passes sessions as void pointers. Returns a negative code on failure.
   */
static inline int valence_TLS_use(void *session, gnutls_certificate_credentials_t credentials) {
  return gnutls_credentials_set((gnutls_session_t)session, GNUTLS_CRD_CERTIFICATE, credentials);
}

/* Sends bytes in a session; returns the count of bytes sent, or a negative code on failure. */
static inline ptrdiff_t valence_TLS_send(void *session, const void *bytes, size_t count) {
  return gnutls_record_send((gnutls_session_t)session, bytes, count);
}

#endif
