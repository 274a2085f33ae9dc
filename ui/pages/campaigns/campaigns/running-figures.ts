import { useEffect, useState } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import type { CampaignProgress } from '../../../../src/features/campaigns/report/report-model'
import { api, unwrapResponse } from '../../../lib/api'
import { useLive } from '../../../lib/realtime'

/** A wait ends without an event, so its text is loaded again after this time in ms. */
const refreshMs = 30_000

/** Counts and waiting reason of a running campaign, live; null while it does not run or before the first answer. */
export function useRunningFigures({ id, status }: Pick<Campaign, 'id' | 'status'>): CampaignProgress | null {
  const isRunning = status === 'EM_ANDAMENTO'
  const [figures, setFigures] = useState<CampaignProgress | null>(null)
  const [asked, setAsked] = useState(0)
  const askAgain = () => setAsked((times) => times + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again each time it is asked.
  useEffect(() => {
    if (!isRunning) return setFigures(null)
    let isCurrent = true
    // The row stays as it is when the request fails; the next event or minute repeats it.
    const keep = (answer: CampaignProgress) => isCurrent && setFigures(answer)
    unwrapResponse<CampaignProgress>(api.campaigns({ id }).progress.get()).then(keep, () => undefined)
    const timer = setTimeout(askAgain, refreshMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [id, isRunning, asked])
  useLive(
    {
      campaign(event) {
        const changed = 'campaign' in event ? event.campaign.id : event.campaignId
        if (changed === id) askAgain()
      },
    },
    askAgain,
  )
  return figures
}
