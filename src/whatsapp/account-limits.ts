import type { ConnectionState, NewChatMessageCapInfo } from '@whiskeysockets/baileys'
import type { AccountLimits } from './contract'

type TimeLock = NonNullable<ConnectionState['reachoutTimeLock']>

/** The reach-out time-lock of `connection.update`, ours. */
export const reachOutOf = ({ isActive, timeEnforcementEnds, enforcementType }: TimeLock): AccountLimits => ({
  reachOut: {
    active: isActive === true,
    until: isActive && timeEnforcementEnds ? timeEnforcementEnds.toISOString() : null,
    kind: `${enforcementType ?? 'DEFAULT'}`,
  },
})

/** The cap on new conversations of `message-capping.update`, or asked for; undefined where WhatsApp has none. */
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
