import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../lib/paths'
import { useMe } from '../../lib/session'
import { useTitle } from '../../lib/title'
import { toastWarning } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { Guide } from './guide'
import { TokenField } from './token-field'
import { TryForms } from './try-forms'

/** Documentation of the messages API, with forms that send a request. */
export function MessagesApiPage() {
  const { t } = useTranslation()
  const [token, setToken] = useState('')
  const isAllowed = useMe().company.plan.useExternalApi
  useTitle(t('messagesApi.title'))
  useLeaveWithoutPlan(!isAllowed)
  if (!isAllowed) return null
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 sm:p-6">
      <div>
        <h1 className="font-semibold text-xl">{t('messagesApi.title')}</h1>
        <p className="text-muted">{t('messagesApi.lead')}</p>
      </div>
      <Guide />
      <TokenField token={token} onToken={setToken} />
      <TryForms token={token} />
    </div>
  )
}

/** Without the plan feature: shows a message and goes to the home screen after 1 s (specification, part 2 §2). */
function useLeaveWithoutPlan(refused: boolean) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!refused) return
    toastWarning(t('messagesApi.refused'))
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), 1000)
    return () => clearTimeout(timer)
  }, [refused, navigate, t])
}
