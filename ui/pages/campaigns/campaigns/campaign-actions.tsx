import { ChartColumn, Copy, Eye, MoreVertical, OctagonPause, Pencil, Play, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { isCancellable, isDeletable, isEditable, isRestartable } from '../../../../src/shared/campaign/status'
import { IconButton } from '../../../components/icon-button'
import { Menu, type MenuEntry } from '../../../components/menu'
import { useCan } from '../../../lib/can'
import { toCampaignReport } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'
import { duplicateCampaign, removeCampaign, restartCampaign, stopCampaign } from './store'

interface ActionsProps {
  campaign: Campaign
  onEdit: () => void
}

/** Actions of a campaign: those of its status as buttons, the others in a menu. */
export function CampaignActions({ campaign, onEdit }: ActionsProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const mayEdit = useCan('campaign:edit')
  const { name } = campaign
  const editable = mayEdit && isEditable(campaign)
  const entries = useMenuEntries(campaign)
  return (
    <span className="inline-flex shrink-0">
      {mayEdit && isCancellable(campaign) && (
        <IconButton label={t('campaigns.stopOf', { name })} onClick={() => void stopCampaign(campaign)}>
          <OctagonPause aria-hidden />
        </IconButton>
      )}
      {mayEdit && isRestartable(campaign) && (
        <IconButton label={t('campaigns.restartOf', { name })} onClick={() => void restartCampaign(campaign)}>
          <Play aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('campaigns.reportOf', { name })} onClick={() => navigate(toCampaignReport(campaign.id))}>
        <ChartColumn aria-hidden />
      </IconButton>
      <IconButton label={t(editable ? 'campaigns.editOf' : 'campaigns.viewOf', { name })} onClick={onEdit}>
        {editable ? <Pencil aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
      {entries.length > 0 && (
        <Menu
          trigger={
            <IconButton label={t('campaigns.actionsOf', { name })}>
              <MoreVertical aria-hidden />
            </IconButton>
          }
          entries={entries}
        />
      )}
    </span>
  )
}

function useMenuEntries(campaign: Campaign): MenuEntry[] {
  const { t } = useTranslation()
  const mayEdit = useCan('campaign:edit')
  const mayDelete = useCan('campaign:delete')
  if (!mayEdit) return []
  const copy = {
    label: t('campaigns.duplicate'),
    icon: <Copy aria-hidden />,
    onSelect: () => void duplicateCampaign(campaign),
  }
  const remove = {
    label: t('common.delete'),
    icon: <Trash2 aria-hidden />,
    danger: true,
    onSelect: () => void removeCampaign(campaign),
  }
  return mayDelete && isDeletable(campaign) ? [copy, remove] : [copy]
}
