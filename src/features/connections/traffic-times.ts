import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { AckUpdate, Inbound } from '../../whatsapp/contract'

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

/** Stores when each connection last received and last sent a message; at most one write in ten seconds each. */
export class TrafficTimes {
  private readonly lastWrites = { in: new Map<number, number>(), out: new Map<number, number>() }

  async recordReceived(scope: Scope, whatsappId: number, batch: Inbound[]) {
    if (batch.some(({ fromMe }) => !fromMe)) await this.recordTime(scope, 'in', whatsappId)
    if (batch.some((one) => one.fromMe && one.type === 'message')) await this.recordTime(scope, 'out', whatsappId)
  }

  /** Counts an ack of 1 (accepted by WhatsApp) as sent. */
  async recordAccepted(scope: Scope, whatsappId: number, updates: AckUpdate[]) {
    if (updates.some(({ ack }) => ack === 1)) await this.recordTime(scope, 'out', whatsappId)
  }

  private async recordTime(scope: Scope, side: 'in' | 'out', id: number) {
    const now = Date.now()
    const last = this.lastWrites[side].get(id) ?? Number.NEGATIVE_INFINITY
    if (Math.abs(now - last) < writeInterval) return
    this.lastWrites[side].set(id, now)
    const query = side === 'in' ? setLastIn : setLastOut
    await scope.transaction(async ({ db }) => {
      await db.run(query, { id, now: new Date(now).toISOString() })
    })
  }
}
