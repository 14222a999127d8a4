/* One ruleset of a board or card game, as C11; `gdl compile --c` wrote it. Nothing else is needed:

     cc -std=c11 -O2 -c GAME.c        (link with -lm)

   In other files, this declares what the file defines:

     #define GDL_HEADER
     #include "GAME.c"

   A GAME_game is one game that is being played, for one thread at a time; have as many as you like. Options are
   numbered from 0, in the order of the rules. Where the rules break, or a limit is reached, a function gives a number
   below 0; docs/c.md lists them. */
#ifndef GDL_GAME_DECLARED
#define GDL_GAME_DECLARED
#if !defined GDL_HEADER && !defined _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1 /* mmap, beside C11 */
#define _DARWIN_C_SOURCE 1
#endif
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct GAME_game GAME_game;

extern const char *const GAME_title;
extern const char *const GAME_rules;     /* names the rules: the hash that `gdl list --json` shows */
extern const char *const GAME_players[]; /* their names in turn order, then a null pointer; so are the next two */
extern const char *const GAME_sites[];
extern const char *const GAME_pieces[];

enum {
  CONSTANT_PLAYERS = @PLAYERS@,
  CONSTANT_SUMS = 5 + 4 * CONSTANT_PLAYERS,
  CONSTANT_RANDOM = -1,     /* as an option: whatever the game's seed draws */
  CONSTANT_NO_OPTION = -200 /* there is no option of this number, or no state of this size; nothing has changed */
};
enum { CONSTANT_CHANCE = -1, CONSTANT_NOBODY = -2 };
enum { CONSTANT_UNDECIDED, CONSTANT_WON, CONSTANT_LOST, CONSTANT_DRAWN, CONSTANT_RANKED, CONSTANT_PAID };

/* A game, or a null pointer if there is too little memory; and its end. Call GAME_start next. */
GAME_game *GAME_new(void);
void GAME_free(GAME_game *game);

/* Begin game `number` of a seed: its dice and random moves. Gives the number of options, as GAME_options does. */
int64_t GAME_start(GAME_game *game, uint64_t seed, uint64_t number);

/* How many options there are, at a decision or a roll; 0 if the game is over. */
int64_t GAME_options(GAME_game *game);

/* How an option is written, in UTF-8, until the next call; a null pointer if there is none of this number. */
const char *GAME_move(GAME_game *game, int64_t option);

/* Take an option, or CONSTANT_RANDOM; gives how many options there are then. */
int64_t GAME_play(GAME_game *game, int64_t option);

/* Who decides: a player from 0 on; CONSTANT_CHANCE at a roll; CONSTANT_NOBODY if the game is over. */
int32_t GAME_mover(GAME_game *game);

/* How the game ended for a player. CONSTANT_RANKED, CONSTANT_PAID: the more points the better, which are written to
   `*points` unless that is null. */
int32_t GAME_result(GAME_game *game, int32_t player, int64_t *points);

/* The piece on a site, counted from the bottom (0); or -1. Numbers of GAME_sites and GAME_pieces. */
int32_t GAME_piece(GAME_game *game, int32_t site, int32_t height);

/* Random games `first` to `first + count - 1` of a seed, all at once. Writes CONSTANT_SUMS numbers: games, decisions,
   the sum of their squares, turns, the sum of their squares; then for each player how many were won, drawn and lost,
   and what was paid. Gives 0, or why game `first + sums[0]` couldn't be played to its end. */
int64_t GAME_playouts(GAME_game *game, uint64_t seed, uint64_t first, uint64_t count, int64_t *sums);

/* Count the ways to go on for so many decisions and rolls. Writes three numbers: how many come so far, or end the game
   on the last of them; in how many different states; and how many of these ways end the game. */
int64_t GAME_perft(GAME_game *game, int32_t plies, int64_t *found);

/* A state as bytes: how many, write them, go back to it. Only what this very file saved can be loaded. */
size_t GAME_size(GAME_game *game);
void GAME_save(GAME_game *game, void *to);
int64_t GAME_load(GAME_game *game, const void *from, size_t size);

/* Why the last call was broken off, or a null pointer. */
const char *GAME_trouble(GAME_game *game);

#ifdef __cplusplus
}
#endif
#endif

#ifndef GDL_HEADER
