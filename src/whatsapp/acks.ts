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

/** A receipt as it comes over the wire. */
export interface ReceiptNode {
  attrs: Record<string, string>
  content?: unknown
}

/** WhatsApp's word for how far a message got → Baileys' status; what is not here says nothing about a message of ours. */
const statusOf: Record<string, number> = { '': 3, inactive: 3, read: 4, played: 5 }

/**
 * What somebody's receipt says of our messages. A group tells receipts per member; the first who got or read it counts,
 * as nobody here can know all have. Our own phone's receipts name the chat as `recipient`, or us as the member.
 */
export function fromReceiptNode({ attrs, content }: ReceiptNode, isOwn: (jid?: string) => boolean): AckUpdate[] {
  const status = statusOf[attrs.type ?? '']
  if (status === undefined || attrs.recipient || isOwn(attrs.participant ?? attrs.from)) return []
  const ack = toAck(status)
  return [attrs.id, ...listed(content)].flatMap((waId) => (waId ? [{ waId, ack, error: null }] : []))
}

/** The further ids of `<list><item id/>…</list>`. */
function listed(content: unknown): (string | undefined)[] {
  const [list] = Array.isArray(content) ? (content as ReceiptNode[]) : []
  return Array.isArray(list?.content) ? (list.content as ReceiptNode[]).map(({ attrs }) => attrs.id) : []
}

const waitAfterFailure = 500
const mostAtOnce = 500

interface Kept {
  update: AckUpdate
  stored: (() => void)[]
}

/**
 * Collects receipts and hands them over once per tick, one batch at a time, the highest ack of each message only.
 * A batch that could not be stored is tried again; nothing is told twice in between.
 */
export class AckBatches {
  private readonly waiting = new Map<string, Kept>()
  private running = false

  constructor(private readonly deliver: (updates: AckUpdate[]) => Promise<void>) {}

  /** Resolves when they are stored. */
  add(updates: AckUpdate[]): Promise<unknown> {
    if (updates.length === 0) return Promise.resolve()
    const stored = Promise.all(
      updates.map((update) => new Promise<void>((resolve) => this.keep({ update, stored: [resolve] }))),
    )
    if (!this.running) {
      this.running = true
      setImmediate(() => void this.run())
    }
    return stored
  }

  /** A refusal stands; otherwise the higher one wins. */
  private keep({ update, stored }: Kept) {
    const known = this.waiting.get(update.waId)
    const lower = known && (known.update.ack === -1 || (update.ack !== -1 && update.ack <= known.update.ack))
    this.waiting.set(update.waId, {
      update: lower ? known.update : update,
      stored: [...(known?.stored ?? []), ...stored],
    })
  }

  private async run() {
    for (let failures = 0; this.waiting.size > 0; ) {
      const batch = [...this.waiting.values()].slice(0, mostAtOnce)
      for (const { update } of batch) this.waiting.delete(update.waId)
      if (await this.store(batch)) failures = 0
      else await Bun.sleep(Math.min(waitAfterFailure * 2 ** failures++, 30_000))
    }
    this.running = false
  }

  /** False when it failed: then the batch waits again, under what came meanwhile. */
  private async store(batch: Kept[]): Promise<boolean> {
    try {
      await this.deliver(batch.map(({ update }) => update))
    } catch {
      const newer = [...this.waiting.values()]
      this.waiting.clear()
      for (const kept of [...batch, ...newer]) this.keep(kept)
      return false
    }
    for (const { stored } of batch) for (const resolve of stored) resolve()
    return true
  }
}
