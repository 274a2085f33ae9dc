import { useState } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Button } from '../../../../components/button'
import { DateField, TimeField } from '../../../../components/date-field'
import { Dialog } from '../../../../components/dialog'
import { Form, SubmitButton } from '../../../../components/form'
import { guardedClose } from '../../../../components/guarded-close'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { createForm, date, isoDayOf, required, time, useForm } from '../../../../lib/form'
import { laterTimes } from '../../../../lib/later-times'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { snoozeAndOpenNext } from '../actions/leave-ticket'

/** Snoozes a ticket until an offered time or an own one; times are local to the company. */
export function SnoozeDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation()
  const [times] = useState(laterTimes)
  const form = useForm(createSnoozeForm)
  const close = guardedClose(form, onClose)
  const snoozeUntil = async (until: string) => {
    await snoozeAndOpenNext(ticket, until)
    onClose()
  }
  return (
    <Dialog
      open
      size="sm"
      title={t('inbox.snoozeTitle', { name: ticketContactName(ticket) })}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <SubmitButton of={form} formId="snooze">
            {t('inbox.snooze')}
          </SubmitButton>
        </>
      }
    >
      <p className="mb-3 text-muted">{t('inbox.snoozeLead')}</p>
      <div className="mb-4 flex flex-col gap-2">
        {(['snoozeHour', 'snoozeTomorrow', 'snoozeMonday'] as const).map((name) => (
          <Button key={name} onClick={() => void snoozeUntil(times[name]).catch(toastError)} className="justify-start!">
            {t(`inbox.${name}`)}
            <span className="ml-auto pl-3 text-faint text-sm tabular-nums">{timeText(times[name])}</span>
          </Button>
        ))}
      </div>
      <Form
        id="snooze"
        form={form}
        send={({ date, time }) => snoozeUntil(`${isoDayOf(date)}T${time}`)}
        className="flex flex-col gap-2"
      >
        <h3 className="font-medium text-sm">{t('inbox.snoozeOwn')}</h3>
        <div className="grid grid-cols-2 gap-3">
          <DateField field={form.field('date')} label={t('inbox.snoozeDate')} />
          <TimeField field={form.field('time')} label={t('inbox.snoozeTime')} />
        </div>
      </Form>
    </Dialog>
  )
}

const createSnoozeForm = () =>
  createForm(
    { date: '', time: '' },
    { date: [required, date], time: [required, time] },
    { ERR_SNOOZE_PAST: 'time' },
    { until: 'time' },
  )

/** dd/MM HH:mm of a local time. */
const timeText = (local: string) => `${local.slice(8, 10)}/${local.slice(5, 7)} ${local.slice(11)}`
