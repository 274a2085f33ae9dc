import type { WAMessage } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import type { ConnectionRef, Inbound } from './contract'

export interface Arrived {
  message: WAMessage
  type: 'notify' | 'append'
}

export interface DeliveryGiven {
  connection: ConnectionRef
  /** Converts a message for the product; null for one that the product ignores. */
  read(arrived: Arrived): Promise<Inbound | null>
  /** Resolves when the whole batch is stored. */
  store(batch: Inbound[]): Promise<void>
  /** Called with the ids that are stored or ignored; those in `withContent` were stored with their content. */
  done(waIds: string[], withContent: string[]): void
}

/** Messages of one transaction: about 2 ms of the event loop (bench/burst.ts). */
const batchSize = 12
/** Shortest time between two batches that are not full, ms: one commit for many messages. */
const gatherMs = 12
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
  private brake: PromiseWithResolvers<void> | undefined
  private ended = false
  /** Ids of messages left in the inbox because they could not be stored. */
  private readonly unstored = new Set<string>()

  constructor(private readonly given: DeliveryGiven) {}

  add(arrived: Arrived[]) {
    if (arrived.length === 0) return
    this.waiting.push(...arrived)
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
      const since = performance.now() - this.lastEnd
      if (since < gatherMs && this.waiting.length < batchSize) await Bun.sleep(gatherMs - since)
      else await new Promise((resolve) => setImmediate(resolve))
      await this.deliver(this.waiting.slice(0, batchSize))
      this.lastEnd = performance.now()
    }
  }

  private async deliver(arrived: Arrived[]) {
    const batch: Inbound[] = []
    for (const one of arrived) {
      const inbound = await this.given.read(one)
      if (inbound) batch.push(inbound)
    }
    if (batch.length > 0 && !(await this.store(batch))) return
    this.waiting.splice(0, arrived.length)
    this.release()
    const withContent = batch.flatMap((one) => (one.type === 'message' && !one.stub ? [one.waId] : []))
    const waIds = arrived.flatMap(({ message }) => message.key.id ?? [])
    this.given.done(
      waIds.filter((waId) => !this.unstored.has(waId)),
      withContent,
    )
  }

  /** Stores the batch, after three failures message by message. Returns false when `end` was called first. */
  private async store(batch: Inbound[]): Promise<boolean> {
    const started = performance.now()
    for (let failures = 0; !this.ended; failures++) {
      try {
        await this.given.store(batch)
        return true
      } catch (err) {
        log.error({ err, ...this.given.connection, messages: batch.length, failures }, 'received messages not stored')
        if (failures === 2 && batch.length > 1) return this.storeEach(batch)
        if (batch.length === 1 && performance.now() - started > giveUpAfterMs && !isStorage(err))
          return this.leaveInInbox(batch)
        await Bun.sleep(Math.min(retryMinMs * 2 ** failures, retryMaxMs))
      }
    }
    return false
  }

  /** Leaves messages in the inbox, from which the next start delivers them again. */
  private leaveInInbox(batch: Inbound[]): boolean {
    for (const { waId } of batch) this.unstored.add(waId)
    return true
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
