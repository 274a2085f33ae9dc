import type { CustomerPhone } from '../customer-phone'
import type { Emulator } from '../emulator'
import type { Group } from '../groups'
import type { OwnerPhone } from '../owner-phone'
import type { ControlApi, ControlName, WaitingCode } from './control-api'
import { Threads } from './threads'
import { NotFoundError } from './wait-until'

export interface SimulationOptions {
  /** The QR codes that connections of the product show just now; the page offers to scan them. */
  qrCodes?: () => WaitingCode[] | Promise<WaitingCode[]>
  /** The page says that this is a demonstration and nothing leaves the machine. */
  demo?: boolean
  /** The file of a bubble from before this start (`Bubble.past`). */
  pastMedia?: (phone: string, id: string) => Promise<{ bytes: Uint8Array; mimetype?: string } | undefined>
}

/** How the control API's calls are carried out; a simulation gives parts of it, `handlers` in http.ts joins them. */
export type Handlers<N extends ControlName = ControlName> = {
  [K in N]: (input: Parameters<ControlApi[K]>[0]) => ReturnType<ControlApi[K]> | Promise<ReturnType<ControlApi[K]>>
}

/** A running emulator with what its phones have sent: the one place through which phones are driven from outside. */
export class Simulation {
  readonly threads = new Threads()
  /** How many received messages of a customer have been looked at. */
  readonly seenCounts = new Map<string, number>()

  constructor(
    readonly emulator: Emulator,
    readonly options: SimulationOptions = {},
  ) {}

  get network() {
    return this.emulator.network
  }

  customer(number: string): CustomerPhone {
    const phone = this.network.customers.get(number)
    if (!phone) throw new NotFoundError(`no customer ${number}`)
    return phone
  }

  owner(number: string): OwnerPhone {
    const phone = this.network.owners.get(number)
    if (!phone) throw new NotFoundError(`no owner's phone ${number}`)
    return phone
  }

  phone(number: string): CustomerPhone | OwnerPhone {
    return this.network.customers.get(number) ?? this.owner(number)
  }

  group(jid: string): Group {
    const group = this.network.groups.get(jid)
    if (!group) throw new NotFoundError(`no group ${jid}`)
    return group
  }

  /** Whom a customer can write to. */
  addressee(to: string): OwnerPhone | Group {
    return to.endsWith('@g.us') ? this.group(to) : this.owner(to)
  }
}
