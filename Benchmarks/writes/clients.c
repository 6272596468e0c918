// clients PORT SECONDS KEY [times [ACCOUNT BIC]]
//
// Reads a person from each line of standard input: the token, the account's number, and the cells of the security matrix as A1=0123.
// Opens a persistent connection for each person. All submit payments of 1 rouble by pp.quick at the same time, each with its own
// idempotency key that begins with KEY, and sign them.
// Prints the signed payments per second in the SECONDS after the first second. With `times`, also prints the median and the 99th
// percentile from a submission to the response of its signature, in milliseconds.
// The payee is ACCOUNT at the bank with BIC, by default an account of another bank. `@FILE` instead of ACCOUNT is a file with an
// account in each line; they are paid in turn.
//
// One thread and one epoll, because the clients share the processor with the server.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { cells = 4096, most = 1024, room = 65536 };

struct client {
  int socket, signs, count;
  long number;
  char token[64], account[32], names[cells][4], codes[cells][12];
  char in[room];
  size_t have;
  double began;
};

static struct client *clients;
static double *times;
static long taken;
enum { longest = 1 << 22 };
static const char *key, *payee = "40702810138250123017", *bic = "044525225";
static char (*payees)[24];
static long payeeCount, payeeTurn;
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what, const char *text) {
  fprintf(stderr, "%s: %s\n", what, text);
  exit(1);
}

static void request(struct client *client, const char *path, const char *header, const char *body) {
  char out[4096];
  int size = snprintf(out, sizeof out,
    "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s"
    "Content-Length: %zu\r\n\r\n%s", path, client->token, header, strlen(body), body);
  if (size >= (int)sizeof out || send(client->socket, out, size, MSG_NOSIGNAL) != size) fail("send", strerror(errno));
}

static void submit(struct client *client) {
  char body[1024], header[128];
  if (payeeCount) payee = payees[payeeTurn++ % payeeCount];
  snprintf(body, sizeof body,
    "{\"values\":{\"from\":\"%s\",\"name\":\"ООО Ромашка\",\"account\":\"%s\",\"bic\":\"%s\","
    "\"purpose\":\"Оплата по счету 12\",\"amount\":\"1.00\"}}", client->account, payee, bic);
  snprintf(header, sizeof header, "Idempotency-Key: %s-%ld\r\n", key, client->number++);
  client->signs = 0;
  client->began = now();
  request(client, "/operations/pp.quick/submissions", header, body);
}

// Signs with the codes that the tree in the response to the submission requests.
static void sign(struct client *client, const char *answer) {
  const char *start = strstr(answer, "\"submission\":{\"id\":\"");
  if (!start) fail("no submission", answer);
  char path[128], body[512] = "{\"values\":{";
  snprintf(path, sizeof path, "/submissions/%.36s/signature", start + 20);
  int found = 0;
  for (const char *type = strstr(answer, "\"type\":\"code\""); type; type = strstr(type + 1, "\"type\":\"code\"")) {
    const char *id = type;
    while (id > answer && strncmp(id, "\"id\":\"", 6)) id--;
    for (int place = 0; place < client->count; place++) {
      size_t length = strlen(client->names[place]);
      if (strncmp(id + 6, client->names[place], length) || id[6 + length] != '"') continue;
      size_t end = strlen(body);
      snprintf(body + end, sizeof body - end, "%s\"%s\":\"%s\"", found++ ? "," : "", client->names[place],
        client->codes[place]);
    }
  }
  if (!found) fail("no challenge", answer);
  strcat(body, "}}");
  client->signs = 1;
  request(client, path, "", body);
}

// Reads received bytes; returns 1 if they complete the response to a signature.
static int receive(struct client *client) {
  ssize_t count = recv(client->socket, client->in + client->have, room - 1 - client->have, 0);
  if (count <= 0) fail("recv", count ? strerror(errno) : "closed");
  client->have += count;
  client->in[client->have] = 0;
  char *end = strstr(client->in, "\r\n\r\n"), *length = strcasestr(client->in, "\r\nContent-Length:");
  if (!end) return 0;
  if (!length || length > end) fail("no length", client->in);
  size_t whole = end + 4 - client->in + strtoul(length + 17, NULL, 10);
  if (whole >= room) fail("too long an answer", client->in);
  if (client->have < whole) return 0;
  if (strncmp(client->in + 9, client->signs ? "200" : "201", 3)) fail("refused", client->in);
  if (client->signs && !strstr(end, "\"executed\"")) fail("not executed", client->in);
  client->have = 0;
  int signs = client->signs;
  if (signs) {
    if (taken < longest) times[taken++] = now() - client->began;
    submit(client);
  } else {
    sign(client, end + 4);
  }
  return signs;
}

static int byLength(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

int main(int argc, char **argv) {
  if (argc < 4 || argc == 6 || argc > 7) fail("usage", "clients PORT SECONDS KEY [times [ACCOUNT BIC]] < people");
  if (argc == 7) payee = argv[5], bic = argv[6];
  if (*payee == '@') {
    FILE *file = fopen(payee + 1, "r");
    if (!file) fail(payee, strerror(errno));
    payees = calloc(1 << 20, sizeof *payees);
    while (payeeCount < 1 << 20 && fscanf(file, "%23s", payees[payeeCount]) == 1) payeeCount++;
    if (!payeeCount) fail(payee, "has no account");
  }
  times = malloc(longest * sizeof *times);
  key = argv[3];
  clients = calloc(most, sizeof *clients);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1]))};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  int poll = epoll_create1(0), people = 0;
  char *line = NULL;
  size_t space = 0;
  while (people < most && getline(&line, &space, stdin) > 0) {
    struct client *client = clients + people;
    char *rest = line, *word = strsep(&rest, " \n");
    snprintf(client->token, sizeof client->token, "%s", word);
    if (!(word = strsep(&rest, " \n"))) fail("no account", line);
    snprintf(client->account, sizeof client->account, "%s", word);
    while ((word = strsep(&rest, " \n")) && client->count < cells) {
      if (sscanf(word, "%3[^=]=%11s", client->names[client->count], client->codes[client->count]) == 2) client->count++;
    }
    int yes = 1;
    client->socket = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(client->socket, (struct sockaddr *)&address, sizeof address)) fail("connect", strerror(errno));
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = people++};
    epoll_ctl(poll, EPOLL_CTL_ADD, client->socket, &event);
  }
  if (!people) fail("nobody", "on standard input");
  double begin = now() + 1, seconds = atof(argv[2]), end = begin + seconds;
  long payments = 0;
  for (int place = 0; place < people; place++) submit(clients + place);
  while (now() < end) {
    struct epoll_event events[most];
    int count = epoll_wait(poll, events, most, 10000);
    if (count <= 0) fail("nothing came", "for ten seconds");
    for (int place = 0; place < count; place++) {
      int signs = receive(clients + events[place].data.u32);
      if (now() < begin) taken = 0;
      else payments += signs;
    }
  }
  printf("%.0f", payments / seconds);
  if (argc > 4 && taken) {
    qsort(times, taken, sizeof *times, byLength);
    printf(" %.2f %.2f", times[taken / 2] * 1e3, times[taken * 99 / 100] * 1e3);
  }
  puts("");
  return 0;
}
