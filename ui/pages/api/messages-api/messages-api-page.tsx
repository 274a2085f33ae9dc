import { useState } from 'react'
import { useTitle } from '../../../lib/title'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { Guide } from './guide'
import { TokenField } from './token-field'
import { TryForms } from './try-forms'

/** Documentation of the messages API, with forms that send a request. */
export function MessagesApiPage() {
  const { t } = useTranslation()
  const [token, setToken] = useState('')
  const isAllowed = useLeaveWithoutPlan('useExternalApi', t('messagesApi.refused'))
  useTitle(t('messagesApi.title'))
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
