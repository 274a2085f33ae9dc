import { newId } from '../id'
import { keysStartingWith, readStored, writeStored } from '../storage'
import type { Draft, Entry } from './entries'

/**
 * Unsent message as stored in this browser through a reload, crash or sign-out. Texts are stored in localStorage, which
 * is written synchronously; messages with a file in IndexedDB.
 */
export interface StoredEntry {
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
const storageKey = ({ userId, clientId }: { userId: number; clientId: string }) => `${prefix}${userId}:${clientId}`

/** Stores a message. Returns false if the browser stores nothing (private window, storage full). */
export async function storeEntry(entry: Entry, heldUntil?: number): Promise<boolean> {
  const { clientId, userId, companyId, ticketId, uuid, name, draft, mediaId, error, at } = entry
  const state = entry.state === 'failed' ? 'failed' : 'sending'
  const row: StoredEntry = {
    ...{ clientId, userId, companyId, ticketId, uuid, name, draft, mediaId, error, at, state, heldUntil, tab },
  }
  if (draft.file) return (await runInStore('readwrite', (store) => store.put(row))) !== null
  const text = JSON.stringify(row)
  writeStored(storageKey(row), text)
  return readStored(storageKey(row)) === text
}

export async function deleteStoredEntry(entry: { userId: number; clientId: string }) {
  writeStored(storageKey(entry), null)
  await runInStore('readwrite', (store) => store.delete(entry.clientId))
}

/** False if another tab has sent or undone the message. */
export async function isEntryStored(entry: Entry): Promise<boolean> {
  if (!entry.draft.file) return readStored(storageKey(entry)) !== null
  return (await runInStore('readonly', (store) => store.getKey(entry.clientId))) !== undefined
}

/** Messages left by closed tabs of this user in this company, oldest first. */
export async function listOrphanedEntries(userId: number, companyId: number): Promise<StoredEntry[]> {
  const openTabs = new Set((await locks?.query())?.held?.map(({ name }) => name))
  const rows = [...storedTexts(), ...((await runInStore<StoredEntry[]>('readonly', (store) => store.getAll())) ?? [])]
  return rows
    .filter((row) => row.userId === userId && (row.companyId ?? companyId) === companyId)
    .filter((row) => row.tab !== tab && !openTabs.has(lockOf(row.tab)))
    .sort((a, b) => a.at - b.at)
}

const storedTexts = (): StoredEntry[] => keysStartingWith(prefix).flatMap((key) => parseRow(readStored(key)) ?? [])

function parseRow(text: string | null): StoredEntry | null {
  try {
    return JSON.parse(text ?? 'null') as StoredEntry | null
  } catch {
    return null
  }
}

/** Runs one request in IndexedDB; null if IndexedDB is not available or fails. */
async function runInStore<R>(
  mode: IDBTransactionMode,
  makeRequest: (store: IDBObjectStore) => IDBRequest<R>,
): Promise<R | null> {
  try {
    const transaction = (await openDatabase()).transaction('outbox', mode)
    const result = await requestResult(makeRequest(transaction.objectStore('outbox')))
    if (mode === 'readwrite') await transactionDone(transaction)
    return result
  } catch {
    return null
  }
}

let database: Promise<IDBDatabase> | null = null
function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('balcao', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('outbox', { keyPath: 'clientId' })
    requestResult(request).then(resolve, reject)
  })
  return database
}

const requestResult = <R>(request: IDBRequest<R>) =>
  new Promise<R>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Resolves when the transaction has committed; a full disk is reported only then. */
const transactionDone = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
