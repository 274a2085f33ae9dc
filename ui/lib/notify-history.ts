import { signal } from '@preact/signals-react'
import { me } from './session'
import type { Sound } from './sound'
import { keep, recall } from './storage'

/** One line of what happened: a ticket or chat comes once, with how often since it was looked at. */
export interface News {
  /** `ticket-7`, `chat-3`. */
  key: string
  kind: Sound | 'connection'
  title: string
  text: string
  to: string
  at: string
  times: number
}

const most = 50
const storageKey = () => `news:${me.peek()?.id ?? 0}`
export const news = signal<readonly News[]>([])
let loadedFor = ''

/** What this device remembers for the person who is signed in. */
export function loadNews() {
  if (loadedFor === storageKey()) return
  loadedFor = storageKey()
  try {
    news.value = JSON.parse(recall(loadedFor) ?? '[]')
  } catch {
    news.value = []
  }
}

export function remember(fresh: Omit<News, 'times'>) {
  loadNews()
  const before = news.peek().find(({ key }) => key === fresh.key)
  const others = news.peek().filter(({ key }) => key !== fresh.key)
  store([{ ...fresh, times: (before?.times ?? 0) + 1 }, ...others].slice(0, most))
}

/** One conversation was looked at: it stays in the history and counts anew. */
export function seeNews(key: string) {
  const counted = news.peek().some((one) => one.key === key && one.times > 0)
  if (counted) store(news.peek().map((one) => (one.key === key ? { ...one, times: 0 } : one)))
}

/** One conversation is out of reach, or without a key all of it was cleared away. */
export const forgetNews = (key?: string) => store(key === undefined ? [] : news.peek().filter((one) => one.key !== key))

function store(next: readonly News[]) {
  news.value = next
  keep(storageKey(), next.length > 0 ? JSON.stringify(next) : null)
}
