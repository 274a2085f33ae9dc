import { Alert } from '../../../components/alert'
import { useTranslation } from '../../../lib/use-translation'

/** Status and body of a response. */
export interface ApiResponse {
  status: number
  body: unknown
}

export function ApiResponseView({ status, body }: ApiResponse) {
  const { t } = useTranslation()
  return (
    <Alert tone={status === 200 ? 'good' : 'danger'} title={`${t('messagesApi.result')}: ${status}`}>
      <pre className="whitespace-pre-wrap wrap-anywhere">{JSON.stringify(body, null, 2)}</pre>
    </Alert>
  )
}
