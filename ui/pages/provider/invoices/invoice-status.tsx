import type { Invoice } from '../../../../src/features/provider/invoices/model'
import { Badge } from '../../../components/badge'
import { useTranslation } from '../../../lib/use-translation'

const tones = { open: 'neutral', paid: 'good', expired: 'danger' } as const

export function InvoiceStatus({ status }: { status: Invoice['status'] }) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`financeiro.status.${status}`)}</Badge>
}
