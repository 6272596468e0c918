// disk FILE: prints the median time of writing 16 KiB into a file with fdatasync, in microseconds.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { times = 201, size = 16384 };

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

int main(int argc, char **argv) {
  static char bytes[size];
  static double took[times];
  int file = argc == 2 ? open(argv[1], O_RDWR | O_CREAT, 0600) : -1;
  if (file < 0) return 1;
  for (int place = 0; place < times; place++) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (pwrite(file, bytes, size, (long)place * size) != size || fdatasync(file)) return 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    took[place] = (end.tv_sec - start.tv_sec) * 1e6 + (end.tv_nsec - start.tv_nsec) / 1e3;
  }
  qsort(took, times, sizeof *took, compare);
  printf("%.0f\n", took[times / 2]);
  return 0;
}
