import i18n from 'i18next'
import type { Help, HelpInput } from '../../../../src/features/provider/help/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { toastError, toastSuccess } from '../../../lib/toast'

/** Help videos in order of creation. */
export const helps = createList<Help>({
  compare: (a, b) => a.id - b.id,
  load: async () => ({ rows: (await unwrapResponse(api.helps.list.get())).helps, hasMore: false }),
})

/** Creates or updates a help video. @throws AppError */
export async function saveHelp(help: Help | null, input: HelpInput) {
  helps.put(await unwrapResponse(help ? api.helps({ id: help.id }).put(input) : api.helps.post(input)))
  toastSuccess(i18n.t(help ? 'helps.saved' : 'helps.created'))
}

export async function removeHelp({ id, title }: Help) {
  const isConfirmed = await confirm({
    title: i18n.t('helps.deleteTitle', { title }),
    text: i18n.t('helps.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  await unwrapResponse(api.helps({ id }).delete()).then(() => {
    helps.drop(id)
    toastSuccess(i18n.t('helps.deleted'))
  }, toastError)
}
