import i18n from 'i18next'
import type { Contact } from '../../../../src/features/contacts/contacts/model'
import { foldText } from '../../../../src/shared/text'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { createList, type Page } from '../../../lib/list'
import { type EventHandlers, useLive } from '../../../lib/realtime'
import { toastError, toastSuccess } from '../../../lib/toast'

/** Cache of folded names, because a list of thousands is sorted often. */
const foldedNames = new WeakMap<Contact, string>()
function foldedName(contact: Contact): string {
  const cached = foldedNames.get(contact)
  if (cached !== undefined) return cached
  const name = foldText(contact.name)
  foldedNames.set(contact, name)
  return name
}

/** Order in which the server pages contacts. */
export function byName(a: Contact, b: Contact): number {
  const [one, other] = [foldedName(a), foldedName(b)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}

/** Contact list with its event handlers; `load` is replaced in tests. */
export function createContacts(load: (searchParam: string, cursor?: string) => Promise<Page<Contact>>) {
  let searchParam = ''
  let reloadTimer: ReturnType<typeof setTimeout> | undefined
  const list = createList<Contact>({
    load: (cursor) => load(searchParam, cursor),
    compare: byName,
    pagedBy: byName,
    reloadsVisibleRows: true,
  })

  /** Merges many events into one reload. */
  const reloadSoon = () => {
    clearTimeout(reloadTimer)
    reloadTimer = setTimeout(() => void list.reload(), 300)
  }
  const changeCount = (by: number) => {
    const now = list.count.peek()
    if (now !== undefined) list.count.value = Math.max(0, now + by)
  }

  const applyContact = (contact: Contact, isNew: boolean) => {
    const wasHere = list.get(contact.id) !== undefined
    if (list.belongsToLoadedPages(contact)) {
      list.put(contact) // counts a row that was absent
      if (!wasHere && !isNew) changeCount(-1)
    } else if (wasHere) {
      list.drop(contact.id) // lowers the count, although the row only moved below the loaded pages
      changeCount(1)
    } else if (isNew) changeCount(1)
  }

  const handlers: EventHandlers = {
    contact(event) {
      if (list.state.peek() === 'idle') return
      if (event.action === 'reload') return reloadSoon()
      // Whether a contact matches the search is decided by the server.
      if (searchParam !== '') return reloadSoon()
      if (event.action !== 'delete') return applyContact(event.contact, event.action === 'create')
      if (!list.get(event.contactId)) changeCount(-1)
      list.drop(event.contactId)
    },
  }
  const search = (text: string) => {
    searchParam = text
    list.clear()
    void list.more()
  }
  return { list, handlers, search }
}

export const contacts = createContacts(async (searchParam, cursor) => {
  const query = { searchParam: searchParam || undefined, cursor }
  const { contacts: rows, hasMore, next, count } = await unwrapResponse(api.contacts.get({ query }))
  return { rows, hasMore, next, count }
})

export const useContactsLive = () => useLive(contacts.handlers, contacts.list.reload)

/** Asks for confirmation with the number of tickets and messages that will be deleted. */
export async function removeContact({ id, name }: Contact): Promise<boolean> {
  try {
    const { tickets, messages } = await unwrapResponse(api.contacts({ id }).belongings.get())
    const isConfirmed = await confirm({
      title: i18n.t('contacts.deleteTitle', { name }),
      text:
        tickets === 0
          ? i18n.t('contacts.deleteTextNone')
          : i18n.t('contacts.deleteText', {
              tickets: i18n.t('contacts.ticketCount', { count: tickets }),
              messages: i18n.t('contacts.messageCount', { count: messages }),
            }),
      action: i18n.t('common.delete'),
      danger: true,
    })
    if (!isConfirmed) return false
    await unwrapResponse(api.contacts({ id }).delete())
    toastSuccess(i18n.t('contacts.deleted'))
    return true
  } catch (failure) {
    toastError(failure)
    return false
  }
}

/** Imports the address books of the connected phones. */
export async function importFromPhone() {
  const isConfirmed = await confirm({
    title: i18n.t('contacts.phoneTitle'),
    text: i18n.t('contacts.phoneText'),
    action: i18n.t('contacts.phoneAction'),
  })
  if (!isConfirmed) return
  try {
    const { known, imported } = await unwrapResponse(api.contacts.import.post())
    if (known === 0) return toastSuccess(i18n.t('contacts.phoneNothing'))
    toastSuccess(i18n.t('contacts.phoneDone', { count: imported }))
  } catch (failure) {
    toastError(failure)
  }
}
