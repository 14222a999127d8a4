/* Memory, arithmetic and traps as WebAssembly has them (core specification 2.0). */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1 /* mmap, beside C11 */
#define _DARWIN_C_SOURCE 1
#endif
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined __GNUC__ && !defined PLAIN_C11
#define GNU 1 /* compilers that know vectors and instructions for bits; PLAIN_C11 is for tests of the other way */
#else
#define GNU 0
#endif
#if GNU && defined __SSE2__
#include <immintrin.h>
#endif
#if GNU && defined __x86_64__ && defined __BMI2__ && !defined __znver1__ && !defined __znver2__
#define DEPOSITS 1 /* some machines have the instruction, but take hundreds of cycles for it */
#endif
#ifndef DEPOSITS
#define DEPOSITS 0
#endif
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "memory is read as little-endian words"
#endif
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("fp-contract=off") /* each result is rounded by itself, or games would differ */
#elif defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#if defined __unix__ || defined __APPLE__
#define RESERVES 1
#include <sys/mman.h>
#else
#define RESERVES 0
#endif

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;
#define PAGE 65536u
#define RESERVED ((u64)1 << 33) /* an address and an offset are below 4 GB each */
#define FIXED_PAGES 4096u /* where nothing can be reserved, memory can't grow beyond this */
#define DEEPEST 524288 /* bytes of the stack that calls within calls may take, as in wasmtime */
#define MOST_CALLS 20000 /* compilers may turn calls into loops, which take no stack */
#ifndef DOOR
#define DOOR static
#endif

typedef struct MODULE MODULE;
struct MODULE {
  u8 *memory;
  u32 pages, most;
  uintptr_t base;
  u32 depth;
  const char *trouble;
  jmp_buf trap;
  struct { GLOBALS char none; } globals;
  FIELDS
};

#if defined __GNUC__
__attribute__((noreturn, cold))
#endif
static void stop(MODULE *g, const char *why) { g->trouble = why; longjmp(g->trap, 1); }
#define ENTER(g) char here; g->base = (uintptr_t)(void *)&here; g->trouble = 0; g->depth = 0;
#define GO_DEEPER(g) { char here; uintptr_t at = (uintptr_t)(void *)&here; \
  if (++g->depth > MOST_CALLS || (at < g->base ? g->base - at : at - g->base) > DEEPEST) stop(g, "too deep"); }

#define special(x) special_##x
#define special_nan ((double)NAN)
#define special_inf ((double)INFINITY)

/* ---- memory: a page that was never asked for can't be touched, or every access is looked at */

#if RESERVES
#define LOOK(at, count) ((void)0)
static u8 *reserve(u32 *most) {
  void *found = mmap(0, RESERVED + PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANON
#ifdef MAP_NORESERVE
    | MAP_NORESERVE
#endif
    , -1, 0);
  (void)most;
  return found == MAP_FAILED ? 0 : found;
}
static int allow(u8 *memory, u64 size) { return mprotect(memory, size, PROT_READ | PROT_WRITE) == 0; }
static void let_go(u8 *memory) { munmap(memory, RESERVED + PAGE); }
#else
#define LOOK(at, count) do { if ((u64)(at) + (count) > (u64)g->pages * PAGE) stop(g, "out of memory's bounds"); } while (0)
static u8 *reserve(u32 *most) {
  if (*most > FIXED_PAGES) *most = FIXED_PAGES > PAGES ? FIXED_PAGES : PAGES;
  return calloc(*most, PAGE);
}
static int allow(u8 *memory, u64 size) { (void)memory; (void)size; return 1; }
static void let_go(u8 *memory) { free(memory); }
#endif

static u32 grow(MODULE *g, u32 more) {
  u32 before = g->pages;
  if (more > g->most - before || !allow(g->memory, (u64)(before + more) * PAGE)) return (u32)-1;
  g->pages = before + more;
  return before;
}

#define LOAD(name, type, held, cast) \
  static inline type name(MODULE *g, const u8 *m, u32 at, u32 offset) { \
    held found; u64 place = (u64)at + offset; (void)g; LOOK(place, sizeof found); \
    memcpy(&found, m + place, sizeof found); return (type)(cast)found; }
