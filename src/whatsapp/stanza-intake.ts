import type { EventEmitter } from 'node:events'
import type { BaileysEventMap, BinaryNode, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { numberOf, Work, workMarks } from '../core/process/work-marks'
import type { ReceiptNode } from './acks'
import { paceFrames } from './frame-pacing'
import { intercept } from './intercept'
import { LidGate } from './lid-gate'
import { MessageIntake } from './message-intake'
import type { PauseIfDue } from './turns'

interface Parts {
  sock: WASocket
  whatsappId: number
  pauseIfDue: PauseIfDue
  /** Takes a message that must not be read; returns false for any other. */
  refuse(node: BinaryNode): boolean
  /** Called when more messages wait than the limit allows. */
  onOverflow(): void
  /** Resolves when the receipt is stored; never resolves after the end of the session. */
  storeReceipt(node: ReceiptNode): Promise<unknown>
  /** Returns the stored LID of a number's digits, or the number of `<lid>_reverse`. */
  lookUp(id: string): Promise<string | undefined>
}

/** Holds back frames, messages and receipts of one socket until Baileys may handle them. */
export class StanzaIntake {
  private readonly messages: MessageIntake
  private readonly dropFrames: () => void
  /** Id of the message that Baileys handles now, and whether the server had queued it while the number was offline. */
  private current: { id: string | undefined; isQueued: boolean } = { id: undefined, isQueued: false }

  constructor(private readonly parts: Parts) {
    const { sock, pauseIfDue, onOverflow, storeReceipt } = parts
    this.messages = new MessageIntake({ pauseIfDue, onOverflow })
    this.dropFrames = paceFrames(sock.ws as never, pauseIfDue)
    const ws = sock.ws as unknown as EventEmitter
    const find = async (jid: string) => (await sock.signalRepository.lidMapping.getLIDsForPNs([jid])) ?? []
    const lids = new LidGate({ find, lookUp: parts.lookUp })
    intercept<BinaryNode>(ws, 'CB:message', (node, pass) =>
      lids.enter(node, () => this.messages.add(() => this.passMessage(node, pass))),
    )
    // Baileys confirms each receipt, and WhatsApp sends a confirmed receipt never again.
    intercept<ReceiptNode>(ws, 'CB:receipt', async (node, pass) => {
      await storeReceipt(node)
      void pass(node)
    })
  }

  /** Returns `append` for the message that the server had queued, otherwise the type of the event. */
  typeOf({ key }: WAMessage, upsert: BaileysEventMap['messages.upsert']): 'notify' | 'append' {
    return key.id && this.current.isQueued && this.isReceiving(key.id) ? 'append' : upsert.type
  }

  /** True for the message that Baileys handles now. */
  isReceiving(waId: string): boolean {
    return waId === this.current.id
  }

  /** Number of messages that Baileys has not begun. */
  get waitingMessages(): number {
    return this.messages.waitingCount
  }

  /** Drops waiting messages and frames. */
  end() {
    this.messages.end()
    this.dropFrames()
  }

  /**
   * Without the attribute `offline`: Baileys handles messages that have it in a second queue, which live ones overtake.
   */
  private async passMessage(node: BinaryNode, pass: (node: BinaryNode) => Promise<unknown>) {
    const { offline, ...attrs } = node.attrs
    const { whatsappId, refuse } = this.parts
    this.current = { id: attrs.id, isQueued: offline !== undefined }
    if (refuse(node)) return
    const work = new Work('message', numberOf(attrs.id ?? ''), whatsappId)
    await workMarks.part(work, () => pass({ ...node, attrs }))
  }
}
