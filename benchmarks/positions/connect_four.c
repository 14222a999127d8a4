/* What positions of Connect Four (7 by 6) are worth, exactly: alpha-beta on bitboards, independent of our rules.

   cc -O2 -o connect_four connect_four.c; lines of columns (a to g) in, a sign for each column out: the move wins (+),
   draws (=), loses (-), or can't be made (.). A column takes seven bits, the seventh always empty. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 7
#define HEIGHT 6
#define COLUMN(c) (((uint64_t)0x3f) << (7 * (c)))
#define BOTTOM(c) (((uint64_t)1) << (7 * (c)))
#define TABLE_BITS 23

typedef struct { uint64_t key; int8_t low, high; } Entry;
static Entry table[1 << TABLE_BITS];
static uint64_t bottoms, whole;
static const int order[WIDTH] = {3, 2, 4, 1, 5, 0, 6};

static int lined(uint64_t b) {
  static const int steps[4] = {1, 7, 6, 8};
  for (int i = 0; i < 4; i++) {
    uint64_t pairs = b & (b >> steps[i]);
    if (pairs & (pairs >> 2 * steps[i])) return 1;
  }
  return 0;
}

/* Empty sites that would complete four for stones b. */
static uint64_t threats(uint64_t b, uint64_t mask) {
  uint64_t r = (b << 1) & (b << 2) & (b << 3);
  static const int steps[3] = {7, 6, 8};
  for (int i = 0; i < 3; i++) {
    int s = steps[i];
    uint64_t p = (b << s) & (b << 2 * s);
    r |= p & (b << 3 * s);
    r |= p & (b >> s);
    p = (b >> s) & (b >> 2 * s);
    r |= p & (b << s);
    r |= p & (b >> 3 * s);
  }
  return r & whole & ~mask;
}

static int bits(uint64_t b) { return __builtin_popcountll(b); }

/* 1, 0, -1 for who moves, whose stones are `own`; nobody has four, and nobody can complete four at once. */
static int value(uint64_t own, uint64_t mask, int alpha, int beta) {
  uint64_t playable = (mask + bottoms) & whole;
  uint64_t danger = threats(own ^ mask, mask), forced = playable & danger;
  if (forced) {
    if (forced & (forced - 1)) return -1;
    playable = forced;
  }
  playable &= ~(danger >> 1); /* not below a site where the other completes four */
  if (!playable) return bits(mask) == WIDTH * HEIGHT ? 0 : -1;
  if (bits(mask) >= WIDTH * HEIGHT - 2) return 0;

  uint64_t key = own + mask, key_bits = key * 0x9E3779B97F4A7C15u >> (64 - TABLE_BITS);
  Entry *entry = &table[key_bits];
  if (entry->key == key) {
    if (entry->low >= beta || entry->low == entry->high) return entry->low;
    if (entry->high <= alpha) return entry->high;
    if (entry->low > alpha) alpha = entry->low;
    if (entry->high < beta) beta = entry->high;
  }
  uint64_t moves[WIDTH];
  int scores[WIDTH], n = 0;
  for (int i = 0; i < WIDTH; i++) {
    uint64_t move = playable & COLUMN(order[i]);
    if (!move) continue;
    int score = bits(threats(own | move, mask | move)), at = n++;
    for (; at && scores[at - 1] < score; at--) { scores[at] = scores[at - 1]; moves[at] = moves[at - 1]; }
    scores[at] = score;
    moves[at] = move;
  }
  int first = alpha, best = -1;
  for (int i = 0; i < n && best < beta; i++) {
    int found = -value(own ^ mask, mask | moves[i], -beta, -alpha);
    if (found > best) best = found;
    if (best > alpha) alpha = best;
  }
  int8_t low = best > first ? best : -1, high = best < beta ? best : 1;
  if (entry->key != key) { entry->key = key; entry->low = -1; entry->high = 1; }
  if (low > entry->low) entry->low = low;
  if (high < entry->high) entry->high = high;
  return best;
}

/* What it is worth to who moves, where four may be completed at once. */
static int worth(uint64_t own, uint64_t mask) {
  if (bits(mask) == WIDTH * HEIGHT) return 0;
  if (threats(own, mask) & (mask + bottoms) & whole) return 1;
  return value(own, mask, -1, 1);
}

int main(void) {
  char line[256];
  for (int c = 0; c < WIDTH; c++) { bottoms |= BOTTOM(c); whole |= COLUMN(c); }
  while (fgets(line, sizeof line, stdin)) {
    uint64_t own = 0, mask = 0;
    line[strcspn(line, "\r\n")] = 0;
    for (char *c = line; *c; c++) {
      uint64_t move = (mask + BOTTOM(*c - 'a')) & COLUMN(*c - 'a');
      own ^= mask;
      mask |= move;
    }
    for (int c = 0; c < WIDTH; c++) {
      uint64_t move = (mask + BOTTOM(c)) & COLUMN(c);
      if (!move) putchar('.');
      else if (lined(own | move)) putchar('+');
      else putchar("+=-"[worth(own ^ mask, mask | move) + 1]);
    }
    putchar('\n');
    fflush(stdout);
  }
  return 0;
}
