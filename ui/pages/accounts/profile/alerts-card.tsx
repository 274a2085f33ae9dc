import { useEffect, useState } from 'react'
import { Switch } from '../../../components/switch'
import { api, unwrapResponse } from '../../../lib/api'
import { useCan } from '../../../lib/can'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { ProfileSection } from './profile-section'

/** Switch for alerts about numbers by e-mail; nothing for users who receive none. */
export const AlertsCard = () => (useCan('connection:edit') ? <AlertMails /> : null)

function AlertMails() {
  const { t } = useTranslation()
  const [state, setState] = useState<{ mails: boolean; sent: boolean } | null>(null)
  useEffect(() => {
    unwrapResponse(api.alerts.mails.get()).then(setState, toastError)
  }, [])
  const change = async (mails: boolean) => {
    try {
      setState(await unwrapResponse(api.alerts.mails.put({ mails })))
      toastSuccess(mails ? t('health.mailsOn') : t('health.mailsOff'))
    } catch (thrown) {
      toastError(thrown)
    }
  }
  return (
    <ProfileSection title={t('health.mails')} lead={t('health.mailsLead')}>
      <Switch
        label={t('health.mailsSwitch')}
        hint={state?.sent === false ? t('health.mailsUnsent') : undefined}
        checked={state?.mails ?? true}
        disabled={!state}
        onChange={(mails) => void change(mails)}
      />
    </ProfileSection>
  )
}
