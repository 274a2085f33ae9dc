import i18n from 'i18next'
import type { FileList } from '../../../../src/features/inbox/file-lists/model'
import { foldText } from '../../../../src/shared/text'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { createList } from '../../../lib/list'
import { useLive } from '../../../lib/realtime'
import { toastError, toastSuccess, toastWarning } from '../../../lib/toast'

let searchParam = ''

function byName(a: FileList, b: FileList) {
  const [one, other] = [foldText(a.name), foldText(b.name)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}

/** File lists of the company in the server's order, by name. */
export const fileLists = createList<FileList>({
  async load(cursor) {
    const { files, hasMore, next } = await unwrapResponse(api.files.get({ query: { searchParam, cursor } }))
    return { rows: files, hasMore, next }
  },
  compare: byName,
  pagedBy: byName,
})

export function searchFileLists(text: string) {
  searchParam = text
  fileLists.clear()
  void fileLists.more()
}

/** Subscribes the list to events; a search is loaded again, because the server decides its matches. */
export function useFileListsLive() {
  useLive(
    {
      file(event) {
        if (event.action === 'delete') return fileLists.drop(event.fileListId)
        if (searchParam !== '') return void fileLists.reload()
        fileLists.receiveEvent(event.fileList)
      },
    },
    fileLists.reload,
  )
}

export async function removeFileList({ id, name }: FileList) {
  const isConfirmed = await confirm({
    title: i18n.t('files.deleteTitle', { name, interpolation: { escapeValue: false } }),
    text: i18n.t('files.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api.files({ id }).delete())
    fileLists.drop(id)
    toastSuccess(i18n.t('files.deleted'))
  } catch (thrown) {
    const { code, detail } = asFailure(thrown)
    if (code !== 'ERR_FILE_LIST_IN_USE') return toastError(thrown)
    toastWarning(inUseText(name, detail as { queues: string[]; campaigns: string[] }))
  }
}

/** Names the queues whose menus prevent a deletion, else the campaigns. */
function inUseText(name: string, { queues, campaigns }: { queues: string[]; campaigns: string[] }) {
  const named = { name, interpolation: { escapeValue: false } }
  if (queues.length > 0) return i18n.t('files.inUse', { queues: queues.join(', '), ...named })
  return i18n.t('files.inUseByCampaigns', { campaigns: campaigns.join(', '), ...named })
}
