import { formatMoney } from '../../../lib/money'
import { useTranslation } from '../../../lib/use-translation'

/** Line with the part of an invoice that is a difference of plans; nothing without one. */
export function ExtraNote({ extra }: { extra: number }) {
  const { t } = useTranslation()
  if (extra === 0) return null
  return <span className="block text-muted text-sm">{t('financeiro.extra', { value: formatMoney(extra) })}</span>
}
