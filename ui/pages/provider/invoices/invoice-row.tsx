import { CreditCard } from 'lucide-react'
import { Link } from 'wouter'
import type { Invoice } from '../../../../src/features/provider/invoices/model'
import { classes } from '../../../lib/classes'
import { formatMoney } from '../../../lib/money'
import { toCheckout } from '../../../lib/paths'
import { dueDay, formatDate } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { ClaimNote } from './claim-note'
import { ExtraNote } from './extra-note'
import { InvoiceStatus } from './invoice-status'

/** Columns on wide screens, two lines on phones. */
export const rowClass =
  'grid min-h-14 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[4rem_1fr_7rem_7rem_6rem_9rem]'

export function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const { id, detail, value, dueDate, status, claim, extra } = invoice
  return (
    <li className={classes(rowClass, status === 'expired' && 'bg-danger-soft')}>
      <span className="hidden text-muted tabular-nums sm:block">{id}</span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{detail}</span>
        <ExtraNote extra={extra} />
        {status !== 'paid' && claim && <ClaimNote claim={claim} />}
      </span>
      <span className="text-right font-medium tabular-nums sm:text-left">{formatMoney(value)}</span>
      <span className="text-muted text-xs tabular-nums sm:text-sm">
        <span className="sm:hidden">{t('financeiro.dueDate')} </span>
        {dueDay(dueDate)}
      </span>
      <span className="hidden sm:block">
        <InvoiceStatus status={status} />
      </span>
      <span className="flex items-center justify-end gap-2">
        {/* The day of payment replaces it on phones. */}
        {status !== 'paid' && (
          <span className="sm:hidden">
            <InvoiceStatus status={status} />
          </span>
        )}
        <Action invoice={invoice} />
      </span>
    </li>
  )
}

function Action({ invoice: { id, status, paidAt, detail } }: { invoice: Invoice }) {
  const { t } = useTranslation()
  if (status === 'paid')
    return (
      <span className="whitespace-nowrap text-muted text-sm">
        {t('financeiro.paidOn', { date: paidAt ? formatDate(paidAt) : '' })}
      </span>
    )
  return (
    <Link
      href={toCheckout(id)}
      aria-label={t('financeiro.payOf', { name: detail, id })}
      className="inline-flex h-control-sm items-center gap-1.5 rounded-md bg-accent px-3 font-medium text-on-accent text-sm hover:bg-accent-hover [&_svg]:size-4"
    >
      <CreditCard aria-hidden />
      {t('financeiro.pay')}
    </Link>
  )
}
