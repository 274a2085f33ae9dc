import { CopyCheck, Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { HoursFault, Windows } from '../../src/shared/hours'
import { classes } from '../lib/classes'
import { timeMask } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { controlClass } from './field'
import { IconButton } from './icon-button'

interface WindowsRowProps<W extends Windows> {
  /** Name of the day, shown and read out. */
  name: string
  windows: W
  onChange: (windows: W) => void
  onCopy?: () => void
  fault: HoursFault | null
  /** Replaces the day's name, for a day with editable fields. */
  children?: ReactNode
}

const closedDay: Windows = { startTime: '', endTime: '', startTimeB: '', endTimeB: '' }
const defaultDay: Windows = { ...closedDay, startTime: '08:00', endTime: '18:00' }

/** One day: closed, or open in one or two windows. */
export function WindowsRow<W extends Windows>({
  name,
  windows,
  onChange,
  onCopy,
  fault,
  children,
}: WindowsRowProps<W>) {
  const { t } = useTranslation()
  const id = useId()
  const isClosed = windows.startTime === windows.endTime && !windows.startTimeB && !windows.endTimeB
  const hasSecond = windows.startTimeB !== '' || windows.endTimeB !== ''
  const set = (change: Partial<Windows>) => onChange({ ...windows, ...change })
  const field = (key: keyof Windows, label: string) => (
    <TimeInput
      label={`${name}: ${label}`}
      value={windows[key]}
      faulty={fault?.field === key}
      describedBy={fault ? `${id}-fault` : undefined}
      onChange={(value) => set({ [key]: value })}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label className="flex min-h-control flex-1 cursor-pointer items-center gap-2 sm:w-36 sm:flex-none">
        <input
          type="checkbox"
          checked={!isClosed}
          onChange={() => set(isClosed ? defaultDay : closedDay)}
          className="size-4 shrink-0 accent-accent"
        />
        {children ?? name}
      </label>
      <div
        className={classes(
          'order-1 flex w-full flex-wrap items-center gap-x-2 gap-y-1 pl-6 sm:order-none sm:w-auto sm:flex-1 sm:pl-0',
          !isClosed && 'pb-1 sm:pb-0',
        )}
      >
        {isClosed && <span className="pb-1 text-faint text-sm sm:pb-0">{t('hours.closed')}</span>}
        {!isClosed && (
          <span className="flex items-center gap-1">
            {field('startTime', t('hours.opens'))}
            <span aria-hidden>–</span>
            {field('endTime', t('hours.closes'))}
          </span>
        )}
        {!isClosed && hasSecond && (
          <span className="flex items-center gap-1">
            <span className="text-muted text-sm">{t('hours.and')}</span>
            {field('startTimeB', t('hours.opensAgain'))}
            <span aria-hidden>–</span>
            {field('endTimeB', t('hours.closesAgain'))}
            <IconButton
              size="sm"
              label={t('hours.removeSecond', { name })}
              onClick={() => set({ startTimeB: '', endTimeB: '' })}
            >
              <X aria-hidden />
            </IconButton>
          </span>
        )}
        {!isClosed && !hasSecond && (
          <IconButton
            size="sm"
            label={t('hours.addSecond', { name })}
            onClick={() => set({ startTimeB: '13:00', endTimeB: '18:00', ...cutAtNoon(windows) })}
          >
            <Plus aria-hidden />
          </IconButton>
        )}
      </div>
      {onCopy && (
        <IconButton size="sm" label={t('hours.copy', { name })} onClick={onCopy}>
          <CopyCheck aria-hidden />
        </IconButton>
      )}
      {fault && (
        <p id={`${id}-fault`} role="alert" className="order-2 w-full pb-1 text-danger-ink text-sm">
          {t(`hours.fault.${fault.fault}`)}
        </p>
      )}
    </div>
  )
}

/** Cuts a day that lasts past noon to 12:00 when a second window is added. */
const cutAtNoon = ({ endTime }: Windows): Partial<Windows> => (endTime > '12:00' ? { endTime: '12:00' } : {})

interface TimeInputProps {
  label: string
  value: string
  faulty: boolean
  describedBy?: string
  onChange: (value: string) => void
}
function TimeInput({ label, value, faulty, describedBy, onChange }: TimeInputProps) {
  const { t } = useTranslation()
  return (
    <input
      aria-label={label}
      aria-invalid={faulty || undefined}
      aria-describedby={faulty ? describedBy : undefined}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('schedules.timeExample')}
      value={value}
      onChange={({ target }) => onChange(timeMask(target.value))}
      className={classes(controlClass, 'h-control-sm w-16! px-2 text-center tabular-nums')}
    />
  )
}
