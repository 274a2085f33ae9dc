import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { AppError } from '../../../../src/shared/errors'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { PublicFrame } from '../../../layout/public-frame'
import { publicApi, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { paths } from '../../../lib/paths'
import { storeLoginNotice } from '../../../lib/session-end'
import { errorText } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'

/** Errors of a link that has ended or was used before. */
const usedUp = ['ERR_INVITATION_INVALID', 'ERR_EMAIL_TAKEN', 'ERR_COMPANY_NAME_ALREADY_EXISTS']

/** Link of a sign-up's mail. The company is made by the button, because mail programs open links by themselves. */
export function ConfirmPage() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [token] = useState(() => location.hash.slice(1))
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<AppError | null>(null)
  const confirm = async () => {
    setBusy(true)
    try {
      await unwrapResponse(publicApi.companies.cadastro.confirm.post({ token: token || '-' }))
      storeLoginNotice({ kind: 'signedUp' })
      navigate(paths.login)
    } catch (thrown) {
      setFailure(asFailure(thrown))
      setBusy(false)
    }
  }
  return (
    <PublicFrame title={t('auth.confirmTitle')} lead={t('auth.confirmLead')}>
      <div className="flex flex-col gap-4">
        {failure && (
          <Alert tone="warn">{usedUp.includes(failure.code) ? t('auth.confirmFailed') : errorText(failure)}</Alert>
        )}
        <Button variant="primary" busy={isBusy} onClick={() => void confirm()}>
          {t('auth.confirm')}
        </Button>
        <Link href={paths.login} className="font-medium text-accent-ink underline underline-offset-2">
          {t('auth.toLogin')}
        </Link>
      </div>
    </PublicFrame>
  )
}
