import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool } from 'kysely'
import type { ArchiveOrder } from '../../../../core/backup/archive-thread'
import { ZipFile } from '../../../../core/backup/zip-file'
import type { Reader } from '../../../../core/scope'
import type { Handle } from '../../../../core/storage/db'
import { inTexts, listOf } from '../../../../core/storage/expressions'
import { MediaReader } from '../../../../core/storage/media-source'
import { tenantOf } from '../../../../core/storage/read-snapshot'
import type { Database } from '../../../../core/storage/schema'
import { hot, type OwnedTable } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { parseJson } from '../../../../shared/json'
import { type ContactRow, getContactRow } from '../../../contacts/contacts/read'
import { namesOfContact } from '../../../contacts/privacy/other-places'
import { companyLanguage } from '../../../platform/company/language'
import { ownCompanyRow } from '../../../platform/company/own-row'
import { timeZoneOf } from '../../../platform/company/time-zone'
import { contactDocument, type DocumentFacts, documentName } from './contact-document'
import { describeArchive } from './describe-archive'
import type { FileMember } from './document-messages'

/** Tables with rows of a contact, and the column that holds its id. */
const ofContact = {
  contacts: 'id',
  contact_extra: 'contactId',
  contact_aliases: 'contactId',
  contact_merges: 'contactId',
  schedules: 'contactId',
  tickets: 'contactId',
  messages: 'contactId',
  flow_welcomes: 'contactId',
  flow_cases: 'contactId',
} as const satisfies { [T in OwnedTable]?: keyof Database[T] }
const ofTicket = [
  'ticket_events',
  'attendances',
  'rating_requests',
  'bot_decisions',
  'ticket_notes',
  'ticket_tags',
  'drafts',
  'message_proposals',
  'flow_runs',
] as const
const ofMessage = ['message_edits', 'reactions'] as const

/** Tables in a contact export; a test compares the list with the database's foreign keys. */
export const exportedContactTables = [
  ...Object.keys(ofContact),
  ...ofTicket,
  ...ofMessage,
  ...['flow_run_log', 'flow_run_answers', 'flow_replay_runs', 'address_book', 'opt_outs'],
  ...['contact_list_items', 'contact_import_errors', 'campaign_recipients'],
] as const

/** Columns left out: not personal data, or internal WhatsApp identifiers that the interface never shows. */
const hiddenColumns = [
  'companyId',
  'searchText',
  'lid',
  'waJid',
  'proto',
  'moved',
  'jid',
  'sender',
  'participant',
  'programState',
  'programSays',
]

/**
 * Writes all data of a contact into a zip file for that person: a page to read, the files beside it, and a JSON member
 * per table for other programs.
 */
export async function writeContactArchiveOf(snapshot: Handle, { companyId, contactId, path, media }: ArchiveOrder) {
  if (contactId === null) throw new AppError('ERR_NO_CONTACT_FOUND')
  const scope: Reader = { db: tenantOf(snapshot, companyId) }
  const contact = await getContactRow(scope, contactId)
  const names = await namesOf(scope)
  const archive = await ZipFile.create(path)
  try {
    for (const [table, column] of Object.entries(ofContact) as [OwnedTable, string][])
      await addTable(archive, table, scope, names, where(column as 'contactId', '=', contactId))
    const theirs = (table: 'tickets' | 'messages') =>
      scope.db.select(table).select(`${table}.id`).where(`${table}.contactId`, '=', contactId)
    for (const table of ofTicket)
      await addTable(archive, table, scope, names, where('ticketId', 'in', theirs('tickets')))
    for (const table of ofMessage)
      await addTable(archive, table, scope, names, where('messageId', 'in', theirs('messages')))
    const runs = scope.db.select('flow_runs').select('flow_runs.id').where('ticketId', 'in', theirs('tickets'))
    for (const table of ['flow_run_log', 'flow_run_answers', 'flow_replay_runs'] as const)
      await addTable(archive, table, scope, names, where('runId', 'in', runs))
    const { jids, numbers } = await namesOfContact(scope, contact)
    const isKnown = where.or([
      where('jid', 'in', inTexts(listOf(jids))),
      where('number', 'in', inTexts(listOf(numbers))),
    ])
    await addTable(archive, 'address_book', scope, names, isKnown)
    const isTheirs = where('number', 'in', inTexts(listOf(numbers)))
    for (const table of [
      ...(['opt_outs', 'contact_list_items', 'contact_import_errors', 'campaign_recipients'] as const),
    ])
      await addTable(archive, table, scope, names, isTheirs)
    const files = await addFiles(archive, scope, new MediaReader(media), contact)
    const facts: DocumentFacts = { contact, numbers, names, files, company: await companyOf(scope) }
    await archive.addText(documentName(facts), contactDocument(scope, facts))
    await archive.finish()
  } catch (error) {
    await archive.abandon()
    throw error
  }
  return describeArchive(path)
}

