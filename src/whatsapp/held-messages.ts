import { numberOf } from '../core/process/work-marks'

/** A message by its connection and the hash of its id. */
interface HeldMessage {
  whatsappId: number
  hash: number
}

/**
 * Messages during which the process stood still and was ended (ADR 0096). They are not read again; a placeholder stands
 * in their place. Filled at the start, before any number connects.
 */
export class HeldMessages {
  /** Number of stalls by message. */
  private readonly held = new Map<string, number>()
  /** Connections whose messages are stored one at a time, because one of them may be the next. */
  private readonly careful = new Set<number>()

  add({ whatsappId, hash }: HeldMessage) {
    const key = `${whatsappId}/${hash}`
    this.held.set(key, (this.held.get(key) ?? 0) + 1)
  }

  storeSingly(whatsappId: number) {
    this.careful.add(whatsappId)
  }

  has(whatsappId: number, waId: string): boolean {
    return this.stallsOf(whatsappId, waId) > 0
  }

  /** True for a message whose placeholder, too, made the process stand still: nothing of it is stored. */
  isDropped(whatsappId: number, waId: string): boolean {
    return this.stallsOf(whatsappId, waId) > 1
  }

  private stallsOf(whatsappId: number, waId: string): number {
    return this.held.size === 0 ? 0 : (this.held.get(`${whatsappId}/${numberOf(waId)}`) ?? 0)
  }

  isStoredSingly(whatsappId: number): boolean {
    return this.careful.has(whatsappId)
  }
}
