/* A system that holds each request for a time and then answers: peer MILLISECONDS. Prints its port.
   One thread with epoll and persistent connections. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most = 65536 };
static int64_t due[most]; /* when a connection is answered, in milliseconds; 0 while it waits for a request */
static const char answer[] =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 45\r\n\r\n"
    "{\"data\":{\"shortName\":\"OOO Romashka\",\"kpp\":1}}";

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int main(int count, char **words) {
  int64_t hold = count > 1 ? atoi(words[1]) : 0;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), poll = epoll_create1(0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096) ||
      getsockname(listener, (struct sockaddr *)&address, &size))
    return 1;
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  int highest = listener;
  for (;;) {
    struct epoll_event found[256];
    int ready = epoll_wait(poll, found, 256, hold ? 5 : -1);
    for (int place = 0; place < ready; place++) {
      int link = found[place].data.fd;
      if (link == listener) {
        while ((link = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
          if (link >= most) return 2;
          if (link > highest) highest = link;
          event = (struct epoll_event){.events = EPOLLIN, .data.fd = link};
          epoll_ctl(poll, EPOLL_CTL_ADD, link, &event);
        }
        continue;
      }
      char bytes[8192];
      ssize_t read = recv(link, bytes, sizeof bytes, 0);
      if (read <= 0) {
        due[link] = 0;
        close(link);
      } else if (hold) {
        due[link] = now() + hold;
      } else {
        send(link, answer, sizeof answer - 1, MSG_NOSIGNAL);
      }
    }
    if (!hold) continue;
    int64_t present = now();
    for (int link = 0; link <= highest; link++)
      if (due[link] && due[link] <= present) {
        due[link] = 0;
        send(link, answer, sizeof answer - 1, MSG_NOSIGNAL);
      }
  }
}
