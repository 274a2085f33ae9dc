import i18n from 'i18next'
import type { Queue, QueueInput, QueueUsers } from '../../../../src/features/automation/queues/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { queues } from '../../../lib/queues'
import { toastError, toastSuccess } from '../../../lib/toast'

/** Creates or updates a queue. @throws AppError */
export async function saveQueue(queue: Queue | null, input: QueueInput): Promise<Queue> {
  const saved = await unwrapResponse<Queue>(queue ? api.queue({ id: queue.id }).put(input) : api.queue.post(input))
  queues.put(saved)
  toastSuccess(i18n.t(queue ? 'queues.saved' : 'queues.created'))
  return saved
}

/** Deletes a queue after confirmation. Returns what still uses it if that prevents the deletion. */
export async function removeQueue(queue: Queue): Promise<QueueUsers | null> {
  const isConfirmed = await confirm({
    title: i18n.t('queues.deleteTitle', { name: queue.name }),
    text: i18n.t('queues.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  return isConfirmed ? deleteQueue(queue) : null
}

async function deleteQueue(queue: Queue): Promise<QueueUsers | null> {
  try {
    await unwrapResponse(api.queue({ id: queue.id }).delete())
    queues.drop(queue.id)
    toastSuccess(i18n.t('queues.deleted'))
  } catch (thrown) {
    const failure = asFailure(thrown)
    if (failure.code === 'ERR_QUEUE_IN_USE') return failure.detail as unknown as QueueUsers
    toastError(failure)
  }
  return null
}

/** Hands over everything the queue serves to another queue (null: none), then deletes it. @throws AppError */
export async function handOverQueue(queue: Queue, queueId: number | null) {
  await unwrapResponse(api.queue({ id: queue.id }).handover.post({ queueId }))
  await deleteQueue(queue)
}
