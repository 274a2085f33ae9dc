import { KeyRound, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ApiKey } from '../../../../src/features/accounts/api-keys/model'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { SkeletonRows } from '../../../components/skeleton'
import { apiKeys } from '../../../lib/api-keys'
import { useList } from '../../../lib/list'
import { useTitle } from '../../../lib/title'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { ApiKeyDialog } from './api-key-dialog'
import { ApiKeyRows } from './api-key-rows'
import { Assistants } from './assistants'

/** API keys of the company, by which programs act for it. */
export function ApiKeysPage() {
  const { t } = useTranslation()
  useTitle(t('apiKeys.title'))
  return useLeaveWithoutPlan('useExternalApi', t('apiKeys.refused')) ? <ApiKeys /> : null
}

function ApiKeys() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<{ apiKey: ApiKey | null } | null>(null)
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpened({ apiKey: null })}>
      {t('apiKeys.add')}
    </Button>
  )
  return (
    <div className="page">
      <PageHead title={t('apiKeys.title')} lead={t('apiKeys.lead')}>
        {add}
      </PageHead>
      <Content add={add} onEdit={(apiKey) => setOpened({ apiKey })} />
      <Assistants />
      {opened && <ApiKeyDialog key={opened.apiKey?.id} apiKey={opened.apiKey} onClose={() => setOpened(null)} />}
    </div>
  )
}

function Content({ add, onEdit }: { add: React.ReactNode; onEdit: (apiKey: ApiKey) => void }) {
  const { t } = useTranslation()
  const { rows, state, failure } = useList(apiKeys)
  useEffect(() => void apiKeys.reload(), [])
  if (rows.length > 0) return <ApiKeyRows rows={rows} onEdit={onEdit} />
  if (state === 'failed') return <ErrorState failure={failure} onRetry={() => apiKeys.reload()} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      {state === 'ready' ? (
        <EmptyState icon={<KeyRound />} title={t('apiKeys.emptyTitle')} text={t('apiKeys.emptyText')} action={add} />
      ) : (
        <SkeletonRows rows={3} avatar={false} />
      )}
    </div>
  )
}
