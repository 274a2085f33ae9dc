import { signal } from '@preact/signals-react'
import type { Contact } from '../../../../../src/features/contacts/contacts/model'
import { limits } from '../../../../../src/shared/limits'
import type { ChosenContact } from '../../../../contact/contact-field'
import { api, unwrapResponse } from '../../../../lib/api'
import { asFailure } from '../../../../lib/failure'
import { createForm, digits, length, type Problem, type Rule, required } from '../../../../lib/form'
import { navigate } from '../../../../lib/leave-guard'
import { readTyped, telephone } from '../../../../lib/number-reader'
import { toTickets } from '../../../../lib/paths'
import { me } from '../../../../lib/session'
import { readStored, writeStored } from '../../../../lib/storage'
import { applyTicketResponse } from '../actions/ticket-actions'
import { focusComposer } from '../store/composer'
import { openTicket } from '../store/requests'
import { showList } from '../store/search-mode'

const choose: Problem = { code: 'choose' }

/** Storage key of the queue of the user's last new ticket, which the next one starts with. */
const lastQueueKey = () => `newTicketQueue:${me.peek()?.id ?? 0}`
const lastQueue = () => readStored(lastQueueKey())

/** Form of a new ticket, for an existing contact or one created with it. */
export function createNewTicketForm(contact: ChosenContact | null) {
  /** True while a new contact is entered. */
  const isNew = signal(false)
  /** True if the typed number belongs to an existing contact, which is now selected. */
  const isExistingNumber = signal(false)
  const whenNew =
    (rule: Rule<string>): Rule<string> =>
    (value) =>
      isNew.peek() ? rule(value) : null
  const mine = me.peek()?.queues ?? []
  const mustChooseQueue = me.peek()?.profile !== 'admin' && mine.length > 0
  const form = createForm(
    {
      contact,
      name: '',
      number: '',
      queueId: String((mine.length === 1 ? mine : mine.filter(({ id }) => String(id) === lastQueue()))[0]?.id ?? ''),
      whatsappId: '',
    },
    {
      contact: [(value) => (value || isNew.peek() ? null : choose)],
      name: [whenNew(required), whenNew(length(limits.name))],
      number: [whenNew(required), whenNew(telephone)],
      queueId: [(value) => (mustChooseQueue && value === '' ? choose : null)],
    },
    { ERR_WAPP_INVALID_CONTACT: 'number' },
  )
  /** True if the user typed a new contact; a choice from a list is no reason to ask before the dialog closes. */
  const isChanged = () => isNew.peek() && Boolean(form.values().name || form.values().number)
  return { ...form, isChanged, isNew, isExistingNumber, mustChooseQueue }
}
export type NewTicketForm = ReturnType<typeof createNewTicketForm>

/** Starts a new contact with the searched text as number or name. */
export function startNewContact(form: NewTicketForm, typed: string) {
  const read = readTyped(typed)
  const isNumberTyped = (read !== null && 'number' in read) || digits(typed).length >= typed.length / 2
  form.field('name').value.value = isNumberTyped ? '' : typed
  form.field('number').value.value = isNumberTyped ? typed : ''
  form.field('contact').value.value = null
  form.isNew.value = true
}

/** Creates the contact if it is new, then opens the ticket. A created contact stays if the ticket fails. */
export async function openNewTicket(form: NewTicketForm) {
  const { name, number, queueId, whatsappId } = form.values()
  const contact = form.isNew.peek() ? await createContact(form, { name, number }) : form.values().contact
  if (!contact) return
  const ticket = await openTicket({
    contactId: contact.id,
    queueId: queueId ? Number(queueId) : undefined,
    whatsappId: whatsappId ? Number(whatsappId) : undefined,
  })
  writeStored(lastQueueKey(), queueId || null)
  applyTicketResponse(ticket)
  showList('mine')
  navigate(toTickets(ticket.uuid))
  focusComposer()
}

/**
 * Selects the existing contact if the number is known, and returns null so that the user confirms it. @throws AppError
 */
async function createContact(form: NewTicketForm, { name, number }: { name: string; number: string }) {
  const selectContact = (contact: Contact) => {
    form.field('contact').value.value = contact
    form.isNew.value = false
    return contact
  }
  try {
    return selectContact(await unwrapResponse(api.contacts.post({ name: name.trim(), number: number.trim() })))
  } catch (thrown) {
    const { code, detail } = asFailure(thrown)
    if (code !== 'ERR_DUPLICATED_CONTACT' || !detail.contact) throw thrown
    selectContact(detail.contact as Contact)
    form.isExistingNumber.value = true
    return null
  }
}
