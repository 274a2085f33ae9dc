import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { failedText } from '../../../../shared/bot/texts'
import { companyLanguage } from '../../../platform/company/language'
import type { NewDelivery } from '../../../platform/deliveries/enqueue'
import type { CustomerMessage, ProgramAnswer, ProgramRequest } from '../../programs/program'
import { customerFileUrl } from '../customer-file'
import type { IntegrationRow } from '../read'
import { readCustomer } from '../read-request'

const connectionName = hot<{ id: number }>()((db, p) =>
  db.select('connections').select(['id', 'name']).where('id', '=', p('id')),
)
const failingReceiver = hot<{ id: number }>()((db, p) =>
  db
    .select('delivery_receivers')
    .select('failingSince')
    .where('source', '=', 'integration')
    .where('sourceId', '=', p('id'))
    .where('failingSince', 'is not', null),
)
/**
 * Hands each message of the customer to the outbox, stored together with the session. The answer comes with the
 * delivery. While the receiver fails, people answer at once, and the message is still delivered later.
 */
export async function answerWithWebhook(
  scope: Scope,
  row: IntegrationRow,
  request: ProgramRequest,
): Promise<ProgramAnswer> {
  const deliveries = await deliveriesOf(scope, row, request)
  const answer = { speaker: row.name, says: [], state: null, deliveries }
  if (!(await scope.db.first(failingReceiver, { id: row.id }))) return answer
  const text = row.typebotUnknownMessage.trim() || failedText(await companyLanguage(scope))
  return { ...answer, says: [{ text }], end: 'failed' }
}

async function deliveriesOf(scope: Scope, row: IntegrationRow, request: ProgramRequest): Promise<NewDelivery[]> {
  const { ticket } = request
  const { id: ticketId, uuid, status, queueId, contactId } = ticket
  const contact = await readCustomer(scope, request)
  const connection = (await scope.db.first(connectionName, { id: ticket.whatsappId as number })) ?? null
  const all: NewDelivery[] = []
  for (const message of request.messages)
    all.push({
      ...{ source: 'integration', sourceId: row.id, event: 'message', order: `ticket:${ticketId}` },
      ...{ ticketId, contactId, messageId: message.id },
      payload: {
        ...{ connection, ticket: { id: ticketId, uuid, status, queueId }, contact },
        message: await toPayload(scope, message),
      },
    })
  return all
}

async function toPayload(scope: Scope, message: CustomerMessage) {
  const { id, body, mediaType: type, createdAt: timestamp } = message
  return { id, type, body, mediaUrl: await customerFileUrl(scope, message), timestamp }
}
