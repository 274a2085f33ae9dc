import i18n from 'i18next'
import type { ContactList, ContactListItem, ContactListItemPatch } from '../../../../src/features/contacts/lists/model'
import type { NumberValidity } from '../../../../src/shared/enums'
import { foldText } from '../../../../src/shared/text'
import { confirm } from '../../../components/confirm'
import { listImports } from '../../../contact-import/import-store'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { createLiveValue } from '../../../lib/live-value'
import { useLive } from '../../../lib/realtime'
import { toastError, toastSuccess } from '../../../lib/toast'
import { loadLastCheck, receiveCheck, resetLastCheck } from './checks-store'

/** List, search and filter on screen. */
let shown: { contactListId: number; searchParam: string; validity?: NumberValidity } = {
  contactListId: 0,
  searchParam: '',
}

function byName(a: ContactListItem, b: ContactListItem) {
  const [one, other] = [foldText(a.name), foldText(b.name)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}

const open = createLiveValue<ContactList | null>(null)
/** The list whose people are on screen; null until it is loaded. */
export const openList = open.value

/** People of the list on screen in the server's order, by name. */
export const items = createList<ContactListItem>({
  async load(cursor) {
    const { contacts, hasMore, next } = await unwrapResponse(
      api['contact-list-items'].get({ query: { ...shown, cursor } }),
    )
    return { rows: contacts, hasMore, next }
  },
  compare: byName,
  pagedBy: byName,
})

export function searchItems(contactListId: number, searchParam: string, validity?: NumberValidity) {
  shown = { contactListId, searchParam, validity }
  items.clear()
  void items.more()
}

let openId = 0

/** Loads name, figures, imports and check of a list. @throws ERR_NO_CONTACT_LIST_FOUND */
export async function loadOpenList(id: number) {
  if (openId !== id) {
    open.reset(null)
    listImports.reset()
    listImports.openList(id)
    resetLastCheck()
  }
  openId = id
  const loading = open.load(() => unwrapResponse(api['contact-lists']({ id }).get()))
  await Promise.all([loading, listImports.load(), loadLastCheck(id)])
}

/** Subscribes people and figures of a list to events. */
export function useItemsLive(id: number) {
  useLive(
    {
      contactList(event) {
        if (event.action !== 'delete' && event.contactList.id === id) open.change(() => event.contactList)
      },
      contactListImport({ contactListImport }) {
        if (contactListImport.contactListId === id) listImports.receive(contactListImport)
      },
      numberCheck({ numberCheck }) {
        if (numberCheck.contactListId === id) receiveCheck(numberCheck)
      },
      contactListItem(event) {
        if (event.action === 'reload') return event.contactListId === id ? void items.reload() : undefined
        if (event.action === 'delete') return items.drop(event.contactListItemId)
        if (event.contactListItem.contactListId !== id) return
        if (shown.searchParam !== '' || shown.validity) return void items.reload()
        items.receiveEvent(event.contactListItem)
      },
    },
    () => {
      void loadOpenList(id).catch(() => {})
      return items.reload()
    },
  )
}

/** Adds a person to the list, or changes one. @throws AppError */
export async function saveItem(
  contactListId: number,
  item: ContactListItem | null,
  input: Required<ContactListItemPatch>,
) {
  const routes = api['contact-list-items']
  const saved = await unwrapResponse<ContactListItem>(
    item ? routes({ id: item.id }).put(input) : routes.post({ ...input, contactListId }),
  )
  items.receiveEvent(saved)
  toastSuccess(i18n.t(item ? 'contactLists.itemSaved' : 'contactLists.itemCreated'))
}

export async function removeItem({ id, name }: ContactListItem) {
  const isConfirmed = await confirm({
    title: i18n.t('contactLists.deleteTitle', { name, interpolation: { escapeValue: false } }),
    text: i18n.t('contactLists.deleteItemText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api['contact-list-items']({ id }).delete())
    items.drop(id)
    toastSuccess(i18n.t('contactLists.itemDeleted'))
  } catch (failure) {
    toastError(failure)
  }
}
