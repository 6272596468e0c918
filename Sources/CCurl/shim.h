#ifndef VALENCE_CCURL_H
#define VALENCE_CCURL_H
#include <curl/curl.h>
#include <stddef.h>
#include <sys/socket.h>

/* libcurl's options take arguments of any type, which Swift cannot pass. Each of these sets options of one type, and
   returns 0 if libcurl refuses one. */

static inline int valence_curl_number(CURL *transfer, CURLoption option, long value) {
  return curl_easy_setopt(transfer, option, value) == CURLE_OK;
}

static inline int valence_curl_text(CURL *transfer, CURLoption option, const char *value) {
  return curl_easy_setopt(transfer, option, value) == CURLE_OK;
}

static inline int valence_curl_headers(CURL *transfer, struct curl_slist *headers) {
  return curl_easy_setopt(transfer, CURLOPT_HTTPHEADER, headers) == CURLE_OK;
}

/* Copies the body of a request. */
static inline int valence_curl_body(CURL *transfer, const void *bytes, size_t count) {
  return curl_easy_setopt(transfer, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count) == CURLE_OK &&
         curl_easy_setopt(transfer, CURLOPT_COPYPOSTFIELDS, bytes) == CURLE_OK;
}

/* The buffer of CURL_ERROR_SIZE bytes that gets libcurl's words for a failure. */
static inline int valence_curl_words(CURL *transfer, char *buffer) {
  return curl_easy_setopt(transfer, CURLOPT_ERRORBUFFER, buffer) == CURLE_OK;
}

typedef size_t (*valence_curl_reader)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*valence_curl_opener)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

/* The functions that get each header line, each part of the body, and each address before it is connected to. */
static inline int valence_curl_callbacks(CURL *transfer, void *context, valence_curl_reader header,
                                         valence_curl_reader body, valence_curl_opener opener) {
  return curl_easy_setopt(transfer, CURLOPT_PRIVATE, context) == CURLE_OK &&
         curl_easy_setopt(transfer, CURLOPT_HEADERFUNCTION, header) == CURLE_OK &&
         curl_easy_setopt(transfer, CURLOPT_HEADERDATA, context) == CURLE_OK &&
         curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body) == CURLE_OK &&
         curl_easy_setopt(transfer, CURLOPT_WRITEDATA, context) == CURLE_OK &&
         curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, opener) == CURLE_OK &&
         curl_easy_setopt(transfer, CURLOPT_OPENSOCKETDATA, context) == CURLE_OK;
}

/* Returns the context of a transfer. */
static inline void *valence_curl_context(CURL *transfer) {
  char *context = NULL;
  curl_easy_getinfo(transfer, CURLINFO_PRIVATE, &context);
  return context;
}

/* Returns the status of the last response; 0 without one. */
static inline long valence_curl_status(CURL *transfer) {
  long status = 0;
  curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/* Returns the result of a finished transfer. */
static inline CURLcode valence_curl_result(const CURLMsg *message) { return message->data.result; }

static inline int valence_curl_multi_number(CURLM *transfers, CURLMoption option, long value) {
  return curl_multi_setopt(transfers, option, value) == CURLM_OK;
}

/* The socket that libcurl takes for a refusal to connect. */
static inline curl_socket_t valence_curl_no_socket(void) { return CURL_SOCKET_BAD; }

/* Opens the socket for an address; it is closed when another program is started. */
static inline curl_socket_t valence_curl_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  return socket(address->family, address->socktype, address->protocol);
#endif
}

/* Returns the address as `sockaddr`. */
static inline const struct sockaddr *valence_curl_address(const struct curl_sockaddr *address) { return &address->addr; }

#endif
