import { useState } from 'react'
import { Link } from 'wouter'
import { Alert } from '../../../components/alert'
import { paths } from '../../../lib/paths'
import { renewalToken } from '../../../lib/session'
import { readLoginNotice } from '../../../lib/session-end'
import { dueDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** Reason why the previous session ended, unless the user logged out. */
export function SessionEndNotice() {
  const { t } = useTranslation()
  const [reason] = useState(readLoginNotice)
  switch (reason?.kind) {
    case 'elsewhere':
      return (
        <Alert tone="warn" title={t('auth.endedElsewhere')}>
          {t('auth.endedElsewhereText')}
        </Alert>
      )
    case 'expired':
      return <Alert tone="info">{t('auth.endedExpired')}</Alert>
    case 'tooOld':
      return <Alert tone="info">{t('auth.endedTooOld', { days: reason.days })}</Alert>
    case 'disabled':
      return <Alert tone="danger">{t('auth.endedDisabled')}</Alert>
    case 'subscription':
      return <SubscriptionExpired dueDate={reason.dueDate} />
    case 'newPassword':
      return <Alert tone="good">{t('forgotten.done')}</Alert>
    case 'signedUp':
      return <Alert tone="good">{t('auth.signupDone')}</Alert>
    case 'renewed':
      return <Alert tone="good">{t('auth.renewed')}</Alert>
    default:
      return null
  }
}

export function SubscriptionExpired({ dueDate }: { dueDate: string }) {
  const { t } = useTranslation()
  const mayRenew = useValue(renewalToken) !== null
  return (
    <Alert tone="warn" title={t('auth.expiredTitle', { date: dueDay(dueDate) })}>
      {mayRenew ? t('auth.expiredRenew') : t('auth.expiredText')}
      {mayRenew && (
        <Link href={paths.renew} className="mt-1 block font-semibold text-accent-ink underline underline-offset-2">
          {t('auth.renew')}
        </Link>
      )}
    </Alert>
  )
}
