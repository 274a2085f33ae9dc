import type { Ack } from '../shared/enums'
import type { AckUpdate } from './contract'

/** Converts Baileys' status, which begins at 0 for an error, to the product's, which begins at -1. */
export const toAck = (status: number | null | undefined): Ack =>
  Math.min(5, Math.max(-1, Math.trunc(status ?? 1) - 1)) as Ack

/**
 * Converts the server's `<ack class="message">`: sent, or refused with a code (463, 479, …). Baileys emits refusals
 * only.
 */
export function fromAckNode(attrs: Record<string, string>): AckUpdate | null {
  if (!attrs.id) return null
  return attrs.error ? { waId: attrs.id, ack: -1, error: attrs.error } : { waId: attrs.id, ack: toAck(2), error: null }
}

/** A `<receipt>` stanza. */
export interface ReceiptNode {
  attrs: Record<string, string>
  content?: unknown
}

/** Receipt type → Baileys' status; other types are not about own messages. */
const statusOf: Record<string, number> = { '': 3, inactive: 3, read: 4, played: 5 }

/**
 * Returns the updates of a recipient's receipt. Groups send one receipt per member; the first one counts, because the
 * product does not know when all have arrived. Receipts of the own phone contain `recipient` or the own address.
 */
export function fromReceiptNode({ attrs, content }: ReceiptNode, isOwn: (jid?: string) => boolean): AckUpdate[] {
  const status = statusOf[attrs.type ?? '']
  if (status === undefined || attrs.recipient || isOwn(attrs.participant ?? attrs.from)) return []
  const ack = toAck(status)
  return [attrs.id, ...listed(content)].flatMap((waId) => (waId ? [{ waId, ack, error: null }] : []))
}

/** Ids of `<list><item id/>…</list>`. */
function listed(content: unknown): (string | undefined)[] {
  const [list] = Array.isArray(content) ? (content as ReceiptNode[]) : []
  return Array.isArray(list?.content) ? (list.content as ReceiptNode[]).map(({ attrs }) => attrs.id) : []
}

/** First pause in ms after a failure; each further one is twice as long, at most 30 s. */
const pauseAfterFailureMs = 500
const batchSize = 500

interface PendingUpdate {
  update: AckUpdate
  stored: (() => void)[]
}

/**
 * Collects acks and receipts and stores them in batches, one at a time, with the highest ack of each message. A batch
 * that fails is stored again together with those that came meanwhile.
 */
export class AckBatches {
  private readonly waiting = new Map<string, PendingUpdate>()
  private running = false

  constructor(private readonly deliver: (updates: AckUpdate[]) => Promise<void>) {}

  /** Resolves when they are stored. */
  add(updates: AckUpdate[]): Promise<unknown> {
    if (updates.length === 0) return Promise.resolve()
    const stored = Promise.all(
      updates.map((update) => new Promise<void>((resolve) => this.merge({ update, stored: [resolve] }))),
    )
    if (!this.running) {
      this.running = true
      setImmediate(() => void this.run())
    }
    return stored
  }

  /** A refusal stays; otherwise the higher ack wins. */
  private merge({ update, stored }: PendingUpdate) {
    const waitingAck = this.waiting.get(update.waId)
    const lower =
      waitingAck && (waitingAck.update.ack === -1 || (update.ack !== -1 && update.ack <= waitingAck.update.ack))
    const delayMs = update.delayMs ?? waitingAck?.update.delayMs
    this.waiting.set(update.waId, {
      update: { ...(lower ? waitingAck.update : update), ...(delayMs !== undefined && { delayMs }) },
      stored: [...(waitingAck?.stored ?? []), ...stored],
    })
  }

  private async run() {
    for (let failures = 0; this.waiting.size > 0; ) {
      const batch = [...this.waiting.values()].slice(0, batchSize)
      for (const { update } of batch) this.waiting.delete(update.waId)
      if (await this.store(batch)) failures = 0
      else await Bun.sleep(Math.min(pauseAfterFailureMs * 2 ** failures++, 30_000))
    }
    this.running = false
  }

  /** Returns false on failure; the batch then waits again, merged with the updates that came meanwhile. */
  private async store(batch: PendingUpdate[]): Promise<boolean> {
    try {
      await this.deliver(batch.map(({ update }) => update))
    } catch {
      const newer = [...this.waiting.values()]
      this.waiting.clear()
      for (const pending of [...batch, ...newer]) this.merge(pending)
      return false
    }
    for (const { stored } of batch) for (const resolve of stored) resolve()
    return true
  }
}
