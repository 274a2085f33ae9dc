import type { Scope } from '../../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'
import { limits } from '../../../../shared/limits'
import { fieldName, ownColumns, uniqueName } from './own-file'

const batchSize = 2000
/** Columns for fields; more names than these share one behind them. */
const maxColumns = limits.listColumns - ownColumns.length - 1
/** Heading of the fields without a column of their own, as lines `name: value`. */
const otherFields = 'other fields'

const page = hot<{ contactId: number; id: number; limit: number }>()((db, p) =>
  db
    .select('contact_extra')
    .select(['id', 'contactId', 'name', 'value'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('contactId', 'id'), '>', tuple(p('contactId'), p('id'))))
    .orderBy('contactId')
    .orderBy('id')
    .limit(p('limit')),
)
const ofContacts = hot<{ contactIds: ListParameter }>()((db, p) =>
  db
    .select('contact_extra')
    .select(['contactId', 'name', 'value'])
    .where('contactId', 'in', inList(p('contactIds')))
    .orderBy('id'),
)

type Line = { name: string; value: string }

/** A text as an import reads it back: one line ending, and no space around it. */
export const exportedText = (text: string) => text.replaceAll('\0', '').toWellFormed().replace(/\r\n?/g, '\n').trim()

/** Fields of one contact by the heading of their column; the second field of a name has a heading with a number. */
function byHeading(lines: Line[]): [heading: string, value: string][] {
  const taken = new Set<string>()
  return lines.flatMap(({ name, value }) => {
    const [title, text] = [fieldName(name), exportedText(value)]
    return title === '' || text === '' ? [] : [[uniqueName(title, taken), text] as [string, string]]
  })
}

/** Headings of all fields of the company's contacts by name: of more than fit into a file, those that most contacts have. */
export async function fieldHeadings(scope: Scope): Promise<string[]> {
  const counts = new Map<string, number>()
  const count = (lines: Line[]) => {
    for (const [heading] of byHeading(lines)) counts.set(heading, (counts.get(heading) ?? 0) + 1)
  }
  let after = { contactId: 0, id: 0 }
  const contact: Line[] = []
  for (;;) {
    const rows = await scope.db.runAside(page, { ...after, limit: batchSize })
    for (const row of rows) {
      if (row.contactId !== after.contactId) count(contact.splice(0))
      contact.push(row)
      after = { contactId: row.contactId, id: row.id }
    }
    if (rows.length < batchSize) break
  }
  count(contact)
  const mostUsed = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, maxColumns)
  const headings = mostUsed.map(([heading]) => heading).sort()
  return counts.size > maxColumns ? [...headings, otherFields] : headings
}

/** Cells of the contacts' fields, by contact: one for each heading. */
export async function fieldCells(scope: Scope, contactIds: number[], headings: string[]) {
  const lines = new Map<number, Line[]>()
  const rows = await scope.db.runAside(ofContacts, { contactIds: listOf(contactIds) })
  for (const { contactId, ...line } of rows) lines.set(contactId, [...(lines.get(contactId) ?? []), line])
  return new Map(contactIds.map((id) => [id, cellsOf(byHeading(lines.get(id) ?? []), headings)]))
}

function cellsOf(fields: [string, string][], headings: string[]) {
  const values = new Map(fields)
  const others = fields.filter(([heading]) => !headings.includes(heading)).map((field) => field.join(': '))
  return headings.map((heading) => values.get(heading) ?? (heading === otherFields ? others.join('\n') : ''))
}
