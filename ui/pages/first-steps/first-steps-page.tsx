import { useTitle } from '../../lib/title'
import { useTranslation } from '../../lib/use-translation'
import { FirstSteps } from './first-steps'

/** The list of first steps as a page, for narrow screens and links. */
export function FirstStepsPage() {
  const { t } = useTranslation()
  useTitle(t('firstSteps.title'))
  return (
    <div className="py-2">
      <h1 className="sr-only">{t('firstSteps.title')}</h1>
      <FirstSteps />
    </div>
  )
}
