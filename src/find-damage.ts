import { log } from './core/log'
import type { Checkpoints } from './core/storage/sqlite/checkpoint'
import { openProblem } from './core/storage/sqlite/open-problem'
import type { Health } from './health'

/** Time between two tries to check a file that cannot be read, in ms. */
const checkAgainMs = 2000

/**
 * Returns SQLite's descriptions of damage. While the file cannot be read, which is no damage, logs why and tries again,
 * until the process stops.
 */
export async function findDamage(checkpoints: Checkpoints, health: Health, file: string): Promise<string[]> {
  while (health.state !== 'draining') {
    try {
      return await checkpoints.check()
    } catch (error) {
      const { text: problem, remedy } = openProblem(file, error)
      log.error({ problem, remedy }, 'the database cannot be checked: the server is not ready, and tries again')
      await Bun.sleep(checkAgainMs)
    }
  }
  return []
}
