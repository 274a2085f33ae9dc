import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { ProgramRequest } from '../programs/program'

const contactOf = hot<{ id: number }>()((db, p) =>
  db.select('contacts').select(['id', 'name', 'number']).where('id', '=', p('id')),
)

/** The customer of a request. */
export async function readCustomer(scope: Scope, { ticket }: Pick<ProgramRequest, 'ticket'>) {
  const row = await scope.db.first(contactOf, { id: ticket.contactId })
  return { id: ticket.contactId, name: row?.name ?? '', number: row?.number ?? '' }
}

/** The customer's texts since the last answer, one per line; files without a caption have no text. */
export const joinTexts = ({ messages }: Pick<ProgramRequest, 'messages'>) =>
  messages
    .map(({ body }) => body.trim())
    .filter((body) => body !== '')
    .join('\n')