#define STORE(name, type, held) \
  static inline void name(MODULE *g, u8 *m, u32 at, u32 offset, type value) { \
    held kept = (held)value; u64 place = (u64)at + offset; (void)g; LOOK(place, sizeof kept); \
    memcpy(m + place, &kept, sizeof kept); }
LOAD(i32_load, u32, u32, u32) LOAD(i64_load, u64, u64, u64) LOAD(f32_load, float, float, float)
LOAD(f64_load, double, double, double)
LOAD(i32_load8_s, u32, int8_t, s32) LOAD(i32_load8_u, u32, u8, u32) LOAD(i32_load16_s, u32, int16_t, s32)
LOAD(i32_load16_u, u32, uint16_t, u32) LOAD(i64_load8_s, u64, int8_t, s64) LOAD(i64_load8_u, u64, u8, u64)
LOAD(i64_load16_s, u64, int16_t, s64) LOAD(i64_load16_u, u64, uint16_t, u64) LOAD(i64_load32_s, u64, s32, s64)
LOAD(i64_load32_u, u64, u32, u64)
STORE(i32_store, u32, u32) STORE(i64_store, u64, u64) STORE(f32_store, float, float) STORE(f64_store, double, double)
STORE(i32_store8, u32, u8) STORE(i32_store16, u32, uint16_t) STORE(i64_store8, u64, u8) STORE(i64_store16, u64, uint16_t)
STORE(i64_store32, u64, u32)

static inline void bounds(MODULE *g, u32 at, u32 count) {
  if ((u64)at + count > (u64)g->pages * PAGE) stop(g, "out of memory's bounds");
}
static inline void memory_copy(MODULE *g, u8 *m, u32 to, u32 from, u32 count) {
  bounds(g, to, count); bounds(g, from, count); memmove(m + to, m + from, count);
}
static inline void memory_fill(MODULE *g, u8 *m, u32 at, u32 value, u32 count) {
  bounds(g, at, count); memset(m + at, (int)(value & 255), count);
}

/* ---- whole numbers */

