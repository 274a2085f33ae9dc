import { csvAnswer } from '../../../core/http/csv-answer'
import type { Scope } from '../../../core/scope'
import { localTime } from '../../../core/time'
import type { CampaignWords } from '../../../shared/campaign-words/pt'
import { csvLine, utf8Mark } from '../../../shared/csv'
import { nameFor, numberFor } from '../../contacts/contacts/hidden-numbers'
import { recordExport } from '../../platform/audit/record-export'
import { readerLanguage } from '../../platform/company/reader-language'
import { timeZoneOf } from '../../platform/company/time-zone'
import { getCampaign } from '../campaign/read'
import { type RecipientRow, recipientRows } from '../recipients/recipients'
import { headings, reasonText, words } from './export-texts'

const batchSize = 200

/**
 * GET /campaigns/{id}/export: all recipients as CSV, one line per message; step 0 is the first message. Streamed in batches
 * of 200, in the reader's language and the company's time zone. @throws ERR_NO_CAMPAIGN_FOUND
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
  const language = await readerLanguage(scope)
  const zone = await timeZoneOf(scope)
  yield utf8Mark + csvLine(headings[language])
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
    yield rows.map((row) => csvLine(cellsOf(scope, row, words[language], zone))).join('')
    after = last.id
  }
}

function cellsOf({ actor }: Scope, row: RecipientRow, words: CampaignWords, zone: string): string[] {
  const { number, name, step, variant, state, reason, ticketId } = row
  const times = [row.sentAt, row.deliveredAt, row.readAt, row.answeredAt, row.optedOutAt]
  return [
    ...[
      numberFor(actor, number),
      nameFor(actor, name),
      String(step),
      String(variant),
      words.recipient[state],
      reasonText(words, reason),
    ],
    ...times.map((at) => (at === null ? '' : localTime(zone, at))),
    String(ticketId ?? ''),
  ]
}
