import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { AckUpdate } from '../../../whatsapp/contract'
import type { Inbound } from '../../../whatsapp/received'
import { type AckDelays, storeAckDelays } from '../health/points'

/** Minimum milliseconds between two writes of the same time, so that 1,000 messages a second cost one write. */
const writeInterval = 10_000

const setLastIn = hot<{ id: number; now: string }>()((db, p) =>
  db
    .insert('connection_health', { whatsappId: p('id'), lastInAt: p('now') })
    .onConflict((existing) => existing.column('whatsappId').doUpdateSet({ lastInAt: p('now') })),
)
const setLastOut = hot<{ id: number; now: string }>()((db, p) =>
  db
    .insert('connection_health', { whatsappId: p('id'), lastOutAt: p('now') })
    .onConflict((existing) => existing.column('whatsappId').doUpdateSet({ lastOutAt: p('now') })),
)

/**
 * Stores when each connection last received and last sent a message, and how long WhatsApp's acks took; at most one
 * write in ten seconds each. Delays since the last write are lost with the process.
 */
export class TrafficTimes {
  private readonly lastWrites = { in: new Map<number, number>(), out: new Map<number, number>() }
  private readonly delays = new Map<number, AckDelays>()

  async recordReceived(scope: Scope, whatsappId: number, batch: Inbound[]) {
    if (batch.some(({ fromMe }) => !fromMe)) await this.recordTime(scope, 'in', whatsappId)
    if (batch.some((one) => one.fromMe && one.type === 'message')) await this.recordTime(scope, 'out', whatsappId)
  }

  /** Counts WhatsApp's ack as sent; a receipt that came with it has raised it to 2 or more. */
  async recordAccepted(scope: Scope, whatsappId: number, updates: AckUpdate[]) {
    for (const { delayMs } of updates) if (delayMs !== undefined) this.addDelay(whatsappId, delayMs)
    const isAccepted = ({ ack, delayMs }: AckUpdate) => ack === 1 || (ack > 1 && delayMs !== undefined)
    if (updates.some(isAccepted)) await this.recordTime(scope, 'out', whatsappId)
  }

  private addDelay(whatsappId: number, delayMs: number) {
    const known = this.delays.get(whatsappId) ?? { count: 0, sumMs: 0, maxMs: 0 }
    this.delays.set(whatsappId, {
      count: known.count + 1,
      sumMs: known.sumMs + delayMs,
      maxMs: Math.max(known.maxMs, delayMs),
    })
  }

  private async recordTime(scope: Scope, side: 'in' | 'out', id: number) {
    const now = Date.now()
    const last = this.lastWrites[side].get(id) ?? Number.NEGATIVE_INFINITY
    if (Math.abs(now - last) < writeInterval) return
    this.lastWrites[side].set(id, now)
    const query = side === 'in' ? setLastIn : setLastOut
    const delays = side === 'out' ? this.delays.get(id) : undefined
    if (side === 'out') this.delays.delete(id)
    await scope.transaction(async (tx) => {
      await tx.db.run(query, { id, now: new Date(now).toISOString() })
      if (delays) await storeAckDelays(tx, id, delays, now)
    })
  }
}
