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
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 p-4 sm:p-6">
      <h1 className="font-semibold text-xl">{t('profile.title')}</h1>
      <AboutCard />
      <WritingCard />
      <PasswordCard />
      <SecondFactorCard />
      <PasskeysCard />
      <AlertsCard />
      <SessionsCard />
    </div>
  )
}
