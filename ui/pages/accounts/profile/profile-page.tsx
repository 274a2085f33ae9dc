import { PageHead } from '../../../components/page-head'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { AboutCard } from './about-card'
import { AlertsCard } from './alerts-card'
import { PasskeysCard } from './passkeys-card'
import { PasswordCard } from './password-card'
import { SecondFactorCard } from './second-factor-card'
import { SessionsCard } from './sessions-card'
import { WritingCard } from './writing-card'

/** Account settings of the user. */
export function ProfilePage() {
  const { t } = useTranslation()
  useTitle(t('profile.title'))
  return (
    <div className="page page-form">
      <PageHead title={t('profile.title')} lead={t('profile.lead')} />
      <div className="flex flex-col gap-4">
        <AboutCard />
        <WritingCard />
        <PasswordCard />
        <SecondFactorCard />
        <PasskeysCard />
        <AlertsCard />
        <SessionsCard />
      </div>
    </div>
  )
}
