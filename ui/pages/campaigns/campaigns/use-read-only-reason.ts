import { useEffect, useState } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { isEditable } from '../../../../src/shared/campaign/status'
import { useCan } from '../../../lib/can'
import { useTranslation } from '../../../lib/use-translation'

const minute = 60_000

/** Sentence that says why the campaign may not change; null while it may. */
export function useReadOnlyReason(campaign: Campaign | null): string | null {
  const { t } = useTranslation()
  const mayEdit = useCan('campaign:edit')
  const now = useMinutes()
  if (!mayEdit) return t('campaigns.readOnly.permission')
  if (!campaign || isEditable(campaign, now)) return null
  return t(`campaigns.readOnly.${campaign.status as 'EM_ANDAMENTO' | 'FINALIZADA' | 'PROGRAMADA'}`)
}

/** Time of the last render, at least every minute: a scheduled campaign becomes read-only an hour before its start. */
function useMinutes() {
  const [, setTicks] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), minute)
    return () => clearInterval(timer)
  }, [])
  return Date.now()
}
