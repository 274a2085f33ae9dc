import { pace } from '../../src/shared/campaign/pace'

/**
 * Serves as the executable does, with campaign messages as fast as the number takes them: the shortest interval of a
 * second would make 2,000 messages last half an hour. Called as `bun fast-campaigns.ts EXECUTABLE serve`.
 */
pace.minimumMs = 0
process.argv.splice(2, 1)
Bun.argv.splice(2, 1)
await import('../../src/main')
