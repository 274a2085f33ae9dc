import fc from 'fast-check'

/**
 * Read before any test (bunfig.toml): properties are tried with the same cases in every run, so that one that fails was
 * broken by what changed. `FC_SEED` takes others.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_122) })
