import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../components/alert'
import { lastEnding } from '../../lib/ending'
import { dueDay } from '../../lib/time'

/** Why the person is here again, if something other than themselves ended the session. */
export function EndingNotice() {
  const { t } = useTranslation()
  const [ending] = useState(lastEnding)
  switch (ending?.kind) {
    case 'elsewhere':
      return (
        <Alert tone="warn" title={t('auth.endedElsewhere')}>
          {t('auth.endedElsewhereText')}
        </Alert>
      )
    case 'expired':
      return <Alert tone="info">{t('auth.endedExpired')}</Alert>
    case 'disabled':
      return <Alert tone="danger">{t('auth.endedDisabled')}</Alert>
    case 'subscription':
      return <SubscriptionExpired dueDate={ending.dueDate} />
    case 'signedUp':
      return <Alert tone="good">{t('auth.signupDone')}</Alert>
    default:
      return null
  }
}

export function SubscriptionExpired({ dueDate }: { dueDate: string }) {
  const { t } = useTranslation()
  return (
    <Alert tone="warn" title={t('auth.expiredTitle', { date: dueDay(dueDate) })}>
      {t('auth.expiredText')}
    </Alert>
  )
}
