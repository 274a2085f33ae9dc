import { type DayHours, faultOf, type Hours, type HoursFault, isOpen, weekdays } from '../../src/shared/hours'
import type { Field, Rule } from '../lib/form'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { Badge } from './badge'
import { HolidaysEditor } from './hours-holidays'
import { WindowsRow } from './hours-windows'

/** Rule for a form field with opening hours: blocks submission while they contain a fault. */
export const validHours: Rule<Hours> = (hours) => (faultOf(hours) ? { code: 'refused' } : null)

/** Editor for opening hours: two windows per weekday and exceptional days. Shows whether it is open now. */
export function HoursEditor({ field }: { field: Field<Hours> }) {
  const { t } = useTranslation()
  const hours = useValue(field.value)
  const isInvalid = useValue(field.problem) !== null
  // An incomplete value is not reported while typing; a wrong one is reported at once.
  const anyFault = faultOf(hours)
  const fault = anyFault && (isInvalid || !isIncomplete(hours, anyFault)) ? anyFault : null
  const set = (change: Partial<Hours>) => {
    field.value.value = { ...hours, ...change }
  }
  const setDay = (day: DayHours) =>
    set({ schedules: hours.schedules.map((each) => (each.weekdayEn === day.weekdayEn ? day : each)) })
  const copyToAll = ({ weekdayEn: _, weekday: __, ...windows }: DayHours) =>
    set({ schedules: hours.schedules.map((each) => ({ ...each, ...windows })) })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{t('hours.week')}</h3>
        <OpenNowBadge hours={hours} isValid={anyFault === null} />
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line" aria-label={t('hours.week')}>
        {weekdays.map((weekday) => {
          const at = hours.schedules.findIndex(({ weekdayEn }) => weekdayEn === weekday)
          const day = hours.schedules[at]
          if (!day) return null
          return (
            <li key={weekday} className="px-3 py-1.5">
              <WindowsRow
                name={t(`hours.days.${weekday}`)}
                windows={day}
                onChange={setDay}
                onCopy={() => copyToAll(day)}
                fault={faultUnder(fault, `schedules.${at}`)}
              />
            </li>
          )
        })}
      </ul>
      <HolidaysEditor
        holidays={hours.holidays}
        onChange={(holidays) => set({ holidays })}
        faultAt={(at) => faultUnder(fault, `holidays.${at}`)}
      />
    </div>
  )
}

/** True while the field at fault is still incomplete. */
function isIncomplete(hours: Hours, { field, fault }: HoursFault): boolean {
  if (fault === 'half') return true
  const [list, at, key] = field.split('.') as ['holidays' | 'schedules', string, 'date']
  const typed = `${(hours[list][Number(at)] as Partial<Record<string, unknown>> | undefined)?.[key] ?? ''}`
  if (fault === 'date') return typed.length < 10
  return fault === 'time' && typed.length < 5
}

/** Returns the fault if it lies under the path, with the field relative to it; null otherwise. */
function faultUnder(fault: HoursFault | null, path: string): HoursFault | null {
  if (!fault?.field.startsWith(`${path}.`)) return null
  return { ...fault, field: fault.field.slice(path.length + 1) }
}

function OpenNowBadge({ hours, isValid }: { hours: Hours; isValid: boolean }) {
  const { t } = useTranslation()
  const { timeZone } = useMe().company
  if (!isValid) return null
  const open = isOpen(hours, new Date(), timeZone)
  return <Badge tone={open ? 'good' : 'neutral'}>{open ? t('hours.openNow') : t('hours.closedNow')}</Badge>
}
