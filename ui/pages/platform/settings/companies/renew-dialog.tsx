import { useEffect, useState } from 'react'
import type { Company } from '../../../../../src/features/provider/companies/model'
import type { CompanyInvoice } from '../../../../../src/features/provider/invoices/model'
import { daysBetween, renewed, renewedByPayment } from '../../../../../src/shared/recurrence'
import { Alert } from '../../../../components/alert'
import { FormDialog } from '../../../../components/form-dialog'
import { Select } from '../../../../components/select'
import { createForm, useForm } from '../../../../lib/form'
import { formatMoney } from '../../../../lib/money'
import { dayOf, dueDay } from '../../../../lib/time'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { oldestUnpaidInvoice, renewLicence, settleInvoice } from './store'

interface RenewDialogProps {
  company: Company
  onClose: () => void
}

/** Asks before a renewal, with the new due date. An unpaid invoice is settled with it, so that it is not paid twice. */
export function RenewDialog({ company, onClose }: RenewDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ how: 'settle' }, {}))
  const invoice = useUnpaidInvoice(company, onClose)
  const { name, dueDate, recurrence } = company
  const forward = renewed(company, recurrence).dueDate
  const graceDays = daysBetween(dueDate, company.worksUntil)
  const graceStart = dayOf(new Date(Date.now() - graceDays * 86_400_000).toISOString())
  const paid = renewedByPayment(company, graceStart, recurrence).dueDate
  const send = async ({ how }: { how: string }) => {
    if (invoice && how === 'settle') await settleInvoice(company, invoice)
    else await renewLicence(company)
    onClose()
  }
  if (invoice === undefined) return null
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('companies.renewOf', { name })}
      onClose={onClose}
      action={t('companies.renew')}
      above={<p className="mb-4 text-muted">{t('companies.renewText', { from: dueDay(dueDate) })}</p>}
    >
      {invoice ? (
        <>
          <Alert tone="warn">
            {t('companies.renewUnpaid', { date: dueDay(invoice.dueDate), value: formatMoney(invoice.value) })}
          </Alert>
          <Select
            field={form.field('how')}
            label={t('companies.renewHow')}
            choices={[
              { value: 'settle', label: t('companies.renewSettle', { date: dueDay(paid) }) },
              { value: 'keep', label: t('companies.renewKeep', { date: dueDay(forward) }) },
            ]}
          />
        </>
      ) : (
        <p className="font-medium">{t('companies.renewTo', { date: dueDay(forward) })}</p>
      )}
    </FormDialog>
  )
}

/** Oldest unpaid invoice: undefined while it loads, null if there is none. Closes the dialog if it cannot be loaded. */
function useUnpaidInvoice(company: Company, onFailed: () => void): CompanyInvoice | null | undefined {
  const [invoice, setInvoice] = useState<CompanyInvoice | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once per dialog.
  useEffect(() => {
    oldestUnpaidInvoice(company).then(setInvoice, (failure) => {
      toastError(failure)
      onFailed()
    })
  }, [])
  return invoice
}
