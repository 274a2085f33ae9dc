import { Check, ReceiptText, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import type { CompanyInvoice } from '../../../../src/features/provider/invoices/model'
import { BoxedList } from '../../../components/boxed-list'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { PageTools } from '../../../components/page-tools'
import { BareSelect } from '../../../components/select'
import { classes } from '../../../lib/classes'
import { formatMoney } from '../../../lib/money'
import { dueDay, formatDate } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { ClaimActions } from './claim-actions'
import { ClaimNote } from './claim-note'
import { ExtraNote } from './extra-note'
import { InvoiceStatus } from './invoice-status'
import { allInvoices, changeInvoiceFilter, confirmPaid, invoiceFilter, resetAllInvoices, undoSettlement } from './store'

/** Invoices of all companies, for super users, who can confirm payments. */
export function AllCompanies() {
  const { t } = useTranslation()
  const { status } = useValue(invoiceFilter)
  useEffect(() => resetAllInvoices, [])
  const choices = [
    { value: 'claimed', label: t('financeiro.filterClaimed') },
    { value: 'open', label: t('financeiro.filterOpen') },
    { value: 'paid', label: t('financeiro.filterPaid') },
    { value: 'all', label: t('financeiro.filterAll') },
  ]
  return (
    <>
      <PageTools
        search={{
          label: t('financeiro.searchCompany'),
          onSearch: (searchParam) => changeInvoiceFilter({ searchParam }),
        }}
      >
        <BareSelect
          label={t('financeiro.statusTitle')}
          value={status ?? 'all'}
          choices={choices}
          onChange={(value) =>
            changeInvoiceFilter({ status: value === 'all' ? undefined : (value as 'open' | 'paid' | 'claimed') })
          }
          className="w-56"
        />
      </PageTools>
      <BoxedList
        list={allInvoices}
        label={t('financeiro.everyones')}
        skeletonRows={6}
        empty={<EmptyState icon={<ReceiptText />} title={t('financeiro.nothingOwed')} />}
        render={(invoice) => <Row invoice={invoice} />}
      />
    </>
  )
}

/** Day of the payment; while it can be taken back, with the button for that. */
function PaidPart({ invoice }: { invoice: CompanyInvoice }) {
  const { t } = useTranslation()
  const { paidAt, undoableUntil, companyName: company, dueDate } = invoice
  return (
    <span className="flex flex-col items-end gap-1">
      {t('financeiro.paidOn', { date: paidAt ? formatDate(paidAt) : '' })}
      {undoableUntil && (
        <Button
          size="sm"
          icon={<Undo2 aria-hidden />}
          aria-label={t('financeiro.undoOf', { company, date: dueDay(dueDate) })}
          onClick={() => void undoSettlement(invoice)}
        >
          {t('financeiro.undo')}
        </Button>
      )}
    </span>
  )
}

function Row({ invoice }: { invoice: CompanyInvoice }) {
  const { t } = useTranslation()
  const { companyName, detail, value, dueDate, status, claim, extra } = invoice
  return (
    <li
      className={classes(
        'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2',
        status === 'expired' && 'bg-danger-soft',
      )}
    >
      <span className="min-w-0 flex-1 basis-full sm:basis-48">
        <span className="block truncate font-medium">{companyName}</span>
        <span className="block truncate text-muted text-sm">{detail}</span>
        <ExtraNote extra={extra} />
        {status !== 'paid' && claim && <ClaimNote claim={claim} />}
      </span>
      <span className="w-24 font-medium tabular-nums">{formatMoney(value)}</span>
      <span className="min-w-0 flex-1 text-muted text-sm tabular-nums sm:w-24 sm:flex-none">{dueDay(dueDate)}</span>
      <span className="flex w-24 justify-end sm:justify-start">
        <InvoiceStatus status={status} />
      </span>
      {claim && <ClaimActions invoice={invoice} />}
      <span className="ml-auto flex justify-end whitespace-nowrap text-muted text-sm sm:w-36">
        {status === 'paid' ? (
          <PaidPart invoice={invoice} />
        ) : (
          <Button
            size="sm"
            icon={<Check aria-hidden />}
            aria-label={t('financeiro.confirmOf', { company: companyName, date: dueDay(dueDate) })}
            onClick={() => void confirmPaid(invoice)}
          >
            {t('financeiro.confirm')}
          </Button>
        )}
      </span>
    </li>
  )
}
