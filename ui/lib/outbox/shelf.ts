import { newId } from '../id'
import { keysStartingWith, readStored, writeStored } from '../storage'
import type { Draft, Entry } from './entries'

/**
 * Unsent messages as this browser keeps them through a reload, a crash or a sign-out: words in localStorage, which is
 * written before the call returns, messages with a file in IndexedDB, which takes a moment.
 */
export interface Shelved {
  clientId: string
  userId: number
  /** Absent in rows of earlier versions. */
  companyId?: number
  ticketId: number
  uuid: string
  name?: string
  draft: Draft
  mediaId?: string
  state: 'sending' | 'failed'
  error: string
  at: number
  /** Epoch ms until which its tab may take it back. */
  heldUntil?: number
  /** The tab it waits in: another one leaves it alone while that lives. */
  tab: string
}

const tab = newId()
const lockOf = (name: string) => `balcao-outbox-${name}`
/** Held until the tab is gone, however it goes. Absent on plain http, where browsers have no locks. */
const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
void locks?.request(lockOf(tab), () => new Promise(() => {}))

const prefix = 'outbox:'
const keyOf = ({ userId, clientId }: { userId: number; clientId: string }) => `${prefix}${userId}:${clientId}`

/** False when the browser keeps nothing (private windows, no room). */
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

/** False once another tab has sent the message or taken it back. */
export async function isShelved(entry: Entry): Promise<boolean> {
  if (!entry.draft.file) return readStored(keyOf(entry)) !== null
  return (await run('readonly', (store) => store.getKey(entry.clientId))) !== undefined
}

/** What earlier tabs of this person left in this company, in the order in which it was written. */
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

/** Null where IndexedDB refuses. */
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

/** A full disk is told when the transaction ends. */
const completed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
