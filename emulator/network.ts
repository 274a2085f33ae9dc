import type { Connection } from './connection'
import type { CustomerPhone } from './customer-phone'
import { Faults } from './faults'
import type { Group } from './groups'
import type { ServerIdentity } from './identity'
import { parseJid } from './jid'
import { Journal } from './journal'
import { LinkCodes } from './link-code'
import { MediaStore } from './media'
import type { OwnerPhone } from './owner-phone'
import { Pairing } from './pairing'

/** State of the simulated WhatsApp: phones, groups, connections, and services shared by all of them. */
export class Network {
  readonly owners = new Map<string, OwnerPhone>()
  readonly customers = new Map<string, CustomerPhone>()
  /** Customers by further numbers under which they are found. */
  readonly otherNumbers = new Map<string, CustomerPhone>()
  readonly groups = new Map<string, Group>()
  readonly connections = new Set<Connection>()
  readonly journal = new Journal()
  readonly faults = new Faults(this)
  readonly media = new MediaStore()
  readonly pairing = new Pairing()
  readonly linkCodes = new LinkCodes(this)
  /** Sends an automatic answer of a customer; the control API replaces it, so that threads show the answer. */
  sendAnswer: (from: CustomerPhone, to: OwnerPhone, text: string) => Promise<unknown> = (from, to, text) =>
    from.send(to, text)
  private readonly byLid = new Map<string, OwnerPhone | CustomerPhone>()

  constructor(
    readonly identity: ServerIdentity,
    readonly log: (line: string) => void,
    /** Called after each change of the persistent state. */
    readonly markChanged: () => void,
  ) {}

  addPhone<P extends OwnerPhone | CustomerPhone>(phone: P, among: Map<string, P>): P {
    among.set(phone.number, phone)
    this.byLid.set(phone.lid, phone)
    this.markChanged()
    return phone
  }

  /** Phone of a JID (PN or LID, of any device). */
  findPhone(jid: string): OwnerPhone | CustomerPhone | undefined {
    const { user, server } = parseJid(jid)
    return server === 'lid' ? this.byLid.get(user) : (this.owners.get(user) ?? this.customers.get(user))
  }

  /** Phone of a number; Brazilian mobile numbers are found with and without their ninth digit, others as told. */
  findPhoneByNumber(number: string): OwnerPhone | CustomerPhone | undefined {
    for (const form of [number, ...ninthDigitVariants(number)]) {
      const phone = this.owners.get(form) ?? this.customers.get(form)
      if (phone) return phone
    }
    return this.otherNumbers.get(number)
  }

  connectionsOf(number?: string): Connection[] {
    const all = [...this.connections]
    return number === undefined ? all : all.filter((connection) => connection.number === number)
  }

  removeConnection(connection: Connection) {
    this.connections.delete(connection)
    this.pairing.removeRefs(connection)
  }

  pictureUrl(user: string): string | undefined {
    const phone = this.customers.get(user) ?? this.byLid.get(user)
    return phone && 'picture' in phone && phone.picture
      ? `https://${this.media.host}/pp/${phone.number}.jpg`
      : undefined
  }
}

function ninthDigitVariants(number: string): string[] {
  const [, area, rest] = /^55(\d\d)(\d{8,9})$/.exec(number) ?? []
  if (!area || !rest) return []
  return rest.length === 9 ? [`55${area}${rest.slice(1)}`] : [`55${area}9${rest}`]
}
