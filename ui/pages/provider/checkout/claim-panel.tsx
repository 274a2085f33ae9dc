import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import type { Invoice } from '../../../../src/features/provider/invoices/model'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { type ChosenFileValue, FileField } from '../../../components/file-field'
import { FormDialog } from '../../../components/form-dialog'
import { unwrapResponse } from '../../../lib/api'
import { billing } from '../../../lib/billing'
import { createForm, useForm } from '../../../lib/form'
import { formatDateTime } from '../../../lib/time'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'

interface ClaimProps {
  invoice: Invoice
  onClaimed: (invoice: Invoice) => void
}

/** Lets the company say that it has paid an invoice, and shows the provider's answer. */
export function ClaimPanel({ invoice, onClaimed }: ClaimProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { claim } = invoice
  const isWaiting = claim !== null && claim.refusal === null
  return (
    <section aria-label={t('checkout.claimTitle')} className="mt-6 flex flex-col gap-3 border-line border-t pt-4">
      {isWaiting && (
        <Alert tone="info" title={t('checkout.claimWaitingTitle', { time: formatDateTime(claim.at) })}>
          {t('checkout.claimWaitingText')}
        </Alert>
      )}
      {claim?.refusal && (
        <Alert tone="warn" title={t('checkout.claimRefusedTitle')}>
          {claim.refusal}
        </Alert>
      )}
      {!isWaiting && (
        <p>
          <span className="block font-medium">{t('checkout.claimTitle')}</span>
          <span className="block text-muted text-sm">{t('checkout.claimText')}</span>
        </p>
      )}
      <Button icon={<HandCoins aria-hidden />} onClick={() => setOpen(true)} className="self-start">
        {t(isWaiting ? 'checkout.claimAgain' : 'checkout.claim')}
      </Button>
      {open && <ClaimDialog invoice={invoice} onClaimed={onClaimed} onClose={() => setOpen(false)} />}
    </section>
  )
}

function ClaimDialog({ invoice, onClaimed, onClose }: ClaimProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => createForm<{ receipt: ChosenFileValue }>({ receipt: null }, {}))
  const send = async ({ receipt }: { receipt: ChosenFileValue }) => {
    const file = receipt?.kind === 'picked' ? receipt.file : undefined
    onClaimed(
      await unwrapResponse(
        billing()
          .invoices({ id: invoice.id })
          .claim.post(file ? { file } : {}),
      ),
    )
    toastSuccess(t('checkout.claimSent'))
    onClose()
  }
  const validate = ({ type }: File) => (accepted.includes(type) ? null : t('checkout.claimType'))
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('checkout.claimSend')}
      onClose={onClose}
      action={t('checkout.claimSend')}
      above={<p className="mb-4 text-muted">{t('checkout.claimText')}</p>}
    >
      <FileField
        field={form.field('receipt')}
        label={t('checkout.claimReceipt')}
        hint={t('checkout.claimReceiptHint')}
        accept={accepted.join(',')}
        validate={validate}
        maxSize={limits.receipt}
      />
    </FormDialog>
  )
}

const accepted = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf']
