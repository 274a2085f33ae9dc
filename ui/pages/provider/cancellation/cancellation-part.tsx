import { useId, useState } from 'react'
import type { Subscription } from '../../../../src/features/provider/payments/model'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { api, unwrapResponse } from '../../../lib/api'
import { createForm, required, useForm } from '../../../lib/form'
import { dayOf, daysLeft, dueDay } from '../../../lib/time'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'

interface CancellationProps {
  subscription: Subscription
  onChanged: () => void
}

/** True within the days of grace: a cancellation ends the licence with the day. */
const isLate = ({ dueDate }: Subscription['company']) => daysLeft(dueDate) < 0

/** Cancels the subscription at the end of the paid time, or shows the cancellation with the way back. */
export function CancellationPart({ subscription, onChanged }: CancellationProps) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { cancellation, company } = subscription
  return (
    <section aria-labelledby={id} className="mt-6 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <h2 id={id} className="font-semibold text-base">
        {t('cancellation.title')}
      </h2>
      {cancellation ? (
        <Cancelled cancellation={cancellation} onChanged={onChanged} />
      ) : (
        <>
          <p className="mb-3 text-muted text-sm">
            {t(isLate(company) ? 'cancellation.leadLate' : 'cancellation.lead')}
          </p>
          <Button onClick={() => setOpen(true)}>{t('cancellation.cancel')}</Button>
        </>
      )}
      {open && <CancelDialog subscription={subscription} onChanged={onChanged} onClose={() => setOpen(false)} />}
    </section>
  )
}

interface CancelledProps {
  cancellation: NonNullable<Subscription['cancellation']>
  onChanged: () => void
}

function Cancelled({ cancellation: { on, reason }, onChanged }: CancelledProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const resume = () => {
    setBusy(true)
    unwrapResponse(api.subscription.cancellation.delete())
      .then(() => {
        toastSuccess(t('cancellation.resumed'))
        onChanged()
      }, toastError)
      .finally(() => setBusy(false))
  }
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      <Alert tone="warn" title={t('cancellation.stateTitle', { date: dueDay(on) })}>
        <p>{t('cancellation.stateText')}</p>
        <p className="wrap-anywhere text-muted">{reason}</p>
      </Alert>
      <Button busy={busy} onClick={resume}>
        {t('cancellation.resume')}
      </Button>
    </div>
  )
}

function CancelDialog({ subscription, onChanged, onClose }: CancellationProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ reason: '' }, { reason: [required] }))
  const { company } = subscription
  const lastDay = isLate(company) ? dayOf(new Date().toISOString()) : company.dueDate
  const send = async ({ reason }: { reason: string }) => {
    await unwrapResponse(api.subscription.cancellation.post({ reason }))
    toastSuccess(t('cancellation.cancelled'))
    onChanged()
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('cancellation.title')}
      onClose={onClose}
      action={t('cancellation.cancel')}
      above={<p className="mb-4 text-muted">{t('cancellation.until', { date: dueDay(lastDay) })}</p>}
    >
      <TextField
        field={form.field('reason')}
        label={t('cancellation.reason')}
        hint={t('cancellation.reasonHint')}
        maxLength={limits.cancelReason.max}
        rows={3}
        autoFocus
      />
    </FormDialog>
  )
}
