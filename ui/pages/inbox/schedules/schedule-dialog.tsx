import { useId, useRef, useState } from 'react'
import type { Schedule } from '../../../../src/features/inbox/schedules/model'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { DateField, TimeField } from '../../../components/date-field'
import { Dialog } from '../../../components/dialog'
import { FileField, useChosenPicture } from '../../../components/file-field'
import { Form, SubmitButton } from '../../../components/form'
import { guardedClose } from '../../../components/guarded-close'
import { VariablesField } from '../../../components/variables-field'
import { useForm } from '../../../lib/form'
import { laterTimes } from '../../../lib/later-times'
import { useMe } from '../../../lib/session'
import { formatDateTime } from '../../../lib/time'
import { zoneName } from '../../../lib/time-zones'
import { toastSuccess, toastWarning } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { TextPreview } from '../../../whatsapp-text/text-preview'
import { type Day, showDay } from './days'
import { type Receiver, ReceiverField } from './receiver-field'
import { RepeatFields } from './repeat-fields'
import { keptDay, localTime, makeForm, type ScheduleForm, saveSchedule, type Values } from './schedule-form'
import { StatusChip } from './schedule-status'
import { changeRepetition, mayChange, mayRemove, removeSchedule, upsertSchedule } from './store'

interface ScheduleDialogProps {
  /** Receiver; without it the user chooses one. */
  contact?: Receiver
  ticket?: Pick<Ticket, 'id' | 'createdAt' | 'contact'>
  /** Scheduled message to edit; undefined to create one. */
  schedule?: Schedule
  day?: Day
  /** Initial text, such as the text of the composer. */
  text?: string
  onSaved?: () => void
  onClose: () => void
}

/** Dialog of a scheduled message. A sent message, or one of another author, is read-only. */
export function ScheduleDialog({ contact, ticket, schedule, day, text, onSaved, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const receiver = contact ?? ticket?.contact
  const form = useForm(() => makeForm({ schedule, contact: receiver, day, text }))
  const [kept] = useState(() => keptDay(schedule))
  const isFixed = schedule !== undefined && !mayChange(schedule)
  const send = useSaveSchedule(schedule ?? null, form, () => {
    onSaved?.()
    onClose()
  })
  const close = guardedClose(form, onClose)
  const failed = schedule?.status === 'ERRO'
  return (
    <Dialog open onClose={close} title={titleOf()} footer={footer()}>
      <Form id={formId} form={form} send={(values) => send(values)} className="flex flex-col gap-4" isClosedBySubmit>
        {schedule && <ScheduleFacts schedule={schedule} isFixed={isFixed} onDone={onClose} />}
        <ReceiverField field={form.field('contact')} isFixed={isFixed || receiver !== undefined} />
        <VariablesField
          field={form.field('body')}
          label={t('schedules.body')}
          max={limits.scheduleBody.max}
          autoFocus={receiver !== undefined || schedule !== undefined}
          disabled={isFixed}
        />
        <DateAndTime form={form} disabled={isFixed} />
        <RepeatFields form={form} kept={kept} disabled={isFixed} />
        <PictureField form={form} disabled={isFixed} />
        <Preview form={form} ticket={ticket} />
      </Form>
    </Dialog>
  )

  function titleOf() {
    if (!schedule) return t('schedules.addTitle')
    return isFixed ? t('schedules.viewTitle') : t('schedules.editTitle')
  }
  function footer() {
    const remove = schedule && mayRemove(schedule) && <RemoveButton schedule={schedule} onRemoved={onClose} />
    if (isFixed)
      return (
        <>
          {remove}
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      )
    return (
      <>
        {remove}
        <Button onClick={close}>{t('common.cancel')}</Button>
        {failed && (
          <Button onClick={() => void form.submit((values) => send(values, true))}>{t('schedules.sendNow')}</Button>
        )}
        <SubmitButton of={form} formId={formId}>
          {failed ? t('schedules.saveAgain') : schedule ? t('common.save') : t('schedules.save')}
        </SubmitButton>
      </>
    )
  }
}

/** Deletes the message from its dialog: the month has no room for buttons in its days. */
function RemoveButton({ schedule, onRemoved }: { schedule: Schedule; onRemoved: () => void }) {
  const { t } = useTranslation()
  const remove = async () => {
    if (await removeSchedule(schedule)) onRemoved()
  }
  return (
    <Button variant="danger" className="mr-auto" onClick={() => void remove()}>
      {t('common.delete')}
    </Button>
  )
}

function useSaveSchedule(schedule: Schedule | null, form: ScheduleForm, onClose: () => void) {
  const { t } = useTranslation()
  const stored = useRef({ current: schedule, was: form.values() })
  const staysPaused = schedule?.paused ?? false
  return async (values: Values, now?: boolean) => {
    const onStored = (row: Schedule) => {
      stored.current = { current: row, was: values }
    }
    const saved = await saveSchedule({ ...stored.current, values, now, staysPaused, onStored }).catch((failure) => {
      if (!staysPaused && stored.current.current?.paused) toastWarning(t('schedules.pausedWithoutFile'))
      throw failure
    })
    upsertSchedule(saved)
    toastSuccess(schedule ? t('schedules.saved') : t('schedules.created', { when: formatDateTime(saved.sendAt) }))
    onClose()
  }
}

/** Status of the message and its author. */
function ScheduleFacts({ schedule, isFixed, onDone }: { schedule: Schedule; isFixed: boolean; onDone: () => void }) {
  const { t } = useTranslation()
  const { status, sentAt, error, userName, repeat, paused } = schedule
  const hasActions = status !== 'ERRO' && (repeat !== null || paused)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        <StatusChip schedule={schedule} />
        {sentAt && <span className="tabular-nums">{t('schedules.sentAt', { when: formatDateTime(sentAt) })}</span>}
        {userName && <span>{t('schedules.by', { name: userName })}</span>}
      </div>
      {hasActions && !isFixed && <RepeatActions schedule={schedule} onDone={onDone} />}
      {error && (
        <Alert tone="danger" title={t('schedules.failedTitle')}>
          {t(`errors.${error as 'ERR_SCHEDULE_MISSED'}`)}
        </Alert>
      )}
      {isFixed && status !== 'ENVIADA' && <Alert tone="info">{t('schedules.readOnly')}</Alert>}
    </div>
  )
}

