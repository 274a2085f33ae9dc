import type { proto } from '@whiskeysockets/baileys'
import type { CustomerPhone } from './customer-phone'
import { lidJid, pnJid } from './jid'
import { type Envelope, Phone } from './phone'
import { readMessage } from './reading'
import { stanza, unixSeconds } from './stanza'

/** WhatsApp Web linked to a customer's phone: receives the same messages as the phone, encrypted for its own keys. */
export class CustomerDevice extends Phone {
  constructor(
    readonly phone: CustomerPhone,
    readonly device: number,
  ) {
    super(phone.network, phone.number, phone.name, undefined, device)
  }

  override get pnJid() {
    return pnJid(this.number, this.device)
  }

  override get lidJid() {
    return lidJid(this.lid, this.device)
  }

  protected showMessage({ id, from, chat }: Envelope, message: proto.IMessage) {
    const read = readMessage(message, this.network.media)
    if (read) this.inbox.add({ id, at: Date.now(), from: from.owner.number, chat, ...read })
  }

  protected sendDeliveryReceipt({ id, from, chat }: Envelope) {
    from.owner.deliverToCompanions(stanza('receipt', { ...this.receiptSender(chat), id, t: unixSeconds() }))
  }
}
