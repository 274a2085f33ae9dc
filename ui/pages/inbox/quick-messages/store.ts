import i18n from 'i18next'
import type { QuickMessage } from '../../../../src/features/inbox/quick-messages/model'
import { foldText } from '../../../../src/shared/text'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { useLive } from '../../../lib/realtime'
import { toastError, toastSuccess } from '../../../lib/toast'

let searchParam = ''

/** Order in which the server pages quick messages. */
function byShortcode(a: QuickMessage, b: QuickMessage) {
  const [one, other] = [foldText(a.shortcode), foldText(b.shortcode)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}

/** Quick messages of the user and of the company. */
export const quickMessages = createList<QuickMessage>({
  async load(cursor) {
    const answer = await unwrapResponse(api['quick-messages'].get({ query: { all: true, searchParam, cursor } }))
    return { rows: answer.records, hasMore: answer.hasMore, next: answer.next }
  },
  compare: byShortcode,
  pagedBy: byShortcode,
})

export function searchQuickMessages(text: string) {
  searchParam = text
  quickMessages.clear()
  void quickMessages.more()
}

/** Subscribes the list to events; a search is loaded again, because the server decides its matches. */
export function useQuickMessagesLive() {
  useLive(
    {
      quickMessage(event) {
        if (event.action === 'delete') return quickMessages.drop(event.quickMessageId)
        if (searchParam !== '') return void quickMessages.reload()
        upsertQuickMessage(event.quickMessage)
      },
    },
    quickMessages.reload,
  )
}

export function upsertQuickMessage(row: QuickMessage) {
  quickMessages.receiveEvent(row)
}

export async function removeQuickMessage({ id, shortcode, geral }: QuickMessage) {
  const isConfirmed = await confirm({
    title: i18n.t('quickMessages.deleteTitle', { shortcode }),
    text: geral ? i18n.t('quickMessages.deleteGeral') : i18n.t('quickMessages.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api['quick-messages']({ id }).delete())
    quickMessages.drop(id)
    toastSuccess(i18n.t('quickMessages.deleted'))
  } catch (failure) {
    toastError(failure)
  }
}
