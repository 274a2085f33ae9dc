import { useCallback, useEffect, useRef, useState } from 'react'
import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { api, unwrapResponse } from '../../../lib/api'
import { useLive } from '../../../lib/realtime'

/** Delay in ms before the report of a campaign that has just finished loads again. */
const finishedDelayMs = 5000
/** A wait ends without an event, so a running report loads again after this time in ms. */
const refreshMs = 30_000

/** Figures of one campaign, live. `version` counts the loads, for lists that load with it. */
export function useReport(id: number) {
  const [report, setReport] = useState<CampaignReport | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [version, setVersion] = useState(0)
  const request = useRef(0)
  const load = useCallback(async () => {
    const current = ++request.current
    try {
      const answer = await unwrapResponse<CampaignReport>(api.campaigns({ id }).report.get())
      if (current !== request.current) return
      setReport(answer)
      setFailure(null)
      setVersion(current)
    } catch (thrown) {
      if (current === request.current) setFailure(thrown)
    }
  }, [id])
  useEffect(() => void load(), [load])
  useRefresh(report, load)
  useCampaignEvents(id, load, setFailure)
  return { report, failure: report ? null : failure, version, reload: load }
}

function useRefresh(report: CampaignReport | null, load: () => Promise<void>) {
  useEffect(() => {
    if (report?.campaign.status !== 'EM_ANDAMENTO') return
    const timer = setTimeout(() => void load(), refreshMs)
    return () => clearTimeout(timer)
  }, [report, load])
}

function useCampaignEvents(id: number, load: () => Promise<void>, fail: (failure: unknown) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(
    {
      campaign(event) {
        if (event.action === 'delete') return event.campaignId === id && fail({ error: 'ERR_NO_CAMPAIGN_FOUND' })
        if (event.action === 'progress') return event.campaignId === id && load()
        if (event.campaign.id !== id) return
        if (event.campaign.status !== 'FINALIZADA') return load()
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void load(), finishedDelayMs)
      },
    },
    load,
  )
}
