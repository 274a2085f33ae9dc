import type { TFunction } from 'i18next'
import type { VisitReport } from '../../../../src/features/provider/support/model'
import type { Text } from './fields/field'

/** Description of a request by the start of its path; the first that fits counts. */
const texts: [start: string, text: Text][] = [
  ['POST /api/messages', 'support.did.send'],
  ['DELETE /api/messages', 'support.did.deleteMessage'],
  ['PUT /api/messages', 'support.did.editMessage'],
  ['POST /api/ticket-notes', 'support.did.note'],
  ['POST /api/contacts', 'support.did.contact'],
  ['PUT /api/contacts', 'support.did.contact'],
  ['DELETE /api/contacts', 'support.did.deleteContact'],
  ['POST /api/tickets', 'support.did.ticket'],
  ['PUT /api/tickets', 'support.did.ticket'],
  ['DELETE /api/tickets', 'support.did.ticket'],
  ['POST /api/whatsappsession', 'support.did.session'],
  ['PUT /api/whatsappsession', 'support.did.session'],
  ['DELETE /api/whatsappsession', 'support.did.session'],
]

/** A request in words; method and path where none are known. */
export function requestText(t: TFunction, { method, path }: VisitReport['requests'][number]): string {
  const request = `${method} ${path}`
  const known = texts.find(([start]) => request === start || request.startsWith(`${start}/`))
  return known ? t(known[1]) : request
}
