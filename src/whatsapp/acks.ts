import type { WAMessageKey, WAMessageUpdate } from '@whiskeysockets/baileys'
import type { Ack } from '../shared/enums'
import type { AckUpdate } from './contract'

/** Baileys counts from 0 = error; the product from -1. The one place that subtracts. */
export const toAck = (status: number | null | undefined): Ack =>
  Math.min(5, Math.max(-1, Math.trunc(status ?? 1) - 1)) as Ack

/** The server's own `<ack class="message">`: sent, or refused with a code (463, 479, …). Baileys tells only refusals. */
export function fromAckNode(attrs: Record<string, string>): AckUpdate | null {
  if (!attrs.id) return null
  return attrs.error ? { waId: attrs.id, ack: -1, error: attrs.error } : { waId: attrs.id, ack: toAck(2), error: null }
}

/** Receipts of our messages in a 1:1 chat. Refusals come by `fromAckNode`, with their code. */
export function fromUpdates(updates: WAMessageUpdate[]): AckUpdate[] {
  return updates.flatMap(({ key, update }) => {
    const ack = toAck(update.status)
    return isOurs(key) && ack > 0 ? [{ waId: key.id, ack, error: null }] : []
  })
}

/** A group tells receipts per member; the first who got or read it counts, as nobody here can know all have. */
export function fromReceipts(receipts: { key: WAMessageKey; receipt: { readTimestamp?: unknown } }[]): AckUpdate[] {
  return receipts.flatMap(({ key, receipt }) =>
    isOurs(key) ? [{ waId: key.id, ack: toAck(receipt.readTimestamp ? 4 : 3), error: null }] : [],
  )
}

const isOurs = (key: WAMessageKey): key is WAMessageKey & { id: string } => key.fromMe !== false && !!key.id

const waitAfterFailure = 500
const mostAtOnce = 500

/**
 * Collects receipts and hands them over once per tick, one batch at a time, the highest ack of each message only.
 * A batch that could not be stored is tried again; nothing is told twice in between.
 */
export class AckBatches {
  private readonly waiting = new Map<string, AckUpdate>()
  private running = false

  constructor(private readonly deliver: (updates: AckUpdate[]) => Promise<void>) {}

  add(updates: AckUpdate[]) {
    for (const update of updates) this.keep(update)
    if (this.running || this.waiting.size === 0) return
    this.running = true
    setImmediate(() => void this.run())
  }

  /** A refusal stands; otherwise the higher one wins. */
  private keep(update: AckUpdate) {
    const known = this.waiting.get(update.waId)
    if (known && (known.ack === -1 || (update.ack !== -1 && update.ack <= known.ack))) return
    this.waiting.set(update.waId, update)
  }

  private async run() {
    for (let failures = 0; this.waiting.size > 0; ) {
      const batch = [...this.waiting.values()].slice(0, mostAtOnce)
      for (const { waId } of batch) this.waiting.delete(waId)
      try {
        await this.deliver(batch)
        failures = 0
      } catch {
        const newer = [...this.waiting.values()]
        this.waiting.clear()
        for (const update of [...batch, ...newer]) this.keep(update)
        await Bun.sleep(Math.min(waitAfterFailure * 2 ** failures++, 30_000))
      }
    }
    this.running = false
  }
}
