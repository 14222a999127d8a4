/* ---- what others call */

static int64_t settled(MODULE *g, int64_t count) {
  g->count = g->trouble ? HALTED : count;
  return g->count;
}
static u64 key_of(MODULE *g, u64 seed) { return (u64)call__page_seed(g, 0, (int64_t)seed); }
static const int64_t *words_at(MODULE *g, int64_t at, u64 count) {
  static const int64_t none[1] = {0};
  if (at <= 0 || (u64)at + 8 * count > (u64)g->pages * PAGE) return none;
  return (const int64_t *)(const void *)(g->memory + at);
}
static const int64_t *record_of(MODULE *g) { return words_at(g, call__page_state(g), SCORES + P); }

int64_t GAME_start(GAME_game *g, uint64_t seed, uint64_t number) {
  g->seed = key_of(g, seed);
  g->number = number;
  return settled(g, call__page_start(g, (int64_t)g->seed, (int64_t)number));
}

int64_t GAME_options(GAME_game *g) { return g->count; }

int64_t GAME_play(GAME_game *g, int64_t option) {
  if (g->count <= 0) return g->count;
  if (option == CONSTANT_RANDOM) return settled(g, call__embedded_draw(g, (int64_t)g->seed, (int64_t)g->number));
  if (option < 0 || option >= g->count) return CONSTANT_NO_OPTION;
  return settled(g, call__page_play(g, option));
}

static int add(MODULE *g, size_t *used, const char *text, size_t count) {
  if (g->room - *used <= count) {
    size_t room = 2 * (g->room + count) + 64;
    char *more = realloc(g->text, room);
    if (!more) return 0;
    g->text = more;
    g->room = room;
  }
  memcpy(g->text + *used, text, count);
  *used += count;
  g->text[*used] = 0;
  return 1;
}

const char *GAME_move(GAME_game *g, int64_t option) {
  size_t used = 0;
  if (option < 0 || option >= g->count) return 0;
  int64_t parts = call__embedded_move(g, option);
  if (g->trouble || parts < 0 || !add(g, &used, "", 0)) return 0;
  const int64_t *row = words_at(g, *words_at(g, call__report(g), 1), (u64)parts);
  for (int64_t i = 0; i < parts; i++) {
    if (row[i] & 1) { /* a number: twice it, and one */
      char digits[24], *at = digits + sizeof digits;
      u64 left = row[i] < 0 ? (u64)-((row[i] - 1) / 2) : (u64)row[i] / 2;
      do { *--at = (char)('0' + left % 10); left /= 10; } while (left);
      if (row[i] < 0) *--at = '-';
      if (!add(g, &used, at, (size_t)(digits + sizeof digits - at))) return 0;
    } else { /* twice the number of a string; below 0 begin other ways to write it */
      if (row[i] < 0) break;
      if (row[i] / 2 >= STRINGS) return 0;
      const char *text = strings[row[i] / 2];
      if (!add(g, &used, text, strlen(text))) return 0;
    }
  }
  return g->text;
}

int32_t GAME_mover(GAME_game *g) {
  if (g->count <= 0) return CONSTANT_NOBODY;
  const int64_t *shown = words_at(g, call__page_show(g), 6);
  return g->trouble ? CONSTANT_NOBODY : shown[2] == 2 ? CONSTANT_CHANCE : (int32_t)shown[3];
}

int32_t GAME_result(GAME_game *g, int32_t player, int64_t *points) {
  if (g->count || player < 0 || player >= P) return CONSTANT_UNDECIDED;
  const int64_t *record = record_of(g);
  int64_t kind = record[KIND], who = record[WHO];
  if (points && kind >= 4) *points = record[SCORES + player];
  if (kind >= 3) return (int32_t)kind;
  if (P > 1 && !UNITED && who == ALL) return CONSTANT_DRAWN;
  return (who >> player & 1) == (kind == 1) ? CONSTANT_WON : CONSTANT_LOST;
}

int32_t GAME_piece(GAME_game *g, int32_t site, int32_t height) {
  if (site < 0 || site >= SITES || height < 0) return -1;
  int64_t at = call__page_show(g);
  if (g->trouble || at <= 0) return -1;
  at += 8 * (6 + 2 * P);
  for (int32_t i = 0; i < site; i++) at += 8 * (1 + *words_at(g, at, 1));
  return height < *words_at(g, at, 1) ? (int32_t)*words_at(g, at + 8 * (1 + height), 1) : -1;
}

static void add_ends(const int64_t *tally, int64_t *to, int partners) {
  for (int kind = 0; kind < 4; kind++)
    for (int above = 0; above < P; above++)
      for (int tied = 1; tied <= P; tied++) {
        int64_t times = tally[(kind * P + above) * P + tied - 1];
        int end = tied == P ? (kind == 2 || kind == 3 || (P > 1 && !UNITED) ? 1 : kind == 0 ? 0 : 2)
                : above ? 2 : kind == 3 && tied > partners ? 1 : 0;
        to[end] += times;
      }
}

int64_t GAME_playouts(GAME_game *g, uint64_t seed, uint64_t first, uint64_t count, int64_t *sums) {
  int64_t status = call__playouts(g, 0, (int64_t)key_of(g, seed), (int64_t)first, (int64_t)count, LONGEST);
  memset(sums, 0, CONSTANT_SUMS * sizeof *sums);
  if (g->trouble) return HALTED;
  const int64_t *report = words_at(g, call__report(g), TALLY + 4 * P * P * P);
  for (int i = 0; i < 5; i++) sums[i] = report[i];
  static const int partners[P] = PARTNERS;
  for (int p = 0; p < P; p++) {
    add_ends(report + TALLY + 4 * P * P * p, sums + 5 + 4 * p, partners[p]);
    sums[5 + 4 * p + 3] = report[6 + 2 * p];
  }
  return status;
}

int64_t GAME_perft(GAME_game *g, int32_t plies, int64_t *found) {
  found[0] = 1; found[1] = 1; found[2] = 0;
  if (plies <= 0) return 0;
  int64_t status = call__perft_start(g, call__page_state(g), -1, (int64_t)1 << 40);
  for (int32_t i = 0; !g->trouble && !status && i < plies; i++) status = call__perft_next(g, 0, INT64_MAX);
  if (g->trouble) return HALTED;
  if (!status) memcpy(found, words_at(g, call__report(g), 3), 3 * sizeof *found);
  return status;
}

size_t GAME_size(GAME_game *g) { return (size_t)call__page_size(g, call__page_state(g)); }

void GAME_save(GAME_game *g, void *to) { memcpy(to, g->memory + call__page_state(g), GAME_size(g)); }

int64_t GAME_load(GAME_game *g, const void *from, size_t size) {
  if (size > (size_t)call__page_capacity(g)) return CONSTANT_NO_OPTION;
  memcpy(g->memory + call__page_state(g), from, size);
  call__embedded_return(g);
  return settled(g, call__embedded_count(g));
}

const char *GAME_trouble(GAME_game *g) { return g->trouble; }
