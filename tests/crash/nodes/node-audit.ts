import type { ConnectionRecord } from '../../../emulator/journal'
import { until } from '../../until'
import { auditChat, type Findings, noFindings, type Row } from '../audit'
import type { LinkedNumber } from '../linking'
import type { Traffic } from '../traffic'
import type { NodeDeployment } from './node-deployment'

/** A number with the traffic over it. */
export interface BusyNumber {
  linked: LinkedNumber
  traffic: Traffic
}

/** Number of messages that are not stored, not delivered or not confirmed, and of jobs. */
async function countPending({ database }: NodeDeployment, numbers: BusyNumber[]): Promise<number> {
  const [row] = await database`select (select count(*) from messages) as rows,
    (select count(*) from jobs where "failedAt" is null)
    + (select count(*) from messages where "fromMe" = 1 and ack between 0 and 1)
    + (select count(*) from wa_inbox where "storedAt" is null) as waiting`
  const expected = numbers.reduce((sum, { traffic }) => sum + traffic.count('sent') + traffic.count('accepted'), 0)
  return Math.max(0, expected - Number(row.rows)) + Number(row.waiting)
}

/** Waits until all messages are stored, delivered and confirmed, or until nothing has changed for `stillMs`. */
export async function waitUntilIdle(deployment: NodeDeployment, numbers: BusyNumber[], stillMs = 150_000) {
  for (let pending = await countPending(deployment, numbers); pending > 0; ) {
    const before = pending
    const hasChanged = async () => {
      pending = await countPending(deployment, numbers)
      return pending !== before
    }
    if (!(await until('progress', hasChanged, stillMs).catch(() => false))) return
  }
}

/** Compares the database and every phone with what was sent. */
export async function auditNumbers(deployment: NodeDeployment, numbers: BusyNumber[]): Promise<Findings> {
  const { database, control } = deployment
  const found = noFindings()
  for (const { linked, traffic } of numbers) {
    const stored = await database`select id, "ticketId", "waId", "fromMe", body, ack, error, "mediaStatus", "createdAt"
      from messages where "whatsappId" = ${linked.whatsappId} order by id`
    const rows = stored.map((row: Row) => ({ ...row, id: Number(row.id), ticketId: Number(row.ticketId) }))
    const all = rows.map((row: Row) => ({ ...row, fromMe: Number(row.fromMe), ack: Number(row.ack) })) as Row[]
    for (const chat of traffic.chats) {
      const own = all.filter(({ ticketId }) => ticketId === chat.ticketId)
      await auditChat(found, { chat, owner: linked.owner, own, control })
    }
    const tickets = new Set(traffic.chats.map(({ ticketId }) => ticketId))
    for (const { id, ticketId, body } of all) if (!tickets.has(ticketId)) found.tickets.push(`message ${id} "${body}"`)
  }
  const jobs = await database`select id, name, payload, state, node, attempts, "waitsFor", "lastError" from jobs`
  for (const job of jobs) found.leftovers.push(`job ${JSON.stringify(job, bigintAsNumber)}`)
  return found
}

const bigintAsNumber = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)

/** Logins of a number, oldest first, at which WhatsApp still had an open connection of the number: two at once. */
export function overlappingLogins(records: ConnectionRecord[]): number[] {
  let open = 0
  const overlaps: number[] = []
  for (const { state, at } of records) {
    if (state === 'logged-in') {
      if (open > 0) overlaps.push(at)
      open++
    } else if (state === 'closed') open = Math.max(0, open - 1)
  }
  return overlaps
}
