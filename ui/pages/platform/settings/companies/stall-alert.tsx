import { useEffect, useState } from 'react'
import type { StalledJob } from '../../../../../src/features/provider/stalls/model'
import { Alert } from '../../../../components/alert'
import { api, unwrapResponse } from '../../../../lib/api'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'

/** Jobs that stopped the server in the last days and were not repeated. Without an answer nothing is shown. */
export function StallAlert() {
  const { t } = useTranslation()
  const [jobs, setJobs] = useState<StalledJob[]>([])
  useEffect(() => {
    unwrapResponse(api.stalls.get()).then(
      (answer) => setJobs(answer.jobs),
      () => {},
    )
  }, [])
  if (jobs.length === 0) return null
  return (
    <div className="mb-3">
      <Alert tone="danger" title={t('companies.stalls')}>
        <p>{t('companies.stallsText')}</p>
        <ul className="mt-1">
          {jobs.map(({ id, name, company, failedAt }) => (
            <li key={id}>{t('companies.stall', { when: formatDateTime(failedAt), job: name, company })}</li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
