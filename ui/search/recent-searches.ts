import { me } from '../lib/session'
import { readStored, writeStored } from '../lib/storage'

const storageKey = () => `recentSearches:${me.peek()?.id ?? 0}`
const maxSearches = 6

/** Recent searches of the user, newest first; deleted at logout. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(readStored(storageKey()) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, maxSearches) : []
  } catch {
    return []
  }
}

/** Stores a search whose result was opened. */
export function addRecentSearch(text: string) {
  const query = text.trim()
  if (query === '') return
  writeStored(
    storageKey(),
    JSON.stringify([query, ...recentSearches().filter((other) => other !== query)].slice(0, maxSearches)),
  )
}
