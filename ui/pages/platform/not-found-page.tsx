import { Compass } from 'lucide-react'
import { Link } from 'wouter'
import { EmptyState } from '../../components/empty-state'
import { toTickets } from '../../lib/paths'
import { useTitle } from '../../lib/title'
import { useTranslation } from '../../lib/use-translation'

export function NotFoundPage() {
  const { t } = useTranslation()
  useTitle(t('common.notFoundTitle'))
  return (
    <EmptyState
      isPage
      icon={<Compass />}
      title={t('common.notFoundTitle')}
      text={t('common.notFoundText')}
      action={
        <Link href={toTickets()} className="font-medium text-accent-ink underline underline-offset-2">
          {t('common.notFoundAction')}
        </Link>
      }
    />
  )
}
