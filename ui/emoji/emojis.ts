import { signal } from '@preact/signals-react'
import type { Language } from '../../src/shared/enums'
import { foldText } from '../../src/shared/text'
import { language } from '../lib/language'
import { readStored, writeStored } from '../lib/storage'

/** An emoji with its name in the language of the interface. */
export interface Emoji {
  emoji: string
  name: string
  group: number
  /** Name and keywords, folded. */
  searchText: string
}

/** Groups in the order of the picker, by their number in Unicode's data; 2 has the skin tones. */
export const emojiGroups = {
  faces: 0,
  people: 1,
  nature: 3,
  food: 4,
  travel: 5,
  activities: 6,
  objects: 7,
  symbols: 8,
  flags: 9,
} as const
export type EmojiGroup = keyof typeof emojiGroups

/** Each language is a chunk of its own, loaded when emojis are first needed. */
const texts: Record<Language, () => Promise<{ default: string }>> = {
  pt: () => import('./pt.txt', { with: { type: 'text' } }),
  en: () => import('./en.txt', { with: { type: 'text' } }),
  es: () => import('./es.txt', { with: { type: 'text' } }),
}

/** Emojis in the language last loaded; null before. */
export const emojis = signal<readonly Emoji[] | null>(null)
/** True while the names are being loaded. */
export const isLoadingEmojis = signal(false)
let loaded: Language | null = null

/** Loads the emojis of the interface's language; a failure leaves those loaded before. */
export async function loadEmojis() {
  const wanted = language.peek()
  if (loaded === wanted) return
  const before = loaded
  loaded = wanted
  isLoadingEmojis.value = true
  try {
    const { default: text } = await texts[wanted]()
    if (loaded === wanted) emojis.value = parseEmojis(text)
  } catch {
    loaded = before
  } finally {
    isLoadingEmojis.value = false
  }
}

/** Reads the lines of scripts/emojis.ts. */
function parseEmojis(text: string): Emoji[] {
  let group = 0
  const emojis: Emoji[] = []
  for (const line of text.split('\n')) {
    const [emoji = '', name, words = ''] = line.split('\t')
    if (name) emojis.push({ emoji, name, group, searchText: foldText(`${name} ${words}`) })
    else if (/^#\d$/.test(emoji)) group = Number(emoji.slice(1))
  }
  return emojis
}

/** Emojis whose name or a keyword begins with each word of the query, those whose name begins with it first. */
export function searchEmojis(all: readonly Emoji[], query: string, limit: number): Emoji[] {
  const folded = foldText(query).trim()
  if (!folded) return []
  const words = folded.split(/[\s_]+/)
  const hits = all.filter(({ searchText }) => words.every((word) => ` ${searchText}`.includes(` ${word}`)))
  const starting = hits.filter(({ searchText }) => searchText.startsWith(folded))
  return [...new Set([...starting, ...hits])].slice(0, limit)
}

const recentKey = 'recentEmojis'
const maxRecent = 24

export const recentEmojis = (): string[] => (readStored(recentKey) ?? '').split(' ').filter(Boolean)
export const rememberEmoji = (emoji: string) =>
  writeStored(recentKey, [emoji, ...recentEmojis().filter((each) => each !== emoji)].slice(0, maxRecent).join(' '))
