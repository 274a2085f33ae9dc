import { csvAnswer } from '../../core/http/csv-answer'
import type { Scope } from '../../core/scope'
import { csvLine, utf8Mark } from '../../shared/csv'
import { recordExport } from '../audit/record-export'
import { getCampaign } from './read'
import { recipientRows } from './recipients'

const batchSize = 200
const columns = [
  ...['number', 'name', 'step', 'variant', 'state', 'reason', 'sentAt', 'deliveredAt', 'readAt', 'answeredAt'],
  ...['optedOutAt', 'ticketId'],
] as const

/**
 * GET /campaigns/{id}/export: all recipients as CSV, one line per message; step 0 is the first message. Streamed in batches
 * of 200. @throws ERR_NO_CAMPAIGN_FOUND
 */
export async function exportRecipients(scope: Scope, campaignId: number): Promise<Response> {
  const { name } = await getCampaign(scope, campaignId)
  await recordExport(scope, { entity: 'campaign', entityId: campaignId, name })
  const lines = csvLinesOf(scope, campaignId)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
  })
  return csvAnswer(`campanha-${campaignId}.csv`, body)
}

async function* csvLinesOf(scope: Scope, campaignId: number): AsyncGenerator<string> {
  yield `${utf8Mark}${columns.join(';')}\r\n`
  for (let after = 0; ; ) {
    const rows = await scope.db.executeAside(
      recipientRows(scope.db)
        .where('campaignId', '=', campaignId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize),
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
      .map((row) => csvLine(columns.map((column) => String((row as Record<string, unknown>)[column] ?? ''))))
      .join('')
    after = last.id
  }
}
