import { computed } from '@preact/signals-react'
import type { Queue } from '../../../../../src/features/automation/queues/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { Hours } from '../../../../../src/shared/hours'
import { openMinutesBetween } from '../../../../../src/shared/open-minutes'
import { type SettingKey, settingRules } from '../../../../../src/shared/settings'
import { connections } from '../../../../lib/connections'
import { useQueues } from '../../../../lib/queues'
import { me } from '../../../../lib/session'
import { useValue } from '../../../../lib/use-value'
import { clock } from './clock'

const settingOf = (key: SettingKey) =>
  me.value?.company.settings.find((each) => each.key === key)?.value ?? settingRules[key].default

/** Open minutes of a wait from which its clock is yellow, and red. */
export const waitLimits = computed(() => ({
  warning: Number(settingOf('waitWarningMinutes')),
  late: Number(settingOf('waitLateMinutes')),
}))

/** Queue and connection of a ticket, which may have opening hours. */
type Place = Pick<Ticket, 'queueId' | 'whatsappId'>

/** Opening hours that count for a ticket's wait; null counts all time. */
function hoursFor({ queueId, whatsappId }: Place, queues: Queue[]): Hours | null {
  const type = settingOf('scheduleType')
  if (type === 'company') return me.value?.company.hours ?? null
  if (type === 'connection') return connections.rows.value.find(({ id }) => id === whatsappId) ?? null
  return (type === 'queue' && queues.find(({ id }) => id === queueId)) || null
}

/** Open minutes since a moment at a place, updated with the clock of the rows. */
export const useOpenMinutes = (place: Place, since: string): number => useOpenMinutesAt()(place, since)

/** Returns a function with the open minutes since a moment at a place, by the clock of the rows. */
export function useOpenMinutesAt() {
  const now = useValue(clock)
  const company = useValue(me)?.company
  const queues = useQueues().rows
  // Reads the connections, so that a component shows their changed hours.
  useValue(connections.rows)
  return (place: Place, since: string): number => {
    const hours = hoursFor(place, queues)
    const start = Date.parse(since)
    if (start >= now) return 0
    return hours && company
      ? openMinutesBetween(hours, new Date(start), new Date(now), company.timeZone)
      : Math.floor((now - start) / 60_000)
  }
}
