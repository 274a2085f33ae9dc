import { Sparkles } from 'lucide-react'
import { useId, useState } from 'react'
import type { Prompt } from '../../../../src/features/automation/prompts/model'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { AddButton, PageHead } from '../../../components/page-head'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { prompts, usePrompts } from '../../../lib/prompts'
import { useTitle } from '../../../lib/title'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { Calls } from './calls'
import { PromptDialog } from './prompt-dialog'
import { PromptCards, PromptSkeleton, PromptTable } from './prompt-rows'

export function PromptsPage() {
  const { t } = useTranslation()
  useTitle(t('prompts.title'))
  return useLeaveWithoutPlan('useOpenAi', t('prompts.refused')) ? <Prompts /> : null
}

type Opened = { prompt: Prompt | null } | null

function Prompts() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened>(null)
  const tabsId = useId()
  const [tab, setTab] = useState<'prompts' | 'calls'>('prompts')
  const add = () => setOpened({ prompt: null })
  return (
    <div className="page">
      <PageHead title={t('prompts.title')} lead={t('prompts.lead')} add={{ label: t('prompts.add'), onAdd: add }} />
      <div className="mb-4 border-line border-b">
        <Tabs
          id={tabsId}
          label={t('prompts.title')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'prompts', label: t('prompts.listTab') },
            { value: 'calls', label: t('prompts.callsTab') },
          ]}
        />
      </div>
      <div {...tabPanelProps(tabsId, tab)}>
        {tab === 'prompts' ? <Content onAdd={add} onEdit={(prompt) => setOpened({ prompt })} /> : <Calls />}
      </div>
      {opened && <PromptDialog prompt={opened.prompt} onClose={() => setOpened(null)} />}
    </div>
  )
}

function Content({ onAdd, onEdit }: { onAdd: () => void; onEdit: (prompt: Prompt) => void }) {
  const { t } = useTranslation()
  const { rows, state, failure } = usePrompts()
  const isTable = useMediaQuery(breakpoints.table)
  const Rows = isTable ? PromptTable : PromptCards
  if (rows.length > 0) return <Rows rows={rows} onEdit={onEdit} />
  if (state === 'failed') return <ErrorState failure={failure} onRetry={() => prompts.reload()} />
  if (state !== 'ready') return <PromptSkeleton isTable={isTable} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<Sparkles />}
        title={t('prompts.emptyTitle')}
        text={t('prompts.emptyText')}
        action={<AddButton label={t('prompts.add')} onAdd={onAdd} />}
      />
    </div>
  )
}