/** Leaves out the next message of a repetition, or pauses and resumes it; resumes a message without its file. */
function RepeatActions({ schedule, onDone }: { schedule: Schedule; onDone: () => void }) {
  const { t } = useTranslation()
  const { paused, repeat } = schedule
  const [pending, setPending] = useState<'skip' | 'pause' | 'resume' | null>(null)
  const perform = async (verb: 'skip' | 'pause' | 'resume') => {
    if (pending) return
    setPending(verb)
    const saved = await changeRepetition(schedule, verb)
    setPending(null)
    if (!saved) return
    toastSuccess(t(`schedules.done.${verb}`, { when: formatDateTime(saved.sendAt) }))
    onDone()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        busy={pending === 'pause' || pending === 'resume'}
        onClick={() => void perform(paused ? 'resume' : 'pause')}
      >
        {t(paused ? 'schedules.resume' : 'schedules.pause')}
      </Button>
      {repeat && (
        <Button size="sm" busy={pending === 'skip'} onClick={() => void perform('skip')}>
          {t('schedules.skip')}
        </Button>
      )}
    </div>
  )
}

function DateAndTime({ form, disabled }: { form: ScheduleForm; disabled: boolean }) {
  const { t } = useTranslation()
  const { timeZone } = useMe().company
  const isOtherZone = Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  return (
    <div>
      <div className="grid grid-cols-2 gap-4">
        <DateField field={form.field('date')} label={t('schedules.date')} disabled={disabled} />
        <TimeField field={form.field('time')} label={t('schedules.time')} disabled={disabled} />
      </div>
      {!disabled && <LaterTimes form={form} />}
      {isOtherZone && <p className="mt-1 text-faint text-sm">{t('schedules.zone', { zone: zoneName(timeZone) })}</p>}
    </div>
  )
}

/** Buttons that fill in a usual time. */
function LaterTimes({ form }: { form: ScheduleForm }) {
  const { t } = useTranslation()
  const fillIn = (at: string) => {
    form.field('date').value.value = showDay(at.slice(0, 10))
    form.field('time').value.value = at.slice(11)
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {Object.entries(laterTimes()).map(([name, at]) => (
        <Button key={name} size="sm" onClick={() => fillIn(at)}>
          {t(`inbox.${name as 'snoozeHour'}`)}
        </Button>
      ))}
    </div>
  )
}

function PictureField({ form, disabled }: { form: ScheduleForm; disabled: boolean }) {
  const { t } = useTranslation()
  return (
    <FileField
      field={form.field('picture')}
      label={t('schedules.picture')}
      hint={t('schedules.pictureHint', { max: limits.caption.max })}
      maxSize={limits.media}
      disabled={disabled}
    />
  )
}

function Preview({ form, ticket }: { form: ScheduleForm; ticket: ScheduleDialogProps['ticket'] }) {
  const contact = useValue(form.field('contact').value)
  const values = { date: useValue(form.field('date').value), time: useValue(form.field('time').value) }
  const at = new Date(`${localTime(values)}:00Z`)
  const picture = useChosenPicture(useValue(form.field('picture').value))
  return (
    <TextPreview
      text={useValue(form.field('body').value)}
      contactName={contact?.name}
      ticket={ticket}
      // Local time as UTC, so that the preview shows the company's time without a conversion.
      at={Number.isNaN(at.getTime()) ? undefined : at}
      timeZone="UTC"
      picture={picture}
    />
  )
}