#define EACH_BYTE UINT64_C(0x0101010101010101)
#define HIGHS UINT64_C(0x8080808080808080)
static inline u64 sums_of_bytes(u64 x) { /* how many ones each byte has, together with those below it */
  x -= (x >> 1) & UINT64_C(0x5555555555555555);
  x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
  return ((x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * EACH_BYTE;
}
#if GNU && (defined __POPCNT__ || !(defined __x86_64__ || defined __i386__))
#define i64_popcnt(x) ((u64)__builtin_popcountll(x))
#else
static inline u64 i64_popcnt(u64 x) { return sums_of_bytes(x) >> 56; }
#endif
#define i32_popcnt(x) ((u32)i64_popcnt(x))
#if GNU && defined __x86_64__ && defined __BMI__
static inline u64 i64_ctz(u64 x) { return _tzcnt_u64(x); } /* gcc tests x besides where it is written as below */
#elif GNU
static inline u64 i64_ctz(u64 x) { return x ? (u64)__builtin_ctzll(x) : 64; }
#else
static inline u64 i64_ctz(u64 x) { return x ? i64_popcnt((x & (0 - x)) - 1) : 64; }
#endif
#if GNU && defined __x86_64__ && defined __LZCNT__
static inline u64 i64_clz(u64 x) { return _lzcnt_u64(x); }
#elif GNU
static inline u64 i64_clz(u64 x) { return x ? (u64)__builtin_clzll(x) : 64; }
#else
static inline u64 i64_clz(u64 x) { u64 n = 64; while (x) { x >>= 1; n--; } return n; }
#endif

/* Beyond WebAssembly: the k-th one of a word alone (k below 64), 0 if there aren't more than k; the same for any k, of
   which the lowest byte counts; the lowest bits of a number laid at the ones of another, and taken up from there; the
   upper half of a product. */
#if DEPOSITS
static inline u64 i64_deposit(u64 x, u64 at) { return _pdep_u64(x, at); }
static inline u64 i64_extract(u64 x, u64 at) { return _pext_u64(x, at); }
static inline u64 i64_nth_bit(u64 x, u64 k) { return _pdep_u64((u64)1 << (k & 63), x); }
static inline u64 i64_nth_bit_or_none(u64 x, u64 k) { /* all ones if k's byte isn't below 64, and none with one more */
  return _pdep_u64(_bzhi_u64(~(u64)0, (u32)k) + 1, x);
}
#else
static inline u64 i64_deposit(u64 x, u64 at) {
  u64 found = 0;
  for (; at; at &= at - 1, x >>= 1) found |= (at & (0 - at)) & (0 - (x & 1));
  return found;
}
static inline u64 i64_extract(u64 x, u64 at) {
  u64 found = 0, bit = 1;
  for (; at; at &= at - 1, bit <<= 1) if (x & at & (0 - at)) found |= bit;
  return found;
}
static inline u64 not_above(u64 sums, u64 k) { /* how many bytes of `sums` are at most k; all are below 128 */
  return (((((k * EACH_BYTE) | HIGHS) - sums) & HIGHS) >> 7) * EACH_BYTE >> 56;
}
static inline u64 i64_nth_bit(u64 x, u64 k) { /* Vigna, "Broadword implementation of rank/select queries", 2008 */
  if (k >= i64_popcnt(x)) return 0;
  u64 sums = sums_of_bytes(x), place = (8 * not_above(sums, k)) & 63;
  u64 rest = k - (((sums << 8) >> place) & 255), byte = (x >> place) & 255;
  u64 each = (byte * EACH_BYTE) & UINT64_C(0x8040201008040201); /* byte i has bit i alone */
  u64 ones = ((each + UINT64_C(0x7F7F7F7F7F7F7F7F)) & HIGHS) >> 7;
  return (u64)1 << (place + not_above(ones * EACH_BYTE, rest));
}
static inline u64 i64_nth_bit_or_none(u64 x, u64 k) { return i64_nth_bit(x, k & 255); }
#endif
static inline u64 i64_mul_high_u(u64 a, u64 b) {
#if GNU && defined __SIZEOF_INT128__
  __extension__ typedef unsigned __int128 u128;
  return (u64)((u128)a * b >> 64);
#else
  u64 low = (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF), one = (a >> 32) * (b & 0xFFFFFFFF) + (low >> 32);
  u64 other = (a & 0xFFFFFFFF) * (b >> 32) + (one & 0xFFFFFFFF);
  return (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32);
#endif
}
static inline u32 i32_clz(u32 x) { return x ? (u32)i64_clz(x) - 32 : 32; }
static inline u32 i32_ctz(u32 x) { return x ? (u32)i64_ctz(x) : 32; }
#define WHOLE(i, u, s, bits) \
  static inline u i##_shl(u a, u n) { return a << (n & (bits - 1)); } \
  static inline u i##_shr_u(u a, u n) { return a >> (n & (bits - 1)); } \
  static inline u i##_shr_s(u a, u n) { n &= bits - 1; return (s)a < 0 ? ~(~a >> n) : a >> n; } \
  static inline u i##_rotl(u a, u n) { n &= bits - 1; return n ? a << n | a >> (bits - n) : a; } \
  static inline u i##_rotr(u a, u n) { n &= bits - 1; return n ? a >> n | a << (bits - n) : a; } \
  static inline u i##_div_u(MODULE *g, u a, u b) { if (!b) stop(g, "divided by zero"); return a / b; } \
  static inline u i##_rem_u(MODULE *g, u a, u b) { if (!b) stop(g, "divided by zero"); return a % b; } \
  static inline u i##_div_s(MODULE *g, u a, u b) { \
    if (!b || (b == ~(u)0 && a == (u)1 << (bits - 1))) stop(g, "divided by zero, or too great"); \
    return (u)((s)a / (s)b); } \
  static inline u i##_rem_s(MODULE *g, u a, u b) { \
    if (!b) stop(g, "divided by zero"); \
    return b == ~(u)0 ? 0 : (u)((s)a % (s)b); }
