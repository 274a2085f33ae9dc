import { Link } from 'wouter'
import { toTickets } from '../../../lib/paths'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { FirstSteps } from './first-steps'

/** The list of first steps as a page, for narrow screens and links; its last step is done on the tickets page. */
export function FirstStepsPage() {
  const { t } = useTranslation()
  useTitle(t('firstSteps.title'))
  return (
    <div className="py-2">
      <h1 className="sr-only">{t('firstSteps.title')}</h1>
      <FirstSteps />
      <p className="mx-auto max-w-xl px-4 pb-4">
        <Link
          href={toTickets()}
          className="inline-flex min-h-control items-center font-medium text-accent-ink underline underline-offset-2"
        >
          {t('firstSteps.openTickets')}
        </Link>
      </p>
    </div>
  )
}