/** Builds conditions on columns of the exported tables. */
const where = expressionBuilder<Database, 'tickets' | 'drafts' | 'reactions' | 'flow_run_log' | 'address_book'>()
const batchSize = 500

function addTable(archive: ZipFile, table: OwnedTable, scope: Reader, names: Names, condition: Expression<SqlBool>) {
  return archive.addText(`json/${table}.json`, rowsOf(scope, table, names, condition))
}

/** Tables without an `id` column; read at once, because a contact has few such rows. */
const tablesWithoutId: OwnedTable[] = ['ticket_tags', 'drafts']

/** The rows of a table as a JSON list, read in batches. */
async function* rowsOf(scope: Reader, table: OwnedTable, names: Names, condition: Expression<SqlBool>) {
  let separator = '['
  for (let after = 0; ; ) {
    let query = scope.db
      .select(table)
      .selectAll()
      .where(condition as never)
    if (!tablesWithoutId.includes(table))
      query = query
        .where('id' as never, '>', after as never)
        .orderBy('id' as never)
        .limit(batchSize)
    const rows = (await query.execute()) as Record<string, unknown>[]
    for (const row of rows) {
      yield `${separator}\n${JSON.stringify(readable(row, names))}`
      separator = ','
    }
    if (rows.length < batchSize || tablesWithoutId.includes(table)) break
    after = Number(rows.at(-1)?.id)
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

type Names = Record<'userId' | 'queueId' | 'whatsappId' | 'tagId', Map<number, string>>

async function namesOf(scope: Reader): Promise<Names> {
  const read = async (table: 'users' | 'queues' | 'connections' | 'tags') => {
    const rows = await scope.db.select(table).select(['id', 'name']).execute()
    return new Map(rows.map((row) => [row.id as number, row.name as string]))
  }
  return {
    userId: await read('users'),
    queueId: await read('queues'),
    whatsappId: await read('connections'),
    tagId: await read('tags'),
  }
}

/** The row for a reader: names instead of ids, parsed JSON, and without the hidden columns. */
function readable(row: Record<string, unknown>, names: Names) {
  const shown = Object.entries(row).filter(([name]) => !hiddenColumns.includes(name))
  return Object.fromEntries(
    shown.map(([name, value]) => {
      if (name in names && typeof value === 'number')
        return [name.slice(0, -2), names[name as keyof Names].get(value) ?? value]
      return [name, name === 'detail' && typeof value === 'string' ? parseJson(value) : value]
    }),
  )
}

const companyName = hot<{}>()((db) => ownCompanyRow(db).select('companies.name'))

const companyOf = async (scope: Reader): Promise<DocumentFacts['company']> => ({
  name: (await scope.db.first(companyName, {}))?.name ?? '',
  timeZone: await timeZoneOf(scope),
  language: await companyLanguage(scope),
})

/** Adds the files of the contact; returns them by the id of their media row. */
async function addFiles(
  archive: ZipFile,
  scope: Reader,
  reader: MediaReader,
  { id: contactId, profilePicUrl: picture }: ContactRow,
) {
  const used = ({ eb, or, exists, selectFrom }: ExpressionBuilder<Database, 'media'>) => {
    const by = (table: 'messages' | 'schedules') =>
      exists(
        selectFrom(table)
          .select(`${table}.id`)
          .whereRef(`${table}.companyId`, '=', 'media.companyId')
          .whereRef(`${table}.mediaId`, '=', 'media.id')
          .where(`${table}.contactId`, '=', contactId),
      )
    return or([by('messages'), by('schedules'), eb('media.id', '=', picture)])
  }
  const rows = await scope.db.select('media').select(['id', 'path', 'originalName', 'mime']).where(used).execute()
  const files = new Map<string, FileMember>()
  for (const { id, path, originalName, mime } of rows) {
    const extension = /\.[a-z0-9]{1,8}$/i.exec(originalName)?.[0] ?? ''
    const member = `media/${id}${extension}`
    if (await reader.read(path, (absolute) => archive.addFile(member, absolute)))
      files.set(id, { member, mime, name: originalName })
  }
  return files
}
