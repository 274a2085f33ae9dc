import { Megaphone, SearchX, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { AddButton, PageHead } from '../../../components/page-head'
import { PageTools } from '../../../components/page-tools'
import { useCan } from '../../../lib/can'
import { useList } from '../../../lib/list'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { paths } from '../../../lib/paths'
import { useTitle } from '../../../lib/title'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { CampaignDialog } from './campaign-dialog'
import { CampaignCards, CampaignSkeleton, CampaignTable } from './campaign-rows'
import { campaigns, searchCampaigns, useCampaignsLive } from './store'

/** Campaigns of the company. */
export function CampaignsPage() {
  const { t } = useTranslation()
  useTitle(t('campaigns.title'))
  return useLeaveWithoutPlan('useCampaigns', t('campaigns.refused')) ? <Campaigns /> : null
}

/** Campaign in the dialog; null for a new one. */
type Opened = { campaign: Campaign | null } | null

function Campaigns() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [opened, setOpened] = useState<Opened>(null)
  const [text, setText] = useState('')
  const mayEdit = useCan('campaign:edit')
  useCampaignsLive()
  useEffect(() => searchCampaigns(text), [text])
  const add = () => setOpened({ campaign: null })
  return (
    <div className="page">
      <PageHead
        title={t('campaigns.title')}
        lead={t('campaigns.lead')}
        add={mayEdit && { label: t('campaigns.add'), onAdd: add }}
      >
        {mayEdit && (
          <Button icon={<SlidersHorizontal aria-hidden />} onClick={() => navigate(paths.campaignConfig)}>
            {t('campaignConfig.title')}
          </Button>
        )}
      </PageHead>
      <PageTools search={{ label: t('campaigns.searchLabel'), onSearch: setText }} />
      <Content text={text} onAdd={mayEdit ? add : undefined} onEdit={(campaign) => setOpened({ campaign })} />
      {opened && <CampaignDialog campaign={opened.campaign} onClose={() => setOpened(null)} />}
    </div>
  )
}

interface ContentProps {
  text: string
  onAdd?: () => void
  onEdit: (campaign: Campaign) => void
}

function Content({ text, onAdd, onEdit }: ContentProps) {
  const { t } = useTranslation()
  const { rows, state, failure, hasMore } = useList(campaigns)
  const isTable = useMediaQuery(breakpoints.table)
  const Rows = isTable ? CampaignTable : CampaignCards
  if (rows.length > 0) return <Rows rows={rows} onEdit={onEdit} />
  if (state === 'failed') return <ErrorState failure={failure} onRetry={() => campaigns.reload()} />
  if (state !== 'ready' || hasMore) return <CampaignSkeleton isTable={isTable} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      {text ? (
        <EmptyState icon={<SearchX />} title={t('campaigns.noneTitle')} text={t('campaigns.noneText', { text })} />
      ) : (
        <EmptyState
          icon={<Megaphone />}
          title={t('campaigns.emptyTitle')}
          text={t('campaigns.emptyText')}
          action={onAdd && <AddButton label={t('campaigns.add')} onAdd={onAdd} />}
        />
      )}
    </div>
  )
}
