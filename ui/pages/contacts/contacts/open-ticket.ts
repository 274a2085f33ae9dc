import type { Contact } from '../../../../src/features/contacts/contacts/model'
import { api, unwrapResponse } from '../../../lib/api'
import { navigate } from '../../../lib/leave-guard'
import { toTickets } from '../../../lib/paths'

/**
 * Opens the contact's current ticket; returns false if there is none that the user may see. Does nothing if the user has
 * opened a form or another page before the response.
 */
export async function openCurrentTicket({ id }: Contact, isFormOpen: () => boolean): Promise<boolean> {
  const { pathname } = location
  const { tickets } = await unwrapResponse(api.contacts({ id }).tickets.get({ query: {} }))
  if (isFormOpen() || location.pathname !== pathname) return true
  const live = tickets.find(({ status }) => status !== 'closed')
  if (live) navigate(toTickets(live.uuid))
  return live !== undefined
}