WHOLE(i32, u32, s32, 32)
WHOLE(i64, u64, s64, 64)
#define i32_extend8_s(x) ((u32)(int8_t)(x))
#define i32_extend16_s(x) ((u32)(int16_t)(x))
#define i64_extend8_s(x) ((u64)(int8_t)(x))
#define i64_extend16_s(x) ((u64)(int16_t)(x))
#define i64_extend32_s(x) ((u64)(s32)(x))
#define i32_wrap_i64(x) ((u32)(x))
#define i64_extend_i32_s(x) ((u64)(s64)(s32)(x))
#define i64_extend_i32_u(x) ((u64)(x))

/* ---- floating point */

#define f64_abs fabs
#define f64_neg(x) (-(x))
#define f64_ceil ceil
#define f64_floor floor
#define f64_trunc trunc
#define f64_nearest nearbyint
#define f64_sqrt sqrt
#define f64_copysign copysign
static inline double f64_min(double a, double b) {
  return a != a || b != b ? NAN : a == b ? (signbit(a) ? a : b) : a < b ? a : b;
}
static inline double f64_max(double a, double b) {
  return a != a || b != b ? NAN : a == b ? (signbit(a) ? b : a) : a > b ? a : b;
}
static inline u64 i64_trunc_f64_s(MODULE *g, double x) {
  if (!(x >= -9223372036854775808.0 && x < 9223372036854775808.0)) stop(g, "no whole number");
  return (u64)(s64)x;
}
#define f32_demote_f64(x) ((float)(x))
#define f64_promote_f32(x) ((double)(x))
#define f64_convert_i64_s(x) ((double)(s64)(x))
#define f64_convert_i64_u(x) ((double)(x))
static inline u64 i64_reinterpret_f64(double x) { u64 y; memcpy(&y, &x, 8); return y; }
static inline double f64_reinterpret_i64(u64 x) { double y; memcpy(&y, &x, 8); return y; }

/* ---- four floats of 32 bits, or sixteen bytes */

#if GNU
typedef u8 v128 __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef u32 integers __attribute__((vector_size(16)));
typedef u64 words __attribute__((vector_size(16)));
#define ZERO {0}
#define VECTOR(...) ((v128){__VA_ARGS__})
#define PAIR(name, type, sign) static inline v128 name(v128 a, v128 b) { return (v128)((type)a sign (type)b); }
PAIR(f32x4_add, floats, +) PAIR(f32x4_sub, floats, -) PAIR(f32x4_mul, floats, *) PAIR(f32x4_div, floats, /)
PAIR(f32x4_gt, floats, >) PAIR(f32x4_eq, floats, ==)
PAIR(i32x4_add, integers, +) PAIR(i32x4_sub, integers, -)
PAIR(v128_and, v128, &) PAIR(i8x16_add, v128, +) PAIR(i8x16_sub, v128, -) PAIR(i8x16_le_u, v128, <=)
static inline v128 f32x4_max(v128 a, v128 b) {
  v128 above = f32x4_gt(a, b), below = f32x4_gt(b, a), same = f32x4_eq(a, b);
  floats none = {NAN, NAN, NAN, NAN};
  return (a & above) | (b & below) | (a & b & same) | ((v128)none & ~(above | below | same));
}
static inline v128 f32x4_sqrt(v128 a) {
  floats x = (floats)a;
#if defined __SSE2__
  return (v128)_mm_sqrt_ps((__m128)x);
#else
  for (int i = 0; i < 4; i++) x[i] = sqrtf(x[i]);
  return (v128)x;
#endif
}
static inline v128 f32x4_splat(float x) { floats c = {x, x, x, x}; return (v128)c; }
static inline v128 f32x4_convert_i32x4_s(v128 a) {
  integers x = (integers)a;
  floats c = {(float)(s32)x[0], (float)(s32)x[1], (float)(s32)x[2], (float)(s32)x[3]};
  return (v128)c;
}
#if defined __clang__ || __GNUC__ >= 12
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, VECTOR(__VA_ARGS__))
#endif
static inline u32 v128_any_true(v128 a) { words x = (words)a; return (x[0] | x[1]) != 0; }
static inline u32 i8x16_bitmask(v128 a) {
#if defined __SSE2__
  return (u32)_mm_movemask_epi8((__m128i)a);
#else
  words x = (words)a >> 7 & EACH_BYTE;
  return (u32)(x[0] * UINT64_C(0x0102040810204080) >> 56 | x[1] * UINT64_C(0x0102040810204080) >> 56 << 8);
#endif
}
#else
typedef union { u8 b[16]; float f[4]; u32 w[4]; u64 q[2]; } v128;
#define ZERO {{0}}
#define VECTOR(...) ((v128){{__VA_ARGS__}})
#define SHUFFLE(a, b, ...) shuffle(a, b, VECTOR(__VA_ARGS__))
#define LANES(name, count, code) \
  static inline v128 name(v128 a, v128 b) { v128 c; for (int i = 0; i < count; i++) { code; } return c; }
