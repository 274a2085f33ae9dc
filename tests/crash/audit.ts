import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { WireReceived } from '../../emulator/control/control-api'
import type { Control } from '../../emulator/control-client'
import { until } from '../until'
import type { Deployment } from './deployment'
import type { LinkedNumber } from './linking'
import type { Chat, Traffic } from './traffic'

/** Findings of an audit by kind, each a list of the affected messages; all lists are empty when nothing is wrong. */
export interface Findings {
  /** Sent by a phone but not in the database. */
  lostIn: string[]
  /** In the database twice, or without having been sent. */
  surplusIn: string[]
  disorderedIn: string[]
  /** Accepted by the API but not shown by a phone. */
  lostOut: string[]
  /** Stored more often than accepted. */
  surplusRows: string[]
  /** Shown twice by a phone, or without having been accepted. */
  surplusOut: string[]
  disorderedOut: string[]
  wrongText: string[]
  /** More or fewer than one ticket or contact per chat. */
  tickets: string[]
  unread: string[]
  unconfirmed: string[]
  leftovers: string[]
  files: string[]
}

/** A stored message. */
export interface Row {
  id: number
  ticketId: number
  waId: string
  fromMe: 0 | 1
  body: string
  ack: number
  error: string | null
  mediaStatus: string | null
  createdAt: string
}

/**
 * Waits until all messages are stored, delivered and confirmed, or until nothing has changed for `stillMs`: a slow machine
 * takes long to deliver what waits, and the audit reports what is left as lost.
 */
export async function waitUntilIdle(deployment: Deployment, traffic: Traffic, stillMs = 150_000) {
  for (let pending = countPending(deployment, traffic); pending > 0; ) {
    const before = pending
    const hasChanged = () => {
      pending = countPending(deployment, traffic)
      return pending !== before
    }
    if (!(await until('progress', hasChanged, stillMs).catch(() => false))) break
  }
  await until(
    'WhatsApp waits for nothing',
    async () => (await deployment.control.stats()).waiting === 0,
    stillMs,
  ).catch(() => {})
}

/** Number of messages that are not stored, not delivered or not confirmed, and of jobs. */
function countPending(deployment: Deployment, traffic: Traffic): number {
  const sqlite = openDatabaseReadonly(deployment)
  try {
    const { rows, waiting } = sqlite
      .query(
        `select (select count(*) from messages) as rows, (select count(*) from jobs where failedAt is null)
        + (select count(*) from messages where fromMe = 1 and ack between 0 and 1)
        + (select count(*) from wa_inbox where storedAt is null) as waiting`,
      )
      .get() as { rows: number; waiting: number }
    return Math.max(0, traffic.count('sent') + traffic.count('accepted') - rows) + waiting
  } finally {
    sqlite.close()
  }
}

export function openDatabaseReadonly(deployment: Deployment): Database {
  const sqlite = new Database(join(deployment.dataDir, 'balcao.db'), { readonly: true })
  // A server that starts after a kill recovers the write-ahead log first.
  sqlite.run('pragma busy_timeout = 10000')
  return sqlite
}

/**
 * Compares the database and every phone with what was sent. Call it after the executable has ended.
 * @param others number of tickets and contacts of other features
 */
export async function audit(
  deployment: Deployment,
  { owner, whatsappId }: LinkedNumber,
  traffic: Traffic,
  others = { tickets: 0, contacts: 0 },
): Promise<Findings> {
  const sqlite = openDatabaseReadonly(deployment)
  const rows = sqlite
    .query(
      `select id, ticketId, waId, fromMe, body, ack, error, mediaStatus, createdAt from messages where whatsappId = ?
      order by id`,
    )
    .all(whatsappId) as Row[]
  const found = noFindings()
  for (const chat of traffic.chats) {
    const own = rows.filter(({ ticketId }) => ticketId === chat.ticketId)
    await auditChat(found, { chat, owner, own, control: deployment.control })
    auditUnread(found, chat, own, sqlite)
  }
  const tickets = new Set(traffic.chats.map(({ ticketId }) => ticketId))
  for (const { id, ticketId, body } of rows) if (!tickets.has(ticketId)) found.tickets.push(`message ${id} "${body}"`)
  auditLeftovers(found, sqlite, others, traffic.chats.length)
  sqlite.close()
  const { waiting } = await deployment.control.stats()
  if (waiting > 0) found.leftovers.push(`${waiting} stanzas never confirmed`)
  return found
}

/** The kinds with findings; `{}` when nothing is wrong. */
export const withoutEmpty = (found: Findings): Partial<Findings> =>
  Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))

/** Compares the stored messages of a chat, and those on every phone in it, with what was sent. */
export async function auditChat(
  found: Findings,
  { chat, owner, own, control }: { chat: Chat; owner: string; own: Row[]; control: Control },
) {
  auditInbound(found, chat, own)
  auditAccepted(found, chat, own)
  for (const phone of [...chat.phones, owner]) auditShown(found, chat, phone, await control.inbox({ phone }))
}

