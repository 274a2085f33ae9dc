import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { foldText } from '../../../../shared/text'
import { companyCountry } from '../../../platform/company/country'
import { findContactByNumber } from '../identify'
import type { ContactRows, RefusedRow, UploadResult } from '../model'
import { attachAliases } from '../number-aliases'
import { type ContactRow as Row, readContactRow } from '../read-row'

const batchSize = 500

type Made = UploadResult['newContacts'][number]

const insertContact = hot<Row & { searchText: string; waJid: string }>()((db, p) =>
  db
    .insert('contacts', {
      name: p('name'),
      number: p('number'),
      email: p('email'),
      waJid: p('waJid'),
      searchText: p('searchText'),
      lid: null,
      pictureAt: null,
    })
    .returning('id'),
)
const fillContact = hot<{ id: number; name: string; searchText: string; email: string; now: string }>()((db, p) =>
  db
    .update('contacts')
    .set({ name: p('name'), searchText: p('searchText'), email: p('email'), updatedAt: p('now') })
    .where('id', '=', p('id')),
)

/**
 * POST /contacts/upload: rows of a spreadsheet. Valid rows create contacts, or fill empty fields of existing ones; rows
 * with the same number are merged; invalid rows are reported one by one. Stored in batches of 500; a repeated upload
 * changes nothing. Numbers are not checked with WhatsApp, because there may be thousands.
 * @throws ERR_SPREADSHEET_ROWS for too many rows
 */
export async function uploadContacts(outer: Scope, input: ContactRows): Promise<UploadResult> {
  if (input.length > limits.importRows) throw new AppError('ERR_SPREADSHEET_ROWS', { max: limits.importRows })
  const { rows, errorBag } = await splitRows(input, await companyCountry(outer))
  const newContacts: Made[] = []
  let filled = 0
  for (let at = 0; at < rows.length; at += batchSize) {
    const part = rows.slice(at, at + batchSize)
    const stored = await outer.transaction(async (scope) => {
      const stored = await storeContacts(scope, part)
      if (stored.made.length + stored.filled > 0) scope.publish('contact', { action: 'reload' })
      return stored
    })
    newContacts.push(...stored.made)
    filled += stored.filled
  }
  return { newContacts, filled, errorBag }
}

/** Rows read without a pause: some 10 ms on a slow machine. */
const rowsAtOnce = 200

/** Valid rows, merged by number, and the refused ones. */
async function splitRows(input: ContactRows, country: string) {
  const rows = new Map<string, Row>()
  const errorBag: RefusedRow[] = []
  for (const [index, { row = index + 1, ...cells }] of input.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await new Promise(setImmediate) // requests of others come first
    const typed = { name: textOf(cells.name), number: textOf(cells.number), email: textOf(cells.email) }
    const read = readContactRow(typed, country)
    if (typeof read === 'string') errorBag.push({ row, number: typed.number.slice(0, limits.name.max), error: read })
    else rows.set(read.number, mergeRows(rows.get(read.number), read))
  }
  return { rows: [...rows.values()], errorBag }
}

const textOf = (cell: string | number | null | undefined) => String(cell ?? '').trim()

/** The first of two rows with the same number, with its empty fields filled from the second. */
const mergeRows = (first: Row | undefined, second: Row): Row =>
  first
    ? { ...first, name: first.name === first.number ? second.name : first.name, email: first.email || second.email }
    : second

/** Creates contacts, or fills empty fields of existing ones. Publishes nothing. Call it inside a transaction. */
export async function storeContacts(scope: Scope, rows: Row[]) {
  const made: Made[] = []
  let filled = 0
  for (const row of rows) {
    const { name, number } = row
    const existing = await findContactByNumber(scope, number)
    if (existing) {
      if (await fillEmptyFields(scope, existing, row)) filled++
      continue
    }
    const inserted = await scope.db.first(insertContact, {
      ...{ name, number, email: row.email },
      searchText: foldText(name),
      waJid: `${number}@s.whatsapp.net`,
    })
    const id = inserted?.id as number
    await attachAliases(scope, id, number)
    made.push({ id, name, number })
  }
  return { made, filled }
}

/** Fills empty fields only; returns true when something changed. */
export async function fillEmptyFields(
  scope: Scope,
  existing: { id: number; name: string; number: string | null; email: string },
  row: Row,
) {
  const unnamed = existing.name === '' || existing.name === existing.number
  const name = unnamed ? row.name : existing.name
  const email = existing.email || row.email
  if (name === existing.name && email === existing.email) return false
  await scope.db.run(fillContact, {
    id: existing.id,
    name,
    email,
    searchText: foldText(name),
    now: new Date().toISOString(),
  })
  return true
}
