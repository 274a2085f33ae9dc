import { useEffect, useState } from 'react'
import type { Estimate as EstimateAnswer } from '../../../../src/features/campaigns/campaign/model'
import { api, unwrapResponse } from '../../../lib/api'
import { isoDayOf } from '../../../lib/form'
import { locale } from '../../../lib/language'
import { formatDateTime } from '../../../lib/time'
import { errorText } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { CampaignForm } from './campaign-form'

/** Number of people who receive the campaign, who of the list does not, and when it ends at the pace of the settings. */
export function Estimate({ form }: { form: CampaignForm }) {
  const { t } = useTranslation()
  const { isComplete, answer, failure } = useEstimate(form)
  return (
    <section aria-label={t('campaigns.estimate')} className="rounded-md border border-line bg-ground p-3">
      <h3 className="mb-1 font-medium text-sm">{t('campaigns.estimate')}</h3>
      <div aria-live="polite" className="flex flex-col gap-0.5">
        {!isComplete && <p className="text-muted">{t('campaigns.estimateMissing')}</p>}
        {isComplete && failure !== null && <p className="text-danger-ink">{errorText(failure)}</p>}
        {isComplete && failure === null && !answer && <p className="text-muted">{t('common.loading')}</p>}
        {isComplete && answer && <Answer answer={answer} />}
      </div>
    </section>
  )
}

function Answer({ answer }: { answer: EstimateAnswer }) {
  const { t } = useTranslation()
  const { recipients, unverified, invalid, optedOut, endsAt } = answer
  const counted = (count: number) => ({ count, formatted: count.toLocaleString(locale()) })
  return (
    <>
      {recipients === 0 ? (
        <p className="text-warn">{t('campaigns.estimateNobody')}</p>
      ) : (
        <p className="font-medium">{t('campaigns.estimateCount', counted(recipients))}</p>
      )}
      {recipients > 0 && (
        <p>{endsAt ? t('campaigns.estimateEnds', { when: formatDateTime(endsAt) }) : t('campaigns.estimateLong')}</p>
      )}
      {unverified > 0 && <p className="text-muted">{t('campaigns.estimateUnverified', counted(unverified))}</p>}
      {invalid > 0 && <p className="text-muted">{t('campaigns.estimateInvalid', counted(invalid))}</p>}
      {optedOut > 0 && <p className="text-muted">{t('campaigns.estimateOptedOut', counted(optedOut))}</p>}
    </>
  )
}

const delayMs = 400

/** Asks the server again when recipients, connection or start change. */
function useEstimate(form: CampaignForm) {
  const [result, setResult] = useState<{ key: string; answer?: EstimateAnswer; failure?: unknown } | null>(null)
  const contactListId = useValue(form.field('contactListId').value)
  const tagId = useValue(form.field('tagId').value)
  const whatsappId = useValue(form.field('whatsappId').value)
  const start = useValue(form.field('start').value)
  const day = isoDayOf(useValue(form.field('date').value))
  const time = useValue(form.field('time').value)
  const scheduledAt = start === 'later' && day && /^\d\d:\d\d$/.test(time) ? `${day}T${time}` : null
  const isComplete = whatsappId !== '' && (contactListId !== '' || tagId !== '')
  const key = [contactListId, tagId, whatsappId, scheduledAt].join('/')
  useEffect(() => {
    if (!isComplete) return
    let isCurrent = true
    const input = {
      ...{ contactListId: Number(contactListId) || null, tagId: Number(tagId) || null },
      ...{ whatsappId: Number(whatsappId), scheduledAt },
    }
    const ask = () =>
      unwrapResponse<EstimateAnswer>(api.campaigns.estimate.post(input)).then(
        (answer) => isCurrent && setResult({ key, answer }),
        (failure: unknown) => isCurrent && setResult({ key, failure }),
      )
    const timer = setTimeout(ask, delayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isComplete, contactListId, tagId, whatsappId, scheduledAt, key])
  const current = result?.key === key ? result : null
  return { isComplete, answer: current?.answer ?? null, failure: current?.failure ?? null }
}
