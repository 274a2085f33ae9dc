import { Webhook as WebhookIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Webhook } from '../../../../src/features/api/webhooks/model'
import { EmptyState } from '../../../components/empty-state'
import { ErrorState } from '../../../components/error-state'
import { AddButton, PageHead } from '../../../components/page-head'
import { CardSkeletons } from '../../../components/skeleton'
import { LogDialog } from '../../../delivery-log/log-dialog'
import { useList } from '../../../lib/list'
import { useTitle } from '../../../lib/title'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { webhooks } from '../../../lib/webhooks'
import { sendTestEvent } from './store'
import { WebhookDialog } from './webhook-dialog'
import { WebhookRows } from './webhook-rows'

export function WebhooksPage() {
  const { t } = useTranslation()
  useTitle(t('webhooks.title'))
  return useLeaveWithoutPlan('useIntegrations', t('integrations.refused')) ? <Webhooks /> : null
}

type Opened = { form: Webhook | null } | { log: Webhook } | null

function Webhooks() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened>(null)
  const add = () => setOpened({ form: null })
  const close = () => setOpened(null)
  return (
    <div className="page">
      <PageHead title={t('webhooks.title')} lead={t('webhooks.lead')} add={{ label: t('webhooks.add'), onAdd: add }} />
      <Content onAdd={add} onOpen={setOpened} />
      {opened && 'form' in opened && <WebhookDialog key={opened.form?.id} webhook={opened.form} onClose={close} />}
      {opened && 'log' in opened && (
        <LogDialog
          receiver={{ kind: 'webhooks', id: opened.log.id }}
          name={opened.log.name}
          test={() => sendTestEvent(opened.log)}
          isTestable={opened.log.active}
          onClose={close}
        />
      )}
    </div>
  )
}

function Content({ onAdd, onOpen }: { onAdd: () => void; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation()
  const { rows, state, failure } = useList(webhooks)
  useEffect(() => void webhooks.reload(), [])
  if (rows.length > 0)
    return <WebhookRows rows={rows} onEdit={(form) => onOpen({ form })} onLog={(log) => onOpen({ log })} />
  if (state === 'failed') return <ErrorState failure={failure} onRetry={() => webhooks.reload()} />
  if (state !== 'ready') return <CardSkeletons rows={3} height={100} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<WebhookIcon />}
        title={t('webhooks.emptyTitle')}
        text={t('webhooks.emptyText')}
        action={<AddButton label={t('webhooks.add')} onAdd={onAdd} />}
      />
    </div>
  )
}
