import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { zoneOrDefault } from '../../../../core/time'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { cutText } from '../../../../shared/text'
import { replaceVariables } from '../../../../shared/variables'

const ticketContext = hot<{ id: number }>()((db, p) =>
  db
    .select('tickets')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .innerJoin('companies', 'companies.id', 'tickets.companyId')
    .select(['tickets.id', 'tickets.createdAt', 'contacts.name as contactName'])
    .select(['companies.timeZone', 'companies.language'])
    .where('tickets.id', '=', p('id')),
)

/**
 * Fills the `{{variables}}` of a text for a ticket's contact, by the company's clock (docs/behaviour.md, "Variables").
 * Only for texts written by the company's users; a customer's text is never searched for variables.
 * @throws ERR_VALIDATION for `body` when the filled text is longer than a message may be
 */
export async function fillVariables(scope: Scope, ticket: { id: number }, text: string, now?: Date): Promise<string> {
  const filled = await fillText(scope, ticket, text, now)
  if (filled.length > limits.messageBody.max) throw new AppError('ERR_VALIDATION', { fields: ['body'] })
  return filled
}

/**
 * Fills an automatic text like `fillVariables`, but cuts it at a message's maximum length (ADR 0030). A text that a contact
 * without a name leaves empty, such as "{{firstName}}", becomes a greeting: WhatsApp refuses an empty message.
 */
export async function fillAutomaticText(scope: Scope, ticket: { id: number }, text: string): Promise<string> {
  const filled = await fillText(scope, ticket, text)
  const isEmptied = filled.trim() === '' && text.trim() !== ''
  return cutToMessage(isEmptied ? await fillText(scope, ticket, '{{greeting}}') : filled)
}

/** Cuts a text at a message's maximum length. */
export const cutToMessage = (text: string) => cutText(text, limits.messageBody.max)

/** Fills the variables of a text or a part of one, of any length; it may become empty. */
export async function fillText(scope: Scope, ticket: { id: number }, text: string, now = new Date()): Promise<string> {
  const context = text.includes('{{') ? await scope.db.first(ticketContext, { id: ticket.id }) : undefined
  if (!context) return text
  const { id, createdAt, contactName, timeZone, language } = context
  return replaceVariables(text, {
    contactName,
    ticket: { id, createdAt },
    timeZone: zoneOrDefault(timeZone),
    now,
    language,
  })
}
