import type { ConnectionState, NewChatMessageCapInfo, WASocket } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import type { AccountLimits, ConnectionRef } from './contract'

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

/**
 * Queries both limits, which WhatsApp otherwise sends only when they change. Baileys reports the time-lock's answer by
 * an event of its own, like a change.
 */
export function queryLimits(
  sock: Pick<WASocket, 'fetchAccountReachoutTimelock' | 'fetchNewChatMessageCap'>,
  connection: ConnectionRef,
  report: (limits: AccountLimits | undefined) => void,
) {
  const logRefusal = (err: unknown) => log.debug({ err, ...connection }, 'WhatsApp does not answer which limits apply')
  sock.fetchAccountReachoutTimelock().catch(logRefusal)
  sock
    .fetchNewChatMessageCap()
    .then((info) => report(newChatsOf(info)))
    .catch(logRefusal)
}
