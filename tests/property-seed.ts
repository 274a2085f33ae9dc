import fc from 'fast-check'
import { daySeed } from './size'

/**
 * Preloaded before every test file (bunfig.toml). A property gets the same cases all day and others the next day;
 * fast-check prints the seed of a failure.
 */
fc.configureGlobal({ seed: daySeed })
