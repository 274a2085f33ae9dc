import { me } from '../lib/session'
import { readStored, writeStored } from '../lib/storage'

const place = () => `recentSearches:${me.peek()?.id ?? 0}`
const most = 6

/** What this person searched for lately, newest first; forgotten when they sign out. */
export function recents(): string[] {
  try {
    const kept: unknown = JSON.parse(readStored(place()) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Called for what led somewhere. */
export function remember(text: string) {
  const words = text.trim()
  if (words === '') return
  writeStored(place(), JSON.stringify([words, ...recents().filter((other) => other !== words)].slice(0, most)))
}
