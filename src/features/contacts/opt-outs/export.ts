import { csvAnswer } from '../../../core/http/csv-answer'
import type { Scope } from '../../../core/scope'
import { localTime } from '../../../core/time'
import { campaignWords as english } from '../../../shared/campaign-words/en'
import { campaignWords as spanish } from '../../../shared/campaign-words/es'
import { campaignWords as portuguese } from '../../../shared/campaign-words/pt'
import { csvLine, utf8Mark } from '../../../shared/csv'
import type { Language, OptOutSource } from '../../../shared/enums'
import { writtenNumber } from '../../../shared/phone/written-number'
import { recordExport } from '../../platform/audit/record-export'
import { companyCountry } from '../../platform/company/country'
import { readerLanguage } from '../../platform/company/reader-language'
import { timeZoneOf } from '../../platform/company/time-zone'
import { nameFor, numberFor } from '../contacts/hidden-numbers'
import { readPart } from './list'
import type { OptOut } from './model'
import { toOptOut } from './read'

const batchSize = 200

const sources: Record<Language, Record<OptOutSource, string>> = {
  pt: portuguese.optOutSource,
  en: english.optOutSource,
  es: spanish.optOutSource,
}
const headings: Record<Language, string[]> = {
  pt: [
    ...['Número', 'Nome', 'Data e hora', 'Origem', 'Palavra', 'Motivo', 'Campanha', 'Conexão', 'Usuário'],
    'Confirmação enviada em',
  ],
  en: [
    ...['Number', 'Name', 'Date and time', 'Source', 'Word', 'Reason', 'Campaign', 'Connection', 'User'],
    'Confirmation sent at',
  ],
  es: [
    ...['Número', 'Nombre', 'Fecha y hora', 'Origen', 'Palabra', 'Motivo', 'Campaña', 'Conexión', 'Usuario'],
    'Confirmación enviada el',
  ],
}

/**
 * GET /opt-outs/export: saidas.csv with the whole register, newest first, streamed in batches of 200, in the reader's
 * language and the company's time zone.
 */
export async function exportOptOuts(scope: Scope): Promise<Response> {
  await recordExport(scope, { entity: 'optOuts' })
  const lines = linesOf(scope)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(new TextEncoder().encode(value))
    },
  })
  return csvAnswer('saidas.csv', body)
}

async function* linesOf(scope: Scope): AsyncGenerator<string> {
  const language = await readerLanguage(scope)
  const zone = await timeZoneOf(scope)
  const country = await companyCountry(scope)
  yield utf8Mark + csvLine(headings[language])
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await readPart(scope, { before, limit: batchSize })
    const last = rows.at(-1)
    if (!last) return
    const entries = rows
      .map(toOptOut)
      .map((entry) => ({ ...entry, number: numberFor(scope.actor, writtenNumber(entry.number, country)) }))
    yield entries.map((entry) => csvLine(cellsOf(scope, entry, sources[language], zone))).join('')
    before = last.id
  }
}

function cellsOf({ actor }: Scope, optOut: OptOut, words: Record<OptOutSource, string>, zone: string): string[] {
  const { number, contact, at, source, word, reason, campaign, whatsapp, user, confirmedAt } = optOut
  return [
    ...[number, nameFor(actor, contact?.name ?? ''), localTime(zone, at), words[source], word, reason],
    ...[campaign, whatsapp, user].map((named) => named?.name ?? ''),
    confirmedAt === null ? '' : localTime(zone, confirmedAt),
  ]
}
