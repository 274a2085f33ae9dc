import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { parseJson } from '../../../shared/json'
import { foldText } from '../../../shared/text'
import type { PeopleSource } from './model'
import { batchSize, type ImportedRow, type OpenImport, type RowBatch } from './open-import'

interface Part {
  after: number
  limit: number
}
type Person = { id: number; name: string; number: string | null; email: string }
type ReadPart = (part: Part) => Promise<Person[]>

const withTag = hot<Part & { tagId: number }>()((db, p) =>
  db
    .select('ticket_tags')
    .innerJoin('tickets', 'tickets.id', 'ticket_tags.ticketId')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .select(['ticket_tags.ticketId as id', 'contacts.name', 'contacts.number', 'contacts.email'])
    .where('ticket_tags.tagId', '=', p('tagId'))
    .where('ticket_tags.ticketId', '>', p('after'))
    .where('contacts.isGroup', '=', 0)
    .orderBy('ticket_tags.ticketId')
    .limit(p('limit')),
)
const allContacts = hot<Part>()((db, p) =>
  db
    .select('contacts')
    .select(['id', 'name', 'number', 'email', 'searchText', 'createdAt', 'isGroup'])
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('limit')),
)
const recipients = hot<Part & { campaignId: number }>()((db, p) =>
  db
    .select('campaign_recipients')
    .select(['id', 'name', 'number', 'state', 'answeredAt', 'optedOutAt'])
    .where('campaignId', '=', p('campaignId'))
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('limit')),
)

/**
 * People the company already has, in batches by id: the contacts of tickets with a tag, contacts that match a filter,
 * or recipients of a campaign. Rows without a number are skipped; a person who comes twice is added once.
 */
export async function* rowsOfSource(scope: Scope, open: OpenImport): AsyncGenerator<RowBatch> {
  const readPart = reader(scope, parseJson(open.sourceDetail ?? '{}') as PeopleSource)
  const seenNumbers = new Set<string>()
  for (let after = open.position; ; ) {
    const part = await readPart({ after, limit: batchSize })
    const last = part.at(-1)
    if (!last) return
    after = last.id
    const rows = part.flatMap(({ id, ...person }) => (isNew(seenNumbers, person.number) ? [toRow(id, person)] : []))
    yield { rows, position: after, total: null }
  }
}

/** True for the first row with a number; false without a number. */
function isNew(seenNumbers: Set<string>, number: string | null): boolean {
  if (!number || seenNumbers.has(number)) return false
  seenNumbers.add(number)
  return true
}

const toRow = (row: number, { name, number, email }: Omit<Person, 'id'>): ImportedRow => ({
  ...{ row, name: name || (number as string), number: number as string, email },
  ...{ fields: [], leftOut: [], repeats: null },
})

function reader({ db }: Scope, { tagId, campaignId, recipients: wanted = 'all', contacts }: PeopleSource): ReadPart {
  if (tagId !== undefined) return (part) => db.run(withTag, { ...part, tagId })
  if (campaignId !== undefined)
    return async (part) => {
      const rows = await db.run(recipients, { ...part, campaignId })
      return rows.map(({ state, answeredAt, optedOutAt, ...person }) => {
        const isSent = state === 'sent' || state === 'unknown'
        const isWanted =
          wanted === 'all' || (isSent && optedOutAt === null && (answeredAt !== null) === (wanted === 'answered'))
        return { ...person, number: isWanted ? person.number : null, email: '' }
      })
    }
  const matches = contactFilter(contacts ?? {})
  return async (part) => {
    const rows = await db.run(allContacts, part)
    return rows.map((row) => ({ ...row, number: row.isGroup === 0 && matches(row) ? row.number : null }))
  }
}

/** Every word is in name, number or e-mail, and the day of creation is in the range. */
function contactFilter({ searchParam = '', dateStart = '', dateEnd = '9' }: NonNullable<PeopleSource['contacts']>) {
  const words = foldText(searchParam).split(/\s+/).filter(Boolean)
  return (row: { searchText: string; number: string | null; email: string; createdAt: string }) => {
    const text = `${row.searchText} ${row.number ?? ''} ${row.email}`
    const day = row.createdAt.slice(0, 10)
    return words.every((word) => text.includes(word)) && day >= dateStart && day <= dateEnd
  }
}
