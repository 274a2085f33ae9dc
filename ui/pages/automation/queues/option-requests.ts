import i18n from 'i18next'
import type {
  QueueOption,
  QueueOptionInput,
  QueueOptionPatch,
} from '../../../../src/features/automation/queues/options/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { toastError } from '../../../lib/toast'

/** Menu of a queue with its requests, while its dialog is open. */
export function createOptionTree(queueId: number) {
  const list = createList<QueueOption>({
    load: async () => ({
      rows: (await unwrapResponse(api['queue-options'].get({ query: { queueId } }))).options,
      hasMore: false,
    }),
  })
  return {
    queueId,
    list,
    /** @throws AppError, also in `change` and `remove`. */
    async add(input: Omit<QueueOptionInput, 'queueId'>): Promise<QueueOption> {
      const created = await unwrapResponse<QueueOption>(api['queue-options'].post({ queueId, ...input }))
      await list.reload()
      return created
    },
    async change(id: number, patch: QueueOptionPatch) {
      await unwrapResponse(api['queue-options']({ id }).put(patch))
      await list.reload()
    },
    /** Returns true if the option was deleted. */
    async remove(option: QueueOption): Promise<boolean> {
      const isConfirmed = await confirm({
        title: i18n.t('queues.optionDeleteTitle', { name: option.title }),
        text: i18n.t('queues.optionDeleteText', { count: countBelow(list.rows.peek(), option.id) }),
        action: i18n.t('common.delete'),
        danger: true,
      })
      if (!isConfirmed) return false
      const gone = await unwrapResponse(api['queue-options']({ id: option.id }).delete()).then(
        () => true,
        (failure) => {
          toastError(failure)
          return false
        },
      )
      await list.reload()
      return gone
    },
    /** Moves an option within its menu. */
    async move({ id, parentId }: QueueOption, to: number) {
      const ids = optionsOf(list.rows.peek(), parentId).map((line) => line.id)
      const from = ids.indexOf(id)
      if (to < 0 || to >= ids.length || to === from) return
      ids.splice(to, 0, ...ids.splice(from, 1))
      await unwrapResponse(api['queue-options'].order.put({ queueId, parentId, ids })).catch(toastError)
      await list.reload()
    },
  }
}
export type QueueOptionTree = ReturnType<typeof createOptionTree>

/** Options of one menu; `parentId` null for the first menu. */
export const optionsOf = (options: readonly QueueOption[], parentId: number | null) =>
  options.filter((option) => option.parentId === parentId)

/** Depth of an option's submenu; the first menu has depth 0. */
export function depthOf(options: readonly QueueOption[], id: number | null): number {
  const parent = options.find((option) => option.id === id)
  return parent ? 1 + depthOf(options, parent.parentId) : 0
}

/** Number of options below an option. */
function countBelow(options: readonly QueueOption[], id: number): number {
  return optionsOf(options, id).reduce((sum, line) => sum + 1 + countBelow(options, line.id), 0)
}
