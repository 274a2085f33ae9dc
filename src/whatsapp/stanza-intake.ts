import type { EventEmitter } from 'node:events'
import type { BaileysEventMap, BinaryNode, WAMessage, WASocket } from '@whiskeysockets/baileys'
import type { ReceiptNode } from './acks'
import { paceFrames } from './frame-pacing'
import { intercept } from './intercept'
import { LidGate } from './lid-gate'
import { MessageIntake } from './message-intake'
import type { PauseIfDue } from './turns'

interface Given {
  sock: WASocket
  pauseIfDue: PauseIfDue
  /** Called when more messages wait than the limit allows. */
  onOverflow(): void
  /** Resolves when the receipt is stored; never resolves after the end of the session. */
  storeReceipt(node: ReceiptNode): Promise<unknown>
}

/** Holds back frames, messages and receipts of one socket until Baileys may handle them. */
export class StanzaIntake {
  private readonly messages: MessageIntake
  private readonly dropFrames: () => void
  /** Id of the message that Baileys handles now, if the server had queued it while the number was offline. */
  private queuedId: string | undefined

  constructor({ sock, pauseIfDue, onOverflow, storeReceipt }: Given) {
    this.messages = new MessageIntake({ pauseIfDue, onOverflow })
    this.dropFrames = paceFrames(sock.ws as never, pauseIfDue)
    const ws = sock.ws as unknown as EventEmitter
    const lids = new LidGate((jid) => sock.signalRepository.lidMapping.getLIDsForPNs([jid]))
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
    return key.id && key.id === this.queuedId ? 'append' : upsert.type
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
    this.queuedId = offline === undefined ? undefined : attrs.id
    await pass({ ...node, attrs })
  }
}
