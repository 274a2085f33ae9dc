import { Button } from '../../components/button'
import { PublicFrame } from '../../layout/public-frame'
import { logout, updateMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { Enrolment } from '../profile/enrolment'

/** A super user without a second factor gets no further than this. */
export function EnrolPage() {
  const { t } = useTranslation()
  return (
    <PublicFrame title={t('twoStep.forcedTitle')} lead={t('twoStep.forcedLead')}>
      <Enrolment onDone={() => updateMe({ secondFactor: true, mustEnrol: false })} />
      <Button variant="quiet" className="mt-6" onClick={() => void logout()}>
        {t('shell.logout')}
      </Button>
    </PublicFrame>
  )
}
