import { randomBytes } from 'node:crypto'
import type { CustomerPhone } from './customer-phone'
import type { OwnerPhone } from './owner-phone'
import { stanza, unixSeconds } from './stanza'

/** Call from a customer to an owner, from the offer to its end. */
export class Call {
  readonly id = randomBytes(16).toString('hex').toUpperCase()
  state: 'ringing' | 'rejected' | 'ended' = 'ringing'

  constructor(
    readonly from: CustomerPhone,
    readonly owner: OwnerPhone,
    readonly video: boolean,
  ) {}

  ring() {
    this.sendStanza('offer', [stanza(this.video ? 'video' : 'audio', { enc: 'opus', rate: '16000' })])
  }

  /** Ends the call from the caller's side. */
  end() {
    if (this.state === 'ringing') this.state = 'ended'
    this.sendStanza('terminate')
  }

  private sendStanza(what: 'offer' | 'terminate', content?: ReturnType<typeof stanza>[]) {
    const from = this.from.jid
    const disclosedNumber = this.from.hideNumber ? undefined : this.from.pnJid
    const inner = stanza(what, { 'call-id': this.id, 'call-creator': from, caller_pn: disclosedNumber }, content)
    this.owner.deliverToCompanions(stanza('call', { from, id: `${this.id}-${what}`, t: unixSeconds() }, [inner]))
  }
}
