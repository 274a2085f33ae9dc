import i18n from 'i18next'
import type { ListFromInput } from '../../../../src/features/contacts/imports/model'
import type { ContactList, ContactListInput } from '../../../../src/features/contacts/lists/model'
import { foldText } from '../../../../src/shared/text'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { createList } from '../../../lib/list'
import { useLive } from '../../../lib/realtime'
import { toastError, toastSuccess, toastWarning } from '../../../lib/toast'

const unescaped = { interpolation: { escapeValue: false } }
let searchParam = ''

function byName(a: ContactList, b: ContactList) {
  const [one, other] = [foldText(a.name), foldText(b.name)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}

/** Lists of the company in the server's order, by name. */
export const contactLists = createList<ContactList>({
  async load(cursor) {
    const query = { searchParam, cursor }
    const { records, hasMore, next } = await unwrapResponse(api['contact-lists'].get({ query }))
    return { rows: records, hasMore, next }
  },
  compare: byName,
  pagedBy: byName,
})

export function searchContactLists(text: string) {
  searchParam = text
  contactLists.clear()
  void contactLists.more()
}

/** Subscribes the list to events; a search is loaded again, because the server decides its matches. */
export function useContactListsLive() {
  useLive(
    {
      contactList(event) {
        if (event.action === 'delete') return contactLists.drop(event.contactListId)
        if (searchParam !== '') return void contactLists.reload()
        contactLists.receiveEvent(event.contactList)
      },
    },
    contactLists.reload,
  )
}

/** Creates or renames a list. @throws AppError */
export async function saveContactList(list: ContactList | null, input: ContactListInput): Promise<ContactList> {
  const saved = await unwrapResponse<ContactList>(
    list ? api['contact-lists']({ id: list.id }).put(input) : api['contact-lists'].post(input),
  )
  contactLists.receiveEvent(saved)
  toastSuccess(i18n.t(list ? 'contactLists.saved' : 'contactLists.created'))
  return saved
}

/** Creates a list with people the company already has. @throws AppError */
export async function createListFrom(input: ListFromInput): Promise<ContactList> {
  const made = await unwrapResponse(api['contact-lists'].from.post(input))
  contactLists.receiveEvent(made)
  toastSuccess(i18n.t('contactLists.created'))
  return made
}

/** Deletes a list after confirmation; names the campaigns that prevent it. */
export async function removeContactList({ id, name }: ContactList) {
  const isConfirmed = await confirm({
    title: i18n.t('contactLists.deleteTitle', { name, ...unescaped }),
    text: i18n.t('contactLists.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api['contact-lists']({ id }).delete())
    contactLists.drop(id)
    toastSuccess(i18n.t('contactLists.deleted'))
  } catch (thrown) {
    const { code, detail } = asFailure(thrown)
    if (code !== 'ERR_CONTACT_LIST_IN_USE') return toastError(thrown)
    const campaigns = (detail.campaigns as string[]).join(', ')
    toastWarning(i18n.t('contactLists.inUse', { name, campaigns, ...unescaped }))
  }
}
