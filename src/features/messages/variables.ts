import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { knownZone } from '../../core/time'
import { fill } from '../../shared/variables'

const occasionOf = hot<{ id: number }>()((db, p) =>
  db
    .select('tickets')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .innerJoin('companies', 'companies.id', 'tickets.companyId')
    .select(['tickets.id', 'tickets.createdAt', 'contacts.name as contactName'])
    .select(['companies.timeZone', 'companies.language'])
    .where('tickets.id', '=', p('id')),
)

/**
 * A text of the company's with its `{{variables}}` filled in for a ticket's contact, by the company's clock (server-
 * behaviour §14). Only for what people of the company wrote: what a customer wrote is never read for variables.
 */
export async function fillVariables(
  scope: Scope,
  ticket: { id: number },
  text: string,
  now = new Date(),
): Promise<string> {
  const occasion = text.includes('{{') ? await scope.db.first(occasionOf, { id: ticket.id }) : undefined
  if (!occasion) return text
  const { id, createdAt, contactName, timeZone, language } = occasion
  return fill(text, { contactName, ticket: { id, createdAt }, timeZone: knownZone(timeZone), now, language })
}
