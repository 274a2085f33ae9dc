import type { ReactNode } from 'react'
import type { Invoice } from '../../../../src/features/provider/invoices/model'
import type { Payer } from '../../../../src/features/provider/payments/model'
import { documentMask } from '../../../../src/shared/document'
import { formatMoney } from '../../../lib/money'
import { dueDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

/** Step three: summary before the charge is created. */
export function ReviewStep({ invoice, payer }: { invoice: Invoice; payer: Payer }) {
  const { t } = useTranslation()
  return (
    <dl className="divide-y divide-line rounded-lg border border-line">
      <Line name={t('checkout.what')}>{invoice.detail}</Line>
      <Line name={t('checkout.due')}>{dueDay(invoice.dueDate)}</Line>
      <Line name={t('checkout.who')}>
        {payer.firstName} {payer.lastName}
        {payer.document && <span className="block text-muted">{documentMask(payer.document)}</span>}
      </Line>
      <Line name={t('checkout.where')}>
        {payer.address}
        <span className="block text-muted">{[payer.city, payer.state, payer.zipcode, payer.country].join(', ')}</span>
      </Line>
      <Line name={t('checkout.total')}>
        <strong className="text-lg tabular-nums">{formatMoney(invoice.value)}</strong>
      </Line>
    </dl>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-4 px-4 py-2.5">
    <dt className="w-28 shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 flex-1 break-words">{children}</dd>
  </div>
)
