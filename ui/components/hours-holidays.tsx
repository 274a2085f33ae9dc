import { CalendarOff, Plus, Trash2 } from 'lucide-react'
import type { Holiday, HoursFault } from '../../src/shared/hours'
import { limits } from '../../src/shared/limits'
import { classes } from '../lib/classes'
import { dateMask, isoDayOf } from '../lib/form'
import { dueDay } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { Button } from './button'
import { controlClass } from './field'
import { WindowsRow } from './hours-windows'
import { IconButton } from './icon-button'

interface HolidaysEditorProps {
  holidays: Holiday[]
  onChange: (holidays: Holiday[]) => void
  faultAt: (at: number) => HoursFault | null
}

const emptyHoliday: Holiday = {
  date: '',
  name: '',
  yearly: false,
  startTime: '',
  endTime: '',
  startTimeB: '',
  endTimeB: '',
}

/** Editor for exceptional days: closed, or open at other hours; once or every year. */
export function HolidaysEditor({ holidays, onChange, faultAt }: HolidaysEditorProps) {
  const { t } = useTranslation()
  const replaceHoliday = (at: number, holiday: Holiday) => onChange(holidays.with(at, holiday))
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{t('hours.holidays')}</h3>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={holidays.length >= limits.holidays}
          onClick={() => onChange([...holidays, emptyHoliday])}
        >
          {t('hours.addHoliday')}
        </Button>
      </div>
      {holidays.length === 0 && (
        <p className="flex items-center gap-2 text-faint text-sm">
          <CalendarOff aria-hidden className="size-4 shrink-0" />
          {t('hours.noHolidays')}
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {holidays.map((holiday, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity other than their position.
          <li key={at} className="rounded-lg border border-line px-3 py-2">
            <HolidayRow
              holiday={holiday}
              number={at + 1}
              fault={faultAt(at)}
              onChange={(next) => replaceHoliday(at, next)}
              onRemove={() => onChange(holidays.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface HolidayRowProps {
  holiday: Holiday
  number: number
  fault: HoursFault | null
  onChange: (holiday: Holiday) => void
  onRemove: () => void
}

function HolidayRow({ holiday, number, fault, onChange, onRemove }: HolidayRowProps) {
  const { t } = useTranslation()
  // An incomplete date is shown as typed.
  const typed = isoDayOf(dueDay(holiday.date)) ? dueDay(holiday.date) : holiday.date
  const name = holiday.name || typed || t('hours.holidayNumber', { number })
  const onDate = (text: string) => onChange({ ...holiday, date: isoDayOf(text) ?? text })
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <input
          aria-label={t('hours.date')}
          aria-invalid={fault?.field === 'date' || undefined}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('schedules.dateExample')}
          value={typed}
          onChange={({ target }) => onDate(dateMask(target.value))}
          className={classes(controlClass, 'h-control-sm w-30! px-2 tabular-nums')}
        />
        <input
          aria-label={t('hours.holidayName')}
          placeholder={t('hours.holidayExample')}
          maxLength={limits.holidayName.max}
          value={holiday.name}
          onChange={({ target }) => onChange({ ...holiday, name: target.value })}
          className={classes(controlClass, 'h-control-sm w-auto! min-w-32 flex-1 px-2')}
        />
        <label className="flex min-h-control-sm cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={holiday.yearly}
            onChange={() => onChange({ ...holiday, yearly: !holiday.yearly })}
            className="size-4 accent-accent"
          />
          {t('hours.yearly')}
        </label>
        <IconButton size="sm" tone="danger" label={t('hours.removeHoliday', { name })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <WindowsRow name={name} windows={holiday} onChange={onChange} fault={fault}>
        <span>
          {t('hours.openThen')}
          <span className="sr-only">: {name}</span>
        </span>
      </WindowsRow>
    </div>
  )
}
