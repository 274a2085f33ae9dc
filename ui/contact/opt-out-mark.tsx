import { MessageSquareOff } from 'lucide-react'
import { Chip } from '../components/chip'
import { formatDate } from '../lib/time'
import { useTranslation } from '../lib/use-translation'

/** Mark of a person who wants no campaigns, with the day in its tooltip. */
export function OptOutMark({ at }: { at: string | null }) {
  const { t } = useTranslation()
  if (at === null) return null
  return (
    <span title={t('optOuts.markSince', { date: formatDate(at) })} className="inline-flex shrink-0">
      <Chip icon={<MessageSquareOff aria-hidden />}>{t('optOuts.mark')}</Chip>
    </span>
  )
}
