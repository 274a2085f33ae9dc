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
