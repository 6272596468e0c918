/* Times GNUstep's NSPredicate on the formats and values of ConditionsBenchmark; prints the same lines. */
#import <Foundation/Foundation.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The processor time of this process, in nanoseconds. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(void) {
  NSAutoreleasePool *outer = [NSAutoreleasePool new];
  NSString *formats[] = {
    @"($type == 1) || ($type == 2)",
    @"$amount > 1000 AND $currency == 'RUB' AND $type != 3 AND $priority <= 5 AND $code IN {'0101', '0202', '0303', "
    @"'0404', '0505', '0606', '0707', '0808', '0909', '1010'} AND $name BEGINSWITH[cd] 'общество'",
  };
  const char *names[] = {"two", "six"};
  NSMutableArray *values = [NSMutableArray array];
  for (int type = 1; type <= 4; type++)
    [values addObject:[NSDictionary dictionaryWithObjectsAndKeys:[NSNumber numberWithInt:type == 3 ? 4 : type], @"type",
                                    [NSNumber numberWithInt:2500], @"amount", @"RUB", @"currency",
                                    [NSNumber numberWithInt:5], @"priority", @"1010", @"code",
                                    @"ОБЩЕСТВО с ограниченной ответственностью «Ёлка»", @"name", nil]];

  for (int f = 0; f < 2; f++) {
    NSPredicate *template = [NSPredicate predicateWithFormat:formats[f]];
    NSPredicate *predicates[4];
    for (int i = 0; i < 4; i++)
      predicates[i] = [[template predicateWithSubstitutionVariables:[values objectAtIndex:i]] retain];
    int rounds = f == 0 ? 400000 : 40000;
    double times[5];
    long held = 0;
    for (int run = 0; run < 5; run++) {
      double start = now();
      held = 0;
      for (int i = 0; i < rounds; i += 1000) {
        NSAutoreleasePool *pool = [NSAutoreleasePool new];
        for (int j = 0; j < 1000; j++) held += [predicates[j & 3] evaluateWithObject:nil] ? 1 : 0;
        [pool release];
      }
      times[run] = (now() - start) / rounds;
    }
    qsort(times, 5, sizeof(double), ascending);
    printf("evaluate %s %f %f\n", names[f], times[2], (double)held / rounds);
  }

  int rounds = 2000;
  double times[5];
  for (int run = 0; run < 5; run++) {
    double start = now();
    for (int i = 0; i < rounds; i++) {
      NSAutoreleasePool *pool = [NSAutoreleasePool new];
      [NSPredicate predicateWithFormat:formats[1]];
      [pool release];
    }
    times[run] = (now() - start) / rounds;
  }
  qsort(times, 5, sizeof(double), ascending);
  printf("parse six %f %lu\n", times[2], (unsigned long)[formats[1] lengthOfBytesUsingEncoding:NSUTF8StringEncoding]);
  [outer release];
  return 0;
}
