import i18n from 'i18next'
import type { QueueOption, QueueOptionInput, QueueOptionPatch } from '../../../src/features/queue-options/model'
import { confirm } from '../../components/confirm'
import { api, ask } from '../../lib/api'
import { createList } from '../../lib/list'
import { toastError } from '../../lib/toast'

/** One queue's menu while its dialog is open. */
export function createTree(queueId: number) {
  const list = createList<QueueOption>({
    load: async () => ({ rows: (await ask(api['queue-options'].get({ query: { queueId } }))).options, hasMore: false }),
  })
  return {
    list,
    /** Throws AppError, as do the other two. */
    async add(input: Omit<QueueOptionInput, 'queueId'>): Promise<QueueOption> {
      const made = await ask<QueueOption>(api['queue-options'].post({ queueId, ...input }))
      await list.reload()
      return made
    },
    async change(id: number, patch: QueueOptionPatch) {
      await ask(api['queue-options']({ id }).put(patch))
      await list.reload()
    },
    /** True when it went. */
    async remove(option: QueueOption): Promise<boolean> {
      const sure = await confirm({
        title: i18n.t('queues.optionDeleteTitle', { name: option.title }),
        text: i18n.t('queues.optionDeleteText', { count: below(list.rows.peek(), option.id) }),
        action: i18n.t('common.delete'),
        danger: true,
      })
      if (!sure) return false
      const gone = await ask(api['queue-options']({ id: option.id }).delete()).then(
        () => true,
        (failure) => {
          toastError(failure)
          return false
        },
      )
      await list.reload()
      return gone
    },
    /** One line of a menu to another place of it. */
    async move({ id, parentId }: QueueOption, to: number) {
      const ids = linesOf(list.rows.peek(), parentId).map((line) => line.id)
      const from = ids.indexOf(id)
      if (to < 0 || to >= ids.length || to === from) return
      ids.splice(to, 0, ...ids.splice(from, 1))
      await ask(api['queue-options'].order.put({ queueId, parentId, ids })).catch(toastError)
      await list.reload()
    },
  }
}
export type Tree = ReturnType<typeof createTree>

/** The lines of one menu; null for the first. */
export const linesOf = (options: readonly QueueOption[], parentId: number | null) =>
  options.filter((option) => option.parentId === parentId)

/** How many menus deep an option's own menu lies; the first menu is 0. */
export function depthOf(options: readonly QueueOption[], id: number | null): number {
  const parent = options.find((option) => option.id === id)
  return parent ? 1 + depthOf(options, parent.parentId) : 0
}

/** Everything behind an option. */
function below(options: readonly QueueOption[], id: number): number {
  return linesOf(options, id).reduce((sum, line) => sum + 1 + below(options, line.id), 0)
}
