import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/button'
import { PublicFrame } from '../../../layout/public-frame'
import { passkeyObstacle } from '../../../lib/passkeys'
import { logout, updateMe, useMe } from '../../../lib/session'
import { forgetTypedPassword, typedPassword } from '../../../lib/typed-password'
import { useTranslation } from '../../../lib/use-translation'
import { Enrolment } from '../profile/enrolment'
import { NewPasskey } from '../profile/new-passkey'

/** Only screen of a login without a required second factor. The password of that login is not asked for again. */
export function EnrolPage() {
  const { t } = useTranslation()
  const isSuper = useMe().super
  const [withPasskey, setWithPasskey] = useState(false)
  const [isOn, setOn] = useState(false)
  const [password] = useState(typedPassword)
  useEffect(() => forgetTypedPassword, [])
  const done = () => updateMe({ secondFactor: true, mustEnrol: false })
  return (
    <PublicFrame
      title={t(isOn ? 'twoStep.forcedDoneTitle' : 'twoStep.forcedTitle')}
      lead={t(isOn ? 'twoStep.forcedDone' : isSuper ? 'twoStep.forcedLead' : 'twoStep.forcedByCompany')}
    >
      {/* The steps are narrow in dialogs; here they fill the card like the login form. */}
      <div className="[&_form]:items-stretch">
        {withPasskey ? (
          <NewPasskey password={password} onDone={done} onCodes={() => setOn(true)} />
        ) : (
          <Enrolment password={password} onDone={done} onCodes={() => setOn(true)} />
        )}
      </div>
      {!isOn && (
        <div className="mt-4 flex flex-col gap-2">
          {!passkeyObstacle() && (
            <Button icon={<KeyRound aria-hidden />} onClick={() => setWithPasskey(!withPasskey)}>
              {withPasskey ? t('passkeys.appInstead') : t('passkeys.instead')}
            </Button>
          )}
          <Button variant="quiet" onClick={() => void logout()}>
            {t('shell.logout')}
          </Button>
        </div>
      )}
    </PublicFrame>
  )
}
