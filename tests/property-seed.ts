import fc from 'fast-check'

/**
 * Preloaded before every test file (bunfig.toml). A fixed seed gives properties the same cases in every run, so a new
 * failure comes from the change under test. `FC_SEED` sets another seed.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_122) })
