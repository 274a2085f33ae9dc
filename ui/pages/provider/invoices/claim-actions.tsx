import { FileDown, X } from 'lucide-react'
import { useState } from 'react'
import type { CompanyInvoice } from '../../../../src/features/provider/invoices/model'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { createForm, required, useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { downloadReceipt, refuseClaim } from './store'

/** Receipt of a reported payment, and its refusal while it waits. */
export function ClaimActions({ invoice }: { invoice: CompanyInvoice }) {
  const { t } = useTranslation()
  const [refusing, setRefusing] = useState(false)
  const { claim, status, companyName: company } = invoice
  return (
    <span className="flex gap-2">
      {claim?.receipt && (
        <Button
          size="sm"
          icon={<FileDown aria-hidden />}
          aria-label={t('financeiro.receiptOf', { company })}
          onClick={() => void downloadReceipt(invoice)}
        >
          {t('financeiro.receipt')}
        </Button>
      )}
      {status !== 'paid' && claim?.refusal === null && (
        <Button
          size="sm"
          icon={<X aria-hidden />}
          aria-label={t('financeiro.refuseOf', { company })}
          onClick={() => setRefusing(true)}
        >
          {t('financeiro.refuse')}
        </Button>
      )}
      {refusing && <RefuseDialog invoice={invoice} onClose={() => setRefusing(false)} />}
    </span>
  )
}

function RefuseDialog({ invoice, onClose }: { invoice: CompanyInvoice; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ reason: '' }, { reason: [required] }))
  const send = async ({ reason }: { reason: string }) => {
    await refuseClaim(invoice, reason)
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('financeiro.refuseTitle')}
      onClose={onClose}
      action={t('financeiro.refuse')}
      above={<p className="mb-4 text-muted">{t('financeiro.refuseText')}</p>}
    >
      <TextField
        field={form.field('reason')}
        label={t('financeiro.refuseReason')}
        maxLength={limits.claimRefusal.max}
        rows={3}
        autoFocus
      />
    </FormDialog>
  )
}
