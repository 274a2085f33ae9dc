import type { CustomerPhone } from '../customer-phone'
import type { Emulator } from '../emulator'
import type { Group } from '../groups'
import type { OwnerPhone } from '../owner-phone'
import type { ControlApi, ControlName, WaitingCode } from './control-api'
import { Threads } from './threads'
import { NotFoundError } from './wait-until'

export interface SimulationOptions {
  /** QR codes that connections of the product show now; the page offers to scan them. */
  qrCodes?: () => WaitingCode[] | Promise<WaitingCode[]>
  /** True in the product's demonstration; answered by the call `info`. */
  demo?: boolean
  /** File of a bubble from before this start (`Bubble.past`). */
  pastMedia?: (phone: string, id: string) => Promise<{ bytes: Uint8Array; mimetype?: string } | undefined>
}

/** Handlers of control API calls, all or those named by `N`; http.ts joins the parts. */
export type Handlers<N extends ControlName = ControlName> = {
  [K in N]: (input: Parameters<ControlApi[K]>[0]) => ReturnType<ControlApi[K]> | Promise<ReturnType<ControlApi[K]>>
}

/** Running emulator with the messages its phones have sent; the control API and the demo act on phones through it. */
export class Simulation {
  readonly threads = new Threads()
  /** Number of received messages marked as read, by customer. */
  readonly seenCounts = new Map<string, number>()
  /** Whether customers that write by themselves are paused; null where none do. */
  automaticPaused: boolean | null = null

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

  /** Owner or group with this number or JID. */
  addressee(to: string): OwnerPhone | Group {
    return to.endsWith('@g.us') ? this.group(to) : this.owner(to)
  }
}
