import { randomBytes } from 'node:crypto'
import type { Chat, Receiver } from './chat'
import type { Companion } from './companion'
import type { ChatView } from './content'
import type { CustomerPhone } from './customer-phone'
import type { Network } from './network'
import type { OwnerPhone } from './owner-phone'
import type { Phone } from './phone'
import { type Stanza, stanza, unixSeconds } from './stanza'

type Member = (CustomerPhone | OwnerPhone) & Partial<Receiver>

/** WhatsApp group; its owners and the named members are admins. */
export class Group implements Chat {
  readonly created = unixSeconds()
  addressing: 'pn' | 'lid' = 'lid'
  /** Time in seconds after which messages disappear, 0 for never. */
  timer = 0
  /** Numbers of customers who administer the group. */
  readonly admins = new Set<string>()
  private readonly participants = new Map<string, CustomerPhone | OwnerPhone>()

  constructor(
    private readonly network: Network,
    readonly jid: string,
    public subject: string,
    members: (CustomerPhone | OwnerPhone)[],
  ) {
    for (const member of members) this.participants.set(member.number, member)
  }

  /** Adds a member and notifies the members' linked devices. */
  add(member: CustomerPhone | OwnerPhone) {
    this.participants.set(member.number, member)
    this.notifyMembers(stanza('add', {}, [this.participantNode(member)]))
  }

  /** Removes a member and notifies the linked devices of all former members. */
  remove(member: CustomerPhone | OwnerPhone) {
    const change = stanza('remove', {}, [this.participantNode(member)])
    const companions = this.companions()
    this.participants.delete(member.number)
    this.notifyMembers(change, companions)
  }

  rename(subject: string) {
    this.subject = subject
    this.notifyMembers(stanza('subject', { subject, s_t: unixSeconds() }))
  }

  /** Sets the time in seconds after which messages disappear, 0 for never. */
  setTimer(seconds: number) {
    this.timer = seconds
    this.notifyMembers(seconds > 0 ? stanza('ephemeral', { expiration: `${seconds}` }) : stanza('not_ephemeral'))
  }

  get allMembers(): (CustomerPhone | OwnerPhone)[] {
    return [...this.participants.values()]
  }

  get members(): CustomerPhone[] {
    return this.allMembers.filter((member): member is CustomerPhone => !this.isOwner(member))
  }

  isOwner(member: Member): member is OwnerPhone {
    return 'companions' in member
  }

  companions(): Companion[] {
    return this.allMembers.flatMap((member) => (this.isOwner(member) ? [...member.companions.values()] : []))
  }

  viewOf(phone: Phone): ChatView {
    const customers = this.members
    return {
      self: this.addressing === 'lid' ? phone.lidJid : phone.pnJid,
      key: (id) => ({ remoteJid: this.jid, fromMe: false, id }),
      message: (id) => customers.map((member) => member.viewOf(phone).message(id)).find(Boolean),
    }
  }

  ownCopyAttributes(owner: OwnerPhone) {
    const lid = this.addressing === 'lid'
    const participant = lid ? owner.lidJid : owner.pnJid
    const other = lid ? { participant_pn: owner.pnJid, addressing_mode: 'lid' } : { participant_lid: owner.lidJid }
    return { from: this.jid, participant, ...other }
  }

  /** Answer to a metadata query: subject, creation, size and the participants with number and LID. */
  metadata(): Stanza {
    const participants = this.allMembers.map((member) => this.participantNode(member))
    const creator = this.allMembers.find((member) => this.isOwner(member)) ?? this.allMembers[0]
    const attributes = {
      id: this.jid.split('@')[0],
      subject: this.subject,
      s_t: this.created,
      creation: this.created,
      creator: this.addressing === 'lid' ? creator?.lidJid : creator?.pnJid,
      addressing_mode: this.addressing,
      size: String(participants.length),
    }
    const timer = this.timer > 0 ? [stanza('ephemeral', { expiration: `${this.timer}` })] : []
    return stanza('group', attributes, [...participants, ...timer])
  }

  private participantNode(member: CustomerPhone | OwnerPhone): Stanza {
    const type = this.isOwner(member) || this.admins.has(member.number) ? 'admin' : undefined
    const hidden = 'hideNumber' in member && member.hideNumber
    return this.addressing === 'lid'
      ? stanza('participant', { jid: member.lidJid, phone_number: hidden ? undefined : member.pnJid, type })
      : stanza('participant', {
          jid: member.pnJid,
          lid: 'announcedLid' in member ? member.announcedLid : member.lidJid,
          type,
        })
  }

  /** Sends a change to linked devices, with the admin as its author. */
  private notifyMembers(change: Stanza, companions = this.companions()) {
    this.network.markChanged()
    const admin = this.allMembers.find((member) => this.isOwner(member)) ?? this.allMembers[0]
    const lid = this.addressing === 'lid'
    const participant = lid ? admin?.lidJid : admin?.pnJid
    const participant_pn = lid ? admin?.pnJid : undefined
    for (const companion of companions) {
      const id = randomBytes(8).toString('hex').toUpperCase()
      const addressing_mode = this.addressing
      const attributes = {
        from: this.jid,
        type: 'w:gp2',
        id,
        t: unixSeconds(),
        participant,
        participant_pn,
        addressing_mode,
      }
      companion.deliver(stanza('notification', attributes, [change]))
    }
  }
}
