import { useId } from 'react'
import type { Queue, QueueUsers } from '../../../../src/features/automation/queues/model'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { Form } from '../../../components/form'
import { Select } from '../../../components/select'
import { createForm, useForm } from '../../../lib/form'
import { useQueues } from '../../../lib/queues'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { handOverQueue } from './store'

interface HandoverDialogProps {
  queue: Queue
  /** Users, connections, prompts and tickets that prevent the deletion. */
  users: QueueUsers
  onClose: () => void
}

/** Shows what still uses a queue and hands it over to another queue; flows are changed by a person first. */
export function HandoverDialog({ queue, users, onClose }: HandoverDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const { rows } = useQueues()
  const others = rows.filter(({ id }) => id !== queue.id)
  const form = useForm(() => createForm({ to: String(others[0]?.id ?? '') }))
  const busy = useValue(form.busy)
  const isInFlows = users.flows.length > 0
  const send = async ({ to }: { to: string }) => {
    await handOverQueue(queue, to ? Number(to) : null)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('queues.inUseTitle', { name: queue.name })}
      footer={
        isInFlows ? (
          <Button onClick={onClose}>{t('common.close')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button type="submit" form={formId} variant="danger" busy={busy}>
              {t('queues.handOver')}
            </Button>
          </>
        )
      }
    >
      <Form id={formId} form={form} send={send} className="flex flex-col gap-4">
        <p>{t(isInFlows ? 'queues.inFlowsText' : 'queues.inUseText')}</p>
        <dl className="flex flex-col gap-2 rounded-md bg-sunken p-3 text-sm">
          {users.tickets > 0 && (
            <UsedBy label={t('queues.usedTickets')} text={t('queues.ticketsCount', { count: users.tickets })} />
          )}
          {users.members.length > 0 && <UsedBy label={t('queues.members')} text={users.members.join(', ')} />}
          {users.connections.length > 0 && (
            <UsedBy label={t('connections.title')} text={users.connections.join(', ')} />
          )}
          {users.prompts.length > 0 && <UsedBy label={t('prompts.title')} text={users.prompts.join(', ')} />}
          {isInFlows && <UsedBy label={t('queues.usedFlows')} text={users.flows.join(', ')} />}
        </dl>
        {!isInFlows && (
          <Select
            field={form.field('to')}
            label={t('queues.handOverTo')}
            hint={t('queues.handOverHint')}
            choices={[
              ...others.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: '', label: t('queues.nobody') },
            ]}
          />
        )}
      </Form>
    </Dialog>
  )
}

const UsedBy = ({ label, text }: { label: string; text: string }) => (
  <div className="flex gap-2">
    <dt className="w-28 shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{text}</dd>
  </div>
)
