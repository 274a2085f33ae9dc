import { newId } from '../../../lib/id'
import type { Draft } from './outbox'

/** A message that is not the server's yet, as this browser keeps it through a reload or a crash: files and all. */
export interface Shelved {
  clientId: string
  userId: number
  ticketId: number
  uuid: string
  draft: Draft
  mediaId?: string
  state: 'sending' | 'failed'
  error: string
  /** When it was sent, epoch ms; also the order. */
  at: number
  /** The tab it waits in: another one leaves it alone while that lives. */
  tab: string
}

const tab = newId()
const lockOf = (name: string) => `balcao-outbox-${name}`
/** Held until the tab is gone, however it goes. */
if (typeof navigator !== 'undefined') void navigator.locks?.request(lockOf(tab), () => new Promise(() => {}))

export const shelve = (one: Omit<Shelved, 'tab'>) => run('readwrite', (store) => store.put({ ...one, tab }))
export const unshelve = (clientId: string) => run('readwrite', (store) => store.delete(clientId))

/** What this person's earlier tabs left, in the order in which it was sent. */
export async function leftBehind(userId: number): Promise<Shelved[]> {
  const all = await run<Shelved[]>('readonly', (store) => store.getAll())
  const alive = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
  return (all ?? [])
    .filter((one) => one.userId === userId && one.tab !== tab && !alive.has(lockOf(one.tab)))
    .sort((a, b) => a.at - b.at)
}

/** Null where the browser keeps nothing (private windows, no room): then a message lives as long as its page. */
async function run<R>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<R>): Promise<R | null> {
  try {
    const db = await opened()
    return await settled(act(db.transaction('outbox', mode).objectStore('outbox')))
  } catch {
    return null
  }
}

let database: Promise<IDBDatabase> | null = null
function opened(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('balcao', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('outbox', { keyPath: 'clientId' })
    settled(request).then(resolve, reject)
  })
  return database
}

const settled = <R>(request: IDBRequest<R>) =>
  new Promise<R>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
