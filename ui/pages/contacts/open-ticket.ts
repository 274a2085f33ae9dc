import { navigate } from 'wouter/use-browser-location'
import type { Contact } from '../../../src/features/contacts/model'
import { api, ask } from '../../lib/api'
import { toTickets } from '../../lib/paths'

/** Goes to the conversation with a contact that is under way; false when there is none the person may see. */
export async function openCurrentTicket({ id }: Contact): Promise<boolean> {
  const { tickets } = await ask(api.contacts({ id }).tickets.get({ query: {} }))
  const live = tickets.find(({ status }) => status !== 'closed')
  if (live) navigate(toTickets(live.uuid))
  return live !== undefined
}
