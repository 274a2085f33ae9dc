import { Image, Paperclip, Pencil, Repeat, Trash2 } from 'lucide-react'
import type { Schedule } from '../../../../src/features/inbox/schedules/model'
import { oneLine } from '../../../../src/shared/text'
import { replaceVariables } from '../../../../src/shared/variables'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { useMe } from '../../../lib/session'
import { formatTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { StatusChip, useStatusText } from './schedule-status'
import { mayChange, mayRemove, removeSchedule } from './store'

interface ScheduleCardProps {
  schedule: Schedule
  onOpen: (schedule: Schedule) => void
  /** Shows the buttons beside the time. */
  wide?: boolean
}

/** Card of a scheduled message with its text as the contact will read it, for week and list. */
export function ScheduleCard({ schedule, onOpen, wide = false }: ScheduleCardProps) {
  const { t } = useTranslation()
  const { sendAt, body, mediaId, mediaType, contact, error, repeat } = schedule
  const { name } = contact
  const { timeZone, language } = useMe().company
  const text = replaceVariables(body, { contactName: name, ticket: null, timeZone, language, now: new Date(sendAt) })
  const status = useStatusText(schedule)
  const FileIcon = mediaType?.startsWith('image/') ? Image : Paperclip
  return (
    <article className="relative rounded-md border border-line bg-surface p-2 transition-colors hover:bg-hover">
      <button
        type="button"
        aria-label={t('schedules.eventLabel', { time: formatTime(sendAt), name, status })}
        onClick={() => onOpen(schedule)}
        className="absolute inset-0 rounded-md"
      />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold tabular-nums">{formatTime(sendAt)}</span>
        <StatusChip schedule={schedule} />
        {repeat && (
          <span className="inline-flex items-center gap-1 text-muted text-xs">
            <Repeat aria-hidden className="size-3" />
            {t(`schedules.every.${repeat.every}`)}
          </span>
        )}
        {wide && <Actions schedule={schedule} onOpen={onOpen} className="-my-1.5 -mr-1 ml-auto" />}
      </div>
      <p className="mt-1 truncate font-medium">{name}</p>
      <p className="line-clamp-2 text-muted text-sm wrap-anywhere">
        {mediaId && <FileIcon aria-hidden className="mr-1 inline size-3.5 align-text-bottom" />}
        {oneLine(text)}
      </p>
      {error && <p className="mt-1 text-danger-ink text-sm">{t(`errors.${error as 'ERR_SCHEDULE_MISSED'}`)}</p>}
      {!wide && <Actions schedule={schedule} onOpen={onOpen} className="mt-1 justify-end" />}
    </article>
  )
}

function Actions({
  schedule,
  onOpen,
  className,
}: Pick<ScheduleCardProps, 'schedule' | 'onOpen'> & { className: string }) {
  const { t } = useTranslation()
  const { name } = schedule.contact
  if (!mayRemove(schedule)) return null
  return (
    <div className={classes('relative flex', className)}>
      {mayChange(schedule) && (
        <IconButton size="sm" label={t('schedules.edit', { name })} onClick={() => onOpen(schedule)}>
          <Pencil aria-hidden />
        </IconButton>
      )}
      <IconButton
        size="sm"
        label={t('schedules.remove', { name })}
        tone="danger"
        onClick={() => void removeSchedule(schedule)}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}