export const noFindings = (): Findings => ({
  lostIn: [],
  surplusIn: [],
  disorderedIn: [],
  lostOut: [],
  surplusRows: [],
  surplusOut: [],
  disorderedOut: [],
  wrongText: [],
  tickets: [],
  unread: [],
  unconfirmed: [],
  leftovers: [],
  files: [],
})

function auditInbound(found: Findings, { sent }: Chat, own: Row[]) {
  const rows = own.filter(({ fromMe }) => fromMe === 0)
  const place = new Map(sent.map(({ id }, at) => [id, at]))
  found.lostIn.push(
    ...listMissing(
      sent.map(({ id }) => id),
      rows.map(({ waId }) => waId),
    ),
  )
  found.surplusIn.push(
    ...listSurplus(
      rows.map(({ waId }) => waId),
      place,
    ),
  )
  found.disorderedIn.push(
    ...listDisordered(
      rows.map(({ waId }) => waId),
      place,
    ),
  )
  found.disorderedIn.push(
    ...rows.filter((row, at) => row.createdAt < (rows[at - 1]?.createdAt ?? '')).map(({ body }) => body),
  )
  for (const { waId, body, mediaStatus } of rows) {
    const text = sent[place.get(waId) ?? -1]?.text
    if (body !== text) found.wrongText.push(`${text} → ${body}`)
    if (mediaStatus !== null && mediaStatus !== 'ready') found.files.push(`${body}: ${mediaStatus}`)
  }
}

function auditAccepted(found: Findings, chat: Chat, own: Row[]) {
  const rows = own.filter(({ fromMe }) => fromMe === 1)
  const place = new Map(chat.accepted.map(({ id }, at) => [String(id), at]))
  const ids = rows.map(({ id }) => String(id))
  found.lostOut.push(...listMissing([...place.keys()], ids))
  found.surplusRows.push(...listSurplus(ids, place))
  found.disorderedOut.push(...listDisordered(ids, place))
  for (const { id, body, ack, error } of rows) {
    const text = chat.accepted[place.get(String(id)) ?? -1]?.text
    if (body !== text) found.wrongText.push(`${text} → ${body}`)
    if (ack < 2) found.unconfirmed.push(`${body}: ack ${ack} ${error ?? ''}`)
  }
}

/** Compares the answers shown on one phone (a customer's or the owner's) with the accepted ones. */
function auditShown(found: Findings, chat: Chat, phone: string, inbox: WireReceived[]) {
  const seen = inbox.flatMap(({ text }) => (text?.startsWith(`${chat.name} out `) ? [text] : []))
  const place = new Map(chat.accepted.map(({ text }, at) => [text, at]))
  const withPhone = (text: string) => `${text} at ${phone}`
  found.lostOut.push(...listMissing([...place.keys()], seen).map(withPhone))
  found.surplusOut.push(...listSurplus(seen, place).map(withPhone))
  found.disorderedOut.push(...listDisordered(seen, place).map(withPhone))
}

/** Compares the ticket's unread count with the number of messages since the last answer. */
function auditUnread(found: Findings, { name, ticketId }: Chat, own: Row[], sqlite: Database) {
  const ours = own.findLastIndex(({ fromMe }) => fromMe === 1)
  const expected = own.length - 1 - ours
  const ticket = sqlite.query('select unreadMessages from tickets where id = ?').get(ticketId) as {
    unreadMessages: number
  }
  if (ticket.unreadMessages !== expected) found.unread.push(`${name}: ${ticket.unreadMessages}, not ${expected}`)
}

function auditLeftovers(
  found: Findings,
  sqlite: Database,
  others: { tickets: number; contacts: number },
  chats: number,
) {
  const all = (text: string) => sqlite.query(text).all() as Record<string, unknown>[]
  const addLeftovers = (what: string, rows: unknown[]) =>
    found.leftovers.push(...rows.map((row) => `${what} ${JSON.stringify(row)}`))
  addLeftovers(
    'job',
    all('select id, name, payload, lane, attempts, lockedAt, waitsFor, failedAt, lastError from jobs'),
  )
  addLeftovers('inbox', all('select key, part, at from wa_inbox where storedAt is null'))
  addLeftovers(
    'integrity',
    all('pragma integrity_check').filter((row) => row.integrity_check !== 'ok'),
  )
  addLeftovers('foreign key', all('pragma foreign_key_check'))
  const count = (table: string) => (all(`select count(*) as n from ${table}`)[0] as { n: number }).n
  for (const table of ['tickets', 'contacts'] as const)
    if (count(table) !== chats + others[table])
      found.tickets.push(`${count(table)} ${table}, not ${chats + others[table]}`)
}

const listMissing = (expected: string[], there: string[]) => {
  const set = new Set(there)
  return expected.filter((one) => !set.has(one))
}

/** Values that occur a second time or are not known. */
function listSurplus(there: string[], known: Map<string, number>): string[] {
  const seen = new Set<string>()
  return there.filter((one) => {
    const extra = seen.has(one) || !known.has(one)
    seen.add(one)
    return extra
  })
}

/** Values that come after one with a higher place. */
function listDisordered(there: string[], place: Map<string, number>): string[] {
  let highest = -1
  return there.filter((one) => {
    const at = place.get(one) ?? -1
    if (at < highest) return true
    highest = at
    return false
  })
}
