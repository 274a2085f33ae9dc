import { type TSchema, t } from 'elysia'
import { testEvent, webhookEventNames } from '../../../shared/webhook-events'
import { Contact } from '../../contacts/contacts/model'
import { Message } from '../../inbox/messages/model'
import { Ticket } from '../../inbox/tickets/model'
import { Connection, Session } from '../../numbers/connections/model'
import { exampleOf } from '../openapi/example'
import { type Schema, withoutTextForms } from '../openapi/schema'

const ConnectionFacts = t.Omit(Connection, ['qrcode', 'pairingCode'])
const SessionFacts = t.Omit(Session, ['qrcode', 'pairingCode'])
const health = { connection: t.Pick(Connection, ['id', 'name']), since: t.String() }

/** Fields of the body by event; an event without an entry has those of its group. */
const fieldsOf: Record<string, Record<string, TSchema>> = {
  message: { message: Message, ticket: Ticket },
  'message.deleted': { messageId: t.Number(), ticket: Ticket },
  ticket: { ticket: Ticket },
  'ticket.deleted': { ticketId: t.Number(), ticket: Ticket },
  contact: { contact: Contact },
  'contact.deleted': { contactId: t.Number() },
  'connection.updated': { connection: ConnectionFacts },
  'connection.status': { connection: SessionFacts },
  'connection.deleted': { connectionId: t.Number() },
  'connection.down': health,
  'connection.up': health,
  [testEvent]: { test: t.Literal(true), sentBy: t.String() },
}

/** The `webhooks` of the OpenAPI document: one request per event. */
export const describeWebhooks = () =>
  Object.fromEntries([...webhookEventNames, testEvent].map((event) => [event, { post: describeEvent(event) }]))

function describeEvent(event: string) {
  const fields = fieldsOf[event] ?? fieldsOf[event.split('.')[0] as string]
  const body = t.Object({
    id: t.String({ description: 'The same in every repeat of the request.' }),
    event: t.Literal(event),
    companyId: t.Number(),
    createdAt: t.String(),
    ...fields,
  })
  const schema = withoutTextForms(body as unknown as Schema)
  return {
    operationId: `on${event.replace(/(^|\.)\w/g, (letter) => letter.slice(-1).toUpperCase())}`,
    tags: ['webhooks'],
    summary: `The event ${event}`,
    description: 'Sent to the webhooks that subscribe to the event, at least once and in order per conversation.',
    parameters: headers.map(([name, description]) => ({
      ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema) } },
    },
    responses: { '2XX': { description: 'Received. Any other status, and no answer in 10 s, repeats the request.' } },
  }
}

const headers = [
  ['X-Event', 'Name of the event.'],
  ['X-Event-Id', '`id` of the body.'],
  ['X-Attempt', '1 for the first attempt.'],
  ['X-Timestamp', 'Seconds since 1970 at which the request was signed.'],
  [
    'X-Signature',
    '`sha256=` and the HMAC-SHA256 of `{X-Timestamp}.{body}` with the key of the webhook, in hexadecimal.',
  ],
] as const
