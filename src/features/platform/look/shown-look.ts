import type { Platform } from '../../../core/scope'
import type { Look } from './model'
import { plainLook, readLook } from './read'

/** Longest wait of a page for the database, in ms; then the look that was read last is shown. */
const patienceMs = 300

/**
 * Returns a function that reads the look for a page, for all pages at once by one query. While the database does not answer, the page comes with the last
 * look, or the product's own, because it has to tell people what is wrong.
 */
export function showLook(platform: Platform): () => Promise<Look> {
  let last = plainLook
  let reading: Promise<Look> | null = null
  const read = async () => {
    try {
      last = await readLook(platform)
    } catch {
      // The page says what is wrong.
    } finally {
      reading = null
    }
    return last
  }
  return async () => {
    reading ??= read()
    const { promise: late, resolve } = Promise.withResolvers<Look>()
    const timer = setTimeout(() => resolve(last), patienceMs)
    return await Promise.race([reading, late]).finally(() => clearTimeout(timer))
  }
}
