import type { Platform } from '../../../core/scope'
import type { Look } from './model'
import { plainLook, readLook } from './read'

/** Longest wait of a page for the database, in ms; then the look that was read last is shown. */
const patienceMs = 300

/**
 * Returns a function that reads the look for a page. While the database does not answer, the page comes with the last
 * look, or the product's own, because it has to tell people what is wrong.
 */
export function showLook(platform: Platform): () => Promise<Look> {
  let last = plainLook
  const read = async () => {
    last = await readLook(platform)
    return last
  }
  return () => Promise.race([read().catch(() => last), Bun.sleep(patienceMs).then(() => last)])
}
