import i18n from 'i18next'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { useLive } from '../../../lib/realtime'
import { toastError, toastSuccess } from '../../../lib/toast'

const newestFirst = (a: Campaign, b: Campaign) => b.id - a.id

let searchParam = ''

/** Campaigns of the company, newest first; the cursor is a page number. */
export const campaigns = createList<Campaign>({
  async load(cursor = '1') {
    const pageNumber = Number(cursor)
    const { records, hasMore, count } = await unwrapResponse(api.campaigns.get({ query: { searchParam, pageNumber } }))
    return { rows: records, hasMore, next: String(pageNumber + 1), count }
  },
  compare: newestFirst,
  pagedBy: newestFirst,
  // A campaign that starts now often runs before the response of its save arrives.
  isOlder: (row, present) => row.updatedAt < present.updatedAt,
})

export function searchCampaigns(text: string) {
  searchParam = text
  campaigns.clear()
  void campaigns.more()
}

/** Subscribes the list to events; a search is loaded again, because the server decides its matches. */
export function useCampaignsLive() {
  useLive(
    {
      campaign(event) {
        if (event.action === 'progress') return
        if (event.action === 'delete') return campaigns.drop(event.campaignId)
        if (searchParam !== '') return void campaigns.reload()
        campaigns.receiveEvent(event.campaign)
      },
    },
    campaigns.reload,
  )
}

/** Runs a request about a campaign and shows its success or the error of the server. */
async function act(request: () => Promise<Campaign | null>, success: string) {
  try {
    const changed = await request()
    if (changed) campaigns.put(changed)
    toastSuccess(success)
  } catch (thrown) {
    toastError(thrown)
  }
}

export async function stopCampaign({ id, name }: Campaign) {
  const isConfirmed = await confirm({
    title: i18n.t('campaigns.stopTitle', { name }),
    text: i18n.t('campaigns.stopText'),
    action: i18n.t('campaigns.stop'),
    danger: true,
  })
  if (isConfirmed) await act(() => unwrapResponse(api.campaigns({ id }).cancel.post()), i18n.t('campaigns.stopped'))
}

export const restartCampaign = ({ id }: Campaign) =>
  act(() => unwrapResponse(api.campaigns({ id }).restart.post()), i18n.t('campaigns.restarted'))

/** Creates a draft with the texts, files and recipients of the campaign. */
export const duplicateCampaign = ({ id }: Campaign) =>
  act(() => unwrapResponse(api.campaigns({ id }).duplicate.post()), i18n.t('campaigns.duplicated'))

export async function removeCampaign({ id, name }: Campaign) {
  const isConfirmed = await confirm({
    title: i18n.t('campaigns.deleteTitle', { name }),
    text: i18n.t('campaigns.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  await act(async () => {
    await unwrapResponse(api.campaigns({ id }).delete())
    campaigns.drop(id)
    return null
  }, i18n.t('campaigns.deleted'))
}
