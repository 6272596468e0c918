/* The limit that the server is measured against: raw libmicrohttpd with the same event loop, threads and memory per
   connection, which reads a body whole and answers fixed bytes, 600 unless told, and does nothing else.

     limit PORT THREADS [fresh|shared|batched] [BYTES]

   fresh (the default) makes a response for each request, as a server whose answers differ must; shared queues one
   response made at the start, the least that the library can do; batched is fresh, and answers each request in the
   turn of the loop after the one that read it, as the server does: so a thread reads all that is there before it
   answers, and its clients are woken for many answers at once. Ends when its standard input does. */

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { body_limit = 1024 * 1024, longest_answer = 1024 * 1024 };

struct request {
  char *body;
  size_t size;
  size_t capacity;
  int is_read;
};

static char answer[longest_answer];
static size_t answer_size = 600;
static int is_batched;
static struct MHD_Response *shared;

static struct MHD_Response *make_response(void) {
  struct MHD_Response *response = MHD_create_response_from_buffer(answer_size, answer, MHD_RESPMEM_PERSISTENT);
  if (response) MHD_add_response_header(response, "Content-Type", "application/json");
  return response;
}

static enum MHD_Result queue(struct MHD_Connection *connection) {
  if (shared) return MHD_queue_response(connection, MHD_HTTP_OK, shared);
  struct MHD_Response *response = make_response();
  if (!response) return MHD_NO;
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *part, size_t *size, void **state) {
  (void)context, (void)url, (void)method, (void)version;
  struct request *request = *state;
  if (!request) {
    *state = calloc(1, sizeof *request);
    return *state ? MHD_YES : MHD_NO;
  }
  if (!*size) {
    // Without a response, libmicrohttpd calls again in the next iteration.
    if (is_batched && !request->is_read) {
      request->is_read = 1;
      return MHD_YES;
    }
    return queue(connection);
  }
  if (request->size + *size > body_limit) return MHD_NO;
  if (request->size + *size > request->capacity) {
    request->capacity = request->size + *size;
    char *body = realloc(request->body, request->capacity);
    if (!body) return MHD_NO;
    request->body = body;
  }
  memcpy(request->body + request->size, part, *size);
  request->size += *size;
  *size = 0;
  return MHD_YES;
}

static void complete(void *context, struct MHD_Connection *connection, void **state,
                     enum MHD_RequestTerminationCode code) {
  (void)context, (void)connection, (void)code;
  struct request *request = *state;
  if (!request) return;
  free(request->body);
  free(request);
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: limit PORT THREADS [fresh|shared|batched] [BYTES]\n");
    return 2;
  }
  memset(answer, 'x', sizeof answer);
  if (count > 4) answer_size = (size_t)atoi(arguments[4]);
  if (answer_size > sizeof answer) {
    fprintf(stderr, "limit: at most %zu bytes\n", sizeof answer);
    return 2;
  }
  is_batched = count > 3 && strcmp(arguments[3], "batched") == 0;
  if (count > 3 && strcmp(arguments[3], "shared") == 0) shared = make_response();
  unsigned int threads = (unsigned int)atoi(arguments[2]);
  struct MHD_OptionItem pool[] = {{MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)threads, NULL}, {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem single[] = {{MHD_OPTION_END, 0, NULL}};
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD, (uint16_t)atoi(arguments[1]), NULL, NULL, handle, NULL,
      MHD_OPTION_NOTIFY_COMPLETED, complete, NULL, MHD_OPTION_CONNECTION_LIMIT, 4096u,
      MHD_OPTION_CONNECTION_TIMEOUT, 60u, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(16 * 1024),
      MHD_OPTION_ARRAY, threads > 1 ? pool : single, MHD_OPTION_END);
  if (!daemon) {
    perror("limit");
    return 1;
  }
  char byte;
  while (read(STDIN_FILENO, &byte, 1) > 0) {
  }
  MHD_stop_daemon(daemon);
  if (shared) MHD_destroy_response(shared);
  return 0;
}
