import { newId } from '../id'
import { keysStartingWith, readStored, writeStored } from '../storage'
import type { Draft, Entry } from './entries'

/**
 * Unsent message as stored in this browser through a reload, crash or sign-out. Texts are stored in localStorage, which
 * is written synchronously; messages with a file in IndexedDB.
 */
export interface Shelved {
  clientId: string
  userId: number
  /** Missing in rows of earlier versions. */
  companyId?: number
  ticketId: number
  uuid: string
  name?: string
  draft: Draft
  mediaId?: string
  state: 'sending' | 'failed'
  error: string
  at: number
  /** Epoch ms until which the tab that wrote it may undo it. */
  heldUntil?: number
  /** Tab that sends it; other tabs leave it alone while that tab is open. */
  tab: string
}

const tab = newId()
const lockOf = (name: string) => `balcao-outbox-${name}`
/**
 * Lock that the browser releases when the tab is closed or crashes. Undefined on plain http, which has no Web Locks.
 */
const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
void locks?.request(lockOf(tab), () => new Promise(() => {}))

const prefix = 'outbox:'
const keyOf = ({ userId, clientId }: { userId: number; clientId: string }) => `${prefix}${userId}:${clientId}`

/** Stores a message. Returns false if the browser stores nothing (private window, storage full). */
export async function shelve(entry: Entry, heldUntil?: number): Promise<boolean> {
  const { clientId, userId, companyId, ticketId, uuid, name, draft, mediaId, error, at } = entry
  const state = entry.state === 'failed' ? 'failed' : 'sending'
  const row: Shelved = {
    ...{ clientId, userId, companyId, ticketId, uuid, name, draft, mediaId, error, at, state, heldUntil, tab },
  }
  if (draft.file) return (await run('readwrite', (store) => store.put(row))) !== null
  const text = JSON.stringify(row)
  writeStored(keyOf(row), text)
  return readStored(keyOf(row)) === text
}

export async function unshelve(entry: { userId: number; clientId: string }) {
  writeStored(keyOf(entry), null)
  await run('readwrite', (store) => store.delete(entry.clientId))
}

/** False if another tab has sent or undone the message. */
export async function isShelved(entry: Entry): Promise<boolean> {
  if (!entry.draft.file) return readStored(keyOf(entry)) !== null
  return (await run('readonly', (store) => store.getKey(entry.clientId))) !== undefined
}

/** Messages left by closed tabs of this user in this company, oldest first. */
export async function leftBehind(userId: number, companyId: number): Promise<Shelved[]> {
  const alive = new Set((await locks?.query())?.held?.map(({ name }) => name))
  const rows = [...texts(), ...((await run<Shelved[]>('readonly', (store) => store.getAll())) ?? [])]
  return rows
    .filter((row) => row.userId === userId && (row.companyId ?? companyId) === companyId)
    .filter((row) => row.tab !== tab && !alive.has(lockOf(row.tab)))
    .sort((a, b) => a.at - b.at)
}

const texts = (): Shelved[] => keysStartingWith(prefix).flatMap((key) => parsed(readStored(key)) ?? [])

function parsed(text: string | null): Shelved | null {
  try {
    return JSON.parse(text ?? 'null') as Shelved | null
  } catch {
    return null
  }
}

/** Runs one request in IndexedDB; null if IndexedDB is not available or fails. */
async function run<R>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<R>): Promise<R | null> {
  try {
    const transaction = (await opened()).transaction('outbox', mode)
    const answer = await settled(act(transaction.objectStore('outbox')))
    if (mode === 'readwrite') await completed(transaction)
    return answer
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

/** Resolves when the transaction has committed; a full disk is reported only then. */
const completed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
