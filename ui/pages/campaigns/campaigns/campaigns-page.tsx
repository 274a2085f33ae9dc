import { Megaphone, Plus, SearchX, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { SearchField } from '../../../components/search-field'
import { SkeletonRows } from '../../../components/skeleton'
import { useCan } from '../../../lib/can'
import { useList } from '../../../lib/list'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { paths } from '../../../lib/paths'
import { useTitle } from '../../../lib/title'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { CampaignDialog } from './campaign-dialog'
import { CampaignCards, CampaignTable } from './campaign-rows'
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
      <PageHead title={t('campaigns.title')} lead={t('campaigns.lead')}>
        {mayEdit && (
          <>
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={add}>
              {t('campaigns.add')}
            </Button>
            <Button icon={<SlidersHorizontal aria-hidden />} onClick={() => navigate(paths.campaignConfig)}>
              {t('campaignConfig.title')}
            </Button>
          </>
        )}
      </PageHead>
      <SearchField label={t('campaigns.searchLabel')} onSearch={setText} className="mb-4 max-w-sm" />
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
  const Rows = useMediaQuery(breakpoints.table) ? CampaignTable : CampaignCards
  if (rows.length > 0) return <Rows rows={rows} onEdit={onEdit} />
  if (state === 'failed') return <ErrorState failure={failure} onRetry={() => campaigns.reload()} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      {state !== 'ready' || hasMore ? (
        <SkeletonRows rows={4} avatar={false} />
      ) : text ? (
        <EmptyState icon={<SearchX />} title={t('campaigns.noneTitle')} text={t('campaigns.noneText', { text })} />
      ) : (
        <EmptyState
          icon={<Megaphone />}
          title={t('campaigns.emptyTitle')}
          text={t('campaigns.emptyText')}
          action={
            onAdd && (
              <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
                {t('campaigns.add')}
              </Button>
            )
          }
        />
      )}
    </div>
  )
}
