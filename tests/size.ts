/**
 * Sizes and seeds of random tests. `run test` takes the everyday sizes and the seed of the day (UTC), `run test --full`
 * the sizes for a release. `TEST_SIZE=full` and `TEST_SEED=N` set both for a single file.
 */

/** True for the sizes of a release. */
export const isFull = process.env.TEST_SIZE === 'full'

/** Number of runs, kills, cuts or people of a random test. */
export const sizeOf = ({ everyday, full }: { everyday: number; full: number }) => (isFull ? full : everyday)

/** Seed of all random tests of one day, as YYYYMMDD in UTC; `TEST_SEED` repeats the run of another day. */
export const daySeed = Number(process.env.TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** Days since 1970 of the seed, so that consecutive days differ by one; a seed that is no date counts as it is. */
const day = Math.floor(Date.parse(String(daySeed).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')) / 86_400_000 || daySeed)

/**
 * Share of a sweep over many alike cases, such as all screens: each case has its turn on one of any `days` consecutive
 * days, and all have it every day at full size. The test of a found fault runs every day.
 * @param item name of the case, or its position in a list
 */
export const hasTurn = (item: string | number, days = 3) =>
  isFull || ((typeof item === 'number' ? item : Bun.hash.crc32(item)) + day) % days === 0
