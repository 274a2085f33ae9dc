import type { Invoice } from '../../../../src/features/provider/invoices/model'
import { formatDate } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

/** Line below an open invoice: the payment that the company has reported, or why it was not confirmed. */
export function ClaimNote({ claim }: { claim: NonNullable<Invoice['claim']> }) {
  const { t } = useTranslation()
  return (
    <span className={claim.refusal ? 'block text-danger-ink text-sm' : 'block text-info text-sm'}>
      {claim.refusal
        ? t('financeiro.claimRefused', { reason: claim.refusal })
        : t('financeiro.claimedOn', { date: formatDate(claim.at) })}
    </span>
  )
}