LANES(f32x4_add, 4, c.f[i] = a.f[i] + b.f[i])
LANES(f32x4_sub, 4, c.f[i] = a.f[i] - b.f[i])
LANES(f32x4_mul, 4, c.f[i] = a.f[i] * b.f[i])
LANES(f32x4_div, 4, c.f[i] = a.f[i] / b.f[i])
LANES(f32x4_max, 4, c.f[i] = a.f[i] != a.f[i] || b.f[i] != b.f[i] ? NAN : a.f[i] == b.f[i] ? (signbit(a.f[i]) ? b.f[i] : a.f[i]) : a.f[i] > b.f[i] ? a.f[i] : b.f[i])
LANES(i32x4_add, 4, c.w[i] = a.w[i] + b.w[i])
LANES(i32x4_sub, 4, c.w[i] = a.w[i] - b.w[i])
LANES(v128_and, 2, c.q[i] = a.q[i] & b.q[i])
LANES(i8x16_add, 16, c.b[i] = (u8)(a.b[i] + b.b[i]))
LANES(i8x16_sub, 16, c.b[i] = (u8)(a.b[i] - b.b[i]))
LANES(i8x16_le_u, 16, c.b[i] = a.b[i] <= b.b[i] ? 255 : 0)
static inline v128 f32x4_gt(v128 a, v128 b) {
  v128 c; for (int i = 0; i < 4; i++) { u32 all = a.f[i] > b.f[i] ? ~(u32)0 : 0; memcpy(c.b + 4 * i, &all, 4); } return c;
}
static inline v128 f32x4_sqrt(v128 a) { v128 c; for (int i = 0; i < 4; i++) c.f[i] = sqrtf(a.f[i]); return c; }
static inline v128 f32x4_splat(float x) { v128 c = {.f = {x, x, x, x}}; return c; }
static inline v128 f32x4_convert_i32x4_s(v128 a) { v128 c; for (int i = 0; i < 4; i++) c.f[i] = (float)(s32)a.w[i]; return c; }
static inline v128 shuffle(v128 a, v128 b, v128 by) {
  v128 c; for (int i = 0; i < 16; i++) c.b[i] = by.b[i] < 16 ? a.b[by.b[i]] : b.b[by.b[i] - 16]; return c;
}
static inline u32 i8x16_bitmask(v128 a) { u32 n = 0; for (int i = 0; i < 16; i++) n |= (u32)(a.b[i] >> 7) << i; return n; }
static inline u32 v128_any_true(v128 a) { return (a.q[0] | a.q[1]) != 0; }
#endif

static inline v128 v128_load(MODULE *g, const u8 *m, u32 at, u32 offset) {
  v128 found; u64 place = (u64)at + offset; (void)g; LOOK(place, 16);
  memcpy(&found, m + place, 16); return found;
}
static inline void v128_store(MODULE *g, u8 *m, u32 at, u32 offset, v128 value) {
  u64 place = (u64)at + offset; (void)g; LOOK(place, 16); memcpy(m + place, &value, 16);
}

/* ---- an instance */

static void initialise(MODULE *g);
MODULE *NAME_new(void) {
  MODULE *g = calloc(1, sizeof *g);
  if (!g) return 0;
  g->most = MOST_PAGES;
  g->memory = reserve(&g->most);
  if (!g->memory || !allow(g->memory, (u64)PAGES * PAGE)) { if (g->memory) let_go(g->memory); free(g); return 0; }
  g->pages = PAGES;
  initialise(g);
  return g;
}
void NAME_free(MODULE *g) { if (g) { let_go(g->memory); LET_GO free(g); } }

