import { AppError } from '../shared/errors'
import { AckBatches, fromAckNode, fromReceiptNode, type ReceiptNode } from './acks'
import type { AckUpdate } from './contract'
import { sendToEveryDevice } from './sending'

/** WhatsApp's answers to the messages of one session: acks of the server, receipts of recipients. */
export class MessageAnswers {
  private readonly batches: AckBatches
  /** By message id: resolves `send` with true when WhatsApp accepted the message, false when it refused. */
  private readonly waiting = new Map<string, (isAccepted: boolean) => void>()
  /** Times at which the stanzas of waiting messages were written. */
  private readonly departures = new Map<string, number>()

  /** @param store stores acks and receipts @param timeoutMs timeout for WhatsApp's answer to a message */
  constructor(
    store: (updates: AckUpdate[]) => Promise<void>,
    private readonly timeoutMs: number,
  ) {
    this.batches = new AckBatches(store)
  }

  /** Stores the server's ack of a message, then resolves the `send` that waits for it. */
  receiveAck(attrs: Record<string, string>) {
    const update = fromAckNode(attrs)
    if (!update) return
    const departure = this.departures.get(update.waId)
    if (departure !== undefined) update.delayMs = Date.now() - departure
    void this.batches.add([update]).then(() => this.waiting.get(update.waId)?.(update.ack >= 0))
  }

  /** Resolves when the receipt is stored. */
  receiveReceipt(node: ReceiptNode, isOwn: (jid?: string) => boolean): Promise<unknown> {
    return this.batches.add(fromReceiptNode(node, isOwn))
  }

  /**
   * Sends a message and waits until WhatsApp's answer is stored. Returns true if WhatsApp accepted the message, false
   * if it refused. @throws ERR_SENDING_WAPP_MSG when a device was left out or no answer came in time
   */
  async send(waId: string, send: () => Promise<unknown>): Promise<boolean> {
    const answer = new Promise<boolean>((resolve) => this.waiting.set(waId, resolve))
    try {
      await sendToEveryDevice(send)
      this.departures.set(waId, Date.now())
      const timeout = Bun.sleep(this.timeoutMs).then(() => Promise.reject(new AppError('ERR_SENDING_WAPP_MSG')))
      return await Promise.race([answer, timeout])
    } finally {
      this.waiting.delete(waId)
      this.departures.delete(waId)
    }
  }
}
