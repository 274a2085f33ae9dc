import { Button } from '../../components/button'
import { PublicFrame } from '../../layout/public-frame'
import { logout, updateMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { Enrolment } from '../profile/enrolment'

/** Only screen for a super user without a second factor. */
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
