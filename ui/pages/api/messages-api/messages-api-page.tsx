import { useState } from 'react'
import { PageHead } from '../../../components/page-head'
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
    <div className="page flex flex-col gap-4">
      <PageHead title={t('messagesApi.title')} lead={t('messagesApi.lead')} />
      <Guide />
      <TokenField token={token} onToken={setToken} />
      <TryForms token={token} />
    </div>
  )
}
