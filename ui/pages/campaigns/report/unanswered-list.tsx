import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { api, unwrapResponse } from '../../../lib/api'
import { useCan } from '../../../lib/can'
import { toContactList } from '../../../lib/paths'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'

/** Creates a contact list of the recipients who did not answer, and opens it; only after the campaign. */
export function UnansweredList({ report: { campaign, counts } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const isOver = campaign.status === 'FINALIZADA' || campaign.status === 'CANCELADA'
  const mayEdit = useCan('campaign:edit')
  if (!mayEdit || !isOver || counts.sent <= counts.answered) return null
  const create = async () => {
    setBusy(true)
    try {
      const name = listName(campaign.name, t('campaignReport.unansweredSuffix'))
      const source = { campaignId: campaign.id, recipients: 'unanswered' as const }
      const { id } = await unwrapResponse(api['contact-lists'].from.post({ name, ...source }))
      toastSuccess(t('contactLists.created'))
      navigate(toContactList(id))
    } catch (thrown) {
      toastError(thrown)
      setBusy(false)
    }
  }
  return (
    <Button icon={<ListPlus aria-hidden />} busy={busy} onClick={() => void create()}>
      {t('campaignReport.listUnanswered')}
    </Button>
  )
}

/** Name of the campaign with the suffix, shortened to the limit of list names. */
const listName = (name: string, suffix: string) =>
  `${name.slice(0, limits.contactListName.max - suffix.length - 3)} – ${suffix}`
