import type { WAMessage } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import { Backlog } from './backlog'
import type { ConnectionRef } from './contract'
import type { Inbound } from './received'

export interface Arrived {
  message: WAMessage
  type: 'notify' | 'append'
}

interface DeliveryParts {
  connection: ConnectionRef
  /** Converts a message for the product; null for one that the product ignores. */
  read(arrived: Arrived): Promise<Inbound | null>
  /** Resolves when the whole batch is stored, with the mark on its inbox rows. */
  store(batch: Inbound[]): Promise<void>
  /** Number of received messages that wait to be decrypted. */
  undecrypted(): number
  /** Called when the number is no longer behind (`Backlog`). */
  onCaughtUp(): void
  /** True while messages are stored one at a time, because the process may stand still during one of them. */
  isStoredSingly(): boolean
  /** True while no other number works, so that a longer transaction delays none. */
  isSoleNumber(): boolean
  /** Called with the ids that the product ignores, and with those that were stored with their content. */
  done(ignored: string[], withContent: string[]): void
}

interface BatchLimits {
  /** Messages of one transaction. */
  size: number
  /** Shortest time between two batches that are not full, ms: one commit for many messages. */
  gatherMs: number
}
/** About 2 ms of the event loop for a transaction (bench/burst.ts). */
const usualLimits: BatchLimits = { size: 12, gatherMs: 12 }
/**
 * About 10 ms of the event loop for a transaction. Each ticket is published once per batch, so that larger ones cost
 * less.
 */
const floodLimits: BatchLimits = { size: 50, gatherMs: 50 }
/** Size of a batch after which a number that works alone counts as flooded. */
const floodFrom = 6
const singleLimits: BatchLimits = { size: 1, gatherMs: 0 }
/** Number of waiting messages at which decryption pauses until the product has stored some. */
const brakeAt = 1_000
const retryMinMs = 250
const retryMaxMs = 15_000
/** Time in ms after which a message that cannot be stored alone stays in the inbox until the next start. */
const giveUpAfterMs = 120_000

/**
 * Passes the messages of a connection to the product in the order of arrival, in batches, one call at a time. A batch
 * that fails is repeated before the next one.
 */
export class Delivery {
  private waiting: Arrived[] = []
  private running: Promise<void> | undefined
  private lastEnd = 0
  private lastSize = 0
  private endGathering = () => {}
  private brake: PromiseWithResolvers<void> | undefined
  private ended = false
  private readonly backlog: Backlog

  constructor(private readonly parts: DeliveryParts) {
    this.backlog = new Backlog(() => parts.onCaughtUp())
  }

  /** As `WhatsApp.isBehind`. */
  get isBehind(): boolean {
    return this.backlog.isBehind()
  }

  add(arrived: Arrived[]) {
    if (arrived.length === 0) return
    this.waiting.push(...arrived)
    if (this.waiting.length >= this.limits().size) this.endGathering()
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
  }

  /** Ids of messages that wait to be stored. */
  get waIds(): Set<string> {
    return new Set(this.waiting.flatMap(({ message }) => message.key.id ?? []))
  }

  /** Undefined, or a promise that resolves when the product has stored enough of the waiting messages. */
  room(): Promise<void> | undefined {
    if (this.waiting.length < brakeAt) return undefined
    this.brake ??= Promise.withResolvers<void>()
    return this.brake.promise
  }

  /** Resolves when no message waits. */
  async idle() {
    await this.running
  }

  /** Stops repeating failed batches; their messages are in the inbox. */
  end() {
    this.ended = true
  }

  private async run() {
    while (this.waiting.length > 0 && !this.ended) {
      const { size, gatherMs } = this.limits()
      const left = gatherMs - (performance.now() - this.lastEnd)
      if (left > 0 && this.waiting.length < size) await this.gather(left)
      else await new Promise((resolve) => setImmediate(resolve))
      const batch = this.waiting.slice(0, this.limits().size)
      this.backlog.beginBatch(this.countWaiting() - batch.length)
      await this.deliver(batch)
      this.backlog.endBatch(this.countWaiting())
      this.lastEnd = performance.now()
      this.lastSize = batch.length
    }
  }

  private countWaiting(): number {
    return this.waiting.length + this.parts.undecrypted()
  }

  private limits(): BatchLimits {
    if (this.parts.isStoredSingly()) return singleLimits
    return this.lastSize >= floodFrom && this.parts.isSoleNumber() ? floodLimits : usualLimits
  }

  /** Resolves after `ms`, or when a full batch waits. */
  private gather(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.endGathering = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  private async deliver(arrived: Arrived[]) {
    const batch: Inbound[] = []
    for (const one of arrived) {
      const inbound = await this.parts.read(one)
      if (inbound) batch.push(inbound)
    }
    if (batch.length > 0 && !(await this.store(batch))) return
    this.waiting.splice(0, arrived.length)
    this.release()
    const withContent = batch.flatMap((one) => (one.type === 'message' && !one.stub ? [one.waId] : []))
    const given = new Set(batch.map(({ waId }) => waId))
    const ignored = arrived.flatMap(({ message: { key } }) => (key.id && !given.has(key.id) ? key.id : []))
    this.parts.done(ignored, withContent)
  }

  /** Stores the batch, after three failures message by message. Returns false when `end` was called first. */
  private async store(batch: Inbound[]): Promise<boolean> {
    const started = performance.now()
    for (let failures = 0; !this.ended; failures++) {
      try {
        await this.parts.store(batch)
        return true
      } catch (err) {
        log.error({ err, ...this.parts.connection, messages: batch.length, failures }, 'received messages not stored')
        if (failures === 2 && batch.length > 1) return this.storeEach(batch)
        // The next start delivers the message again from the inbox.
        if (batch.length === 1 && performance.now() - started > giveUpAfterMs && !isStorage(err)) return true
        await Bun.sleep(Math.min(retryMinMs * 2 ** failures, retryMaxMs))
      }
    }
    return false
  }

  private async storeEach(batch: Inbound[]): Promise<boolean> {
    for (const one of batch) if (!(await this.store([one]))) return false
    return true
  }

  private release() {
    if (this.waiting.length >= brakeAt) return
    this.brake?.resolve()
    this.brake = undefined
  }
}

const isStorage = (error: unknown) => error instanceof Error && error.message === 'ERR_STORAGE'
