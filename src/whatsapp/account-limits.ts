import type { ConnectionState, NewChatMessageCapInfo, WASocket } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import type { AccountLimits, ConnectionRef } from './contract'
import type { Timing } from './options'
import type { SessionLifetime } from './session-lifetime'

type TimeLock = NonNullable<ConnectionState['reachoutTimeLock']>

/** Converts the reach-out time-lock of `connection.update`. */
export const reachOutOf = ({ isActive, timeEnforcementEnds, enforcementType }: TimeLock): AccountLimits => ({
  reachOut: {
    active: isActive === true,
    until: isActive && timeEnforcementEnds ? timeEnforcementEnds.toISOString() : null,
    kind: `${enforcementType ?? 'DEFAULT'}`,
  },
})

/** Converts the cap on new conversations, from an event or a query; undefined when WhatsApp has none. */
export function newChatsOf(info: NewChatMessageCapInfo | null | undefined): AccountLimits | undefined {
  if (!info || typeof info !== 'object' || (info.total_quota === undefined && !info.capping_status)) return undefined
  const seconds = Number(info.cycle_end_timestamp)
  return {
    newChats: {
      status: `${info.capping_status ?? 'NONE'}`,
      used: wholeNumber(info.used_quota),
      total: wholeNumber(info.total_quota),
      endsAt: Number.isSafeInteger(seconds) && seconds > 0 ? new Date(seconds * 1000).toISOString() : null,
    },
  }
}

const wholeNumber = (value: unknown) => (Number.isSafeInteger(Number(value ?? Number.NaN)) ? Number(value) : null)

/** Code by which WhatsApp refuses the first message to a stranger; only a query tells which limit applies. */
const restricted = '463'

interface Parts {
  sock: Pick<WASocket, 'fetchAccountReachoutTimelock' | 'fetchNewChatMessageCap'>
  lifetime: SessionLifetime
  timing: Pick<Timing, 'limits' | 'limitsAgain'>
  connection: ConnectionRef
  report: (limits: AccountLimits | undefined) => void
}

/**
 * Queries both limits: after the connection has opened, every 15 minutes and after a refusal. WhatsApp reports changes
 * of their status only, so the used quota would be out of date.
 */
export class LimitQueries {
  private isDue = false

  constructor(private readonly parts: Parts) {}

  start() {
    const { lifetime, timing } = this.parts
    this.querySoon()
    lifetime.after(timing.limitsAgain, () => this.start())
  }

  /** Queries the limits after a refusal by one of them; several refusals bring one query. */
  receiveAck({ error }: Record<string, string>) {
    if (error === restricted) this.querySoon()
  }

  private querySoon() {
    const { lifetime, timing } = this.parts
    if (this.isDue) return
    this.isDue = true
    lifetime.after(timing.limits, () => {
      this.isDue = false
      this.query()
    })
  }

  /** Baileys reports the time-lock's answer by an event of its own, like a change. */
  private query() {
    const { sock, lifetime, connection, report } = this.parts
    const logRefusal = (err: unknown) =>
      log.debug({ err, ...connection }, 'WhatsApp does not answer which limits apply')
    sock.fetchAccountReachoutTimelock().catch(logRefusal)
    sock
      .fetchNewChatMessageCap()
      .then((info) => {
        if (!lifetime.hasEnded) report(newChatsOf(info))
      })
      .catch(logRefusal)
  }
}
