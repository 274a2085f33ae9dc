import i18n from 'i18next'
import { useEffect } from 'react'
import type { Campaign } from '../../src/features/campaigns/campaign/model'
import { api, unwrapResponse } from '../lib/api'
import { useCan } from '../lib/can'
import { addToHistory } from '../lib/notify-history'
import { toCampaignReport } from '../lib/paths'
import { useLive } from '../lib/realtime'
import { me, useMe } from '../lib/session'
import { readStored, writeStored } from '../lib/storage'
import { whenIdle } from '../lib/when-idle'
import { cancelledText } from './campaign-texts'

/** Age in ms up to which a stop enters the bell's history; the same as for alerts about numbers. */
const maxAge = 7 * 24 * 3_600_000
const maxRemembered = 100
const storageKey = () => `campaign-alerts:${me.peek()?.id ?? 0}`

/** Enters campaigns that the server stopped in the bell's history, those of the user's absence too; mounted in the shell. */
export function useCampaignAlerts() {
  const { id, company } = useMe()
  const mayRead = useCan('campaign:view')
  const isConcerned = mayRead && company.plan.useCampaigns
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has another history.
  useEffect(() => (isConcerned ? whenIdle(() => void loadStopped()) : undefined), [isConcerned, id])
  useLive({ campaign: (event) => 'campaign' in event && receiveStopped(event.campaign) }, () =>
    isConcerned ? void loadStopped() : undefined,
  )
}

/** Errors are ignored: the history is optional, and the page of campaigns shows its own errors. */
const loadStopped = () =>
  unwrapResponse(api.campaigns.get({ query: { status: 'CANCELADA' } })).then(
    ({ records }) => records.toReversed().forEach(receiveStopped),
    () => undefined,
  )

/** Each stop of a run is entered once on this device; later changes of a stopped campaign repeat it in their events. */
function receiveStopped(campaign: Campaign) {
  const { id, name, reason, startedAt, updatedAt } = campaign
  const text = cancelledText(i18n.t, campaign)
  if (text === null || Date.parse(updatedAt) < Date.now() - maxAge) return
  const stop = `${id}/${startedAt ?? ''}/${reason}`
  const entered: string[] = JSON.parse(readStored(storageKey()) ?? '[]')
  if (entered.includes(stop)) return
  writeStored(storageKey(), JSON.stringify([...entered, stop].slice(-maxRemembered)))
  const title = i18n.t('campaigns.alertTitle', { name, interpolation: { escapeValue: false } })
  addToHistory({ key: `campaign-${id}`, kind: 'campaign', title, text, to: toCampaignReport(id), at: updatedAt })
}
