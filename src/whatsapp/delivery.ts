import type { WAMessage } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import type { ConnectionRef, Inbound } from './contract'

export interface Arrived {
  message: WAMessage
  type: 'notify' | 'append'
}

export interface DeliveryGiven {
  connection: ConnectionRef
  /** What it means to the product; null for nothing. */
  read(arrived: Arrived): Promise<Inbound | null>
  /** Resolves when the whole batch is stored. */
  store(batch: Inbound[]): Promise<void>
  /** All these ids are stored now, or of no use; those in `withContent` were told with their content. */
  done(waIds: string[], withContent: string[]): void
}

/** Messages of one transaction: about 2 ms of the event loop (bench/burst.ts). */
const batchSize = 12
/** After a batch the next one waits this long (ms) for company: one commit for many, still far below a blink. */
const gather = 12
/** More than this waiting, and decrypting stops until the product has caught up. */
const brakeAt = 1_000
const retryMin = 250
const retryMax = 15_000
/** A single message that alone cannot be stored for this long (ms) is left in the inbox until the next start. */
const giveUpAfter = 120_000

/**
 * Hands messages to the product in the order they came, several in one call, one call at a time per connection.
 * What fails is tried again for as long as it takes; nothing overtakes it.
 */
export class Delivery {
  private waiting: Arrived[] = []
  private running: Promise<void> | undefined
  private lastEnd = 0
  private brake: PromiseWithResolvers<void> | undefined
  private ended = false
  private readonly aside = new Set<string>()

  constructor(private readonly given: DeliveryGiven) {}

  add(arrived: Arrived[]) {
    if (arrived.length === 0) return
    this.waiting.push(...arrived)
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
  }

  /** The ids that wait to be stored. */
  get waIds(): Set<string> {
    return new Set(this.waiting.flatMap(({ message }) => message.key.id ?? []))
  }

  /** Resolves at once, or when the product has caught up. */
  room(): Promise<void> | undefined {
    if (this.waiting.length < brakeAt) return undefined
    this.brake ??= Promise.withResolvers<void>()
    return this.brake.promise
  }

  /** Resolves when nothing waits any more. */
  async idle() {
    await this.running
  }

  /** Lets go of what could not be stored: it is in the inbox. */
  end() {
    this.ended = true
  }

  private async run() {
    while (this.waiting.length > 0 && !this.ended) {
      const since = performance.now() - this.lastEnd
      if (since < gather && this.waiting.length < batchSize) await Bun.sleep(gather - since)
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
      waIds.filter((waId) => !this.aside.has(waId)),
      withContent,
    )
  }

  /** Stores the batch, in smaller pieces when it keeps failing. False when the end came first. */
  private async store(batch: Inbound[]): Promise<boolean> {
    const started = performance.now()
    for (let failures = 0; !this.ended; failures++) {
      try {
        await this.given.store(batch)
        return true
      } catch (err) {
        log.error({ err, ...this.given.connection, messages: batch.length, failures }, 'received messages not stored')
        if (failures === 2 && batch.length > 1) return this.storeEach(batch)
        if (batch.length === 1 && performance.now() - started > giveUpAfter && !isStorage(err))
          return this.setAside(batch)
        await Bun.sleep(Math.min(retryMin * 2 ** failures, retryMax))
      }
    }
    return false
  }

  /** Leaves it unstored in the inbox, from where the next start offers it again. */
  private setAside(batch: Inbound[]): boolean {
    for (const { waId } of batch) this.aside.add(waId)
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
