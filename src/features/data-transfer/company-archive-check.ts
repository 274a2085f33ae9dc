import { InvalidArchive, linesOf, readArchive } from '../../core/backup/archive'
import type { Member } from '../../core/backup/tar'
import type { Platform } from '../../core/scope'
import { newestMigration } from '../../core/storage/open-concurrently'
import { type ImportedRow, readLine } from '../../core/storage/row-import'
import { shapesOf, type TableShape } from '../../core/storage/row-shape'
import { limits } from '../../shared/limits'
import { assertEmailFree } from '../users/service'
import { companyArchiveMember } from './company-export'
import { exportedTables } from './exported-tables'
import type { CompanyFacts, CompanyManifest } from './model'
import { companyRules, rowRules } from './row-model'

/** A company archive that passed every check. */
export interface CheckedArchive {
  shapes: TableShape[]
  members: Map<string, Member>
  company: CompanyFacts
}

/** Checks hashes, names, format and every row of a company archive; stores nothing. @throws InvalidArchive, ERR_EMAIL_TAKEN */
export async function checkArchive(platform: Platform, path: string): Promise<CheckedArchive> {
  const { members, manifest } = await readArchive<CompanyManifest>(path, companyArchiveMember, limits.companyMembers)
  checkKind(manifest, newestMigration(platform.handle))
  const shapes = shapesOf(platform.handle, exportedTables)
  const expected = new Set(shapes.map(({ table }) => `data/${table}.jsonl`))
  const unknown = [...members.keys()].find((name) => name.startsWith('data/') && !expected.has(name))
  if (unknown) throw new InvalidArchive(`unknown member ${unknown}`)
  const company = companyOf(manifest)
  await checkRows(platform, { shapes, members }, new Set(listOf(manifest.missing).map((id) => `media/${id}`)))
  return { shapes, members, company }
}

async function checkRows(
  platform: Platform,
  { shapes, members }: Omit<CheckedArchive, 'company'>,
  missing: Set<string>,
) {
  const rules = rowRules()
  const together = new CrossRowChecks(members, missing)
  for (const shape of shapes)
    for await (const { row, at } of readLines(shape, members)) {
      for (const check of rules[shape.table] ?? []) check(row, at)
      together.add(shape, row, at)
      if (shape.table === 'users' && !isSupportUser(row)) await assertEmailFree(platform, String(row.email))
    }
  together.check()
}

/**
 * Checks across rows: references point only at earlier rows of the archive, so that no id can refer to a row of another
 * company here; at least one user is an admin; every file has a row and every row its file.
 */
class CrossRowChecks {
  private readonly unclaimed: Set<string>
  /** Highest id of each table so far. */
  private readonly last = new Map<string, number>()
  private admins = 0

  constructor(
    members: Map<string, Member>,
    private readonly missing: Set<string>,
  ) {
    this.unclaimed = new Set([...members.keys()].filter((name) => name.startsWith('media/')))
  }

  add(shape: TableShape, row: ImportedRow, at: string) {
    const { table, hasId } = shape
    for (const [name, target, id] of referencesOf(shape, row))
      if (id > (this.last.get(target) ?? 0))
        throw new InvalidArchive(`${at}, ${name}: it refers to a row that is not in the file`)
    if (hasId) this.last.set(table, Number(row.id))
    if (table === 'users' && row.profile === 'admin' && !isSupportUser(row)) this.admins++
    if (table === 'media') this.claim(`media/${row.id}`, at)
  }

  private claim(file: string, at: string) {
    if (!this.unclaimed.delete(file) && !this.missing.has(file)) throw new InvalidArchive(`${at}: its file is missing`)
  }

  check() {
    if (this.admins === 0) throw new InvalidArchive('users: there is no admin')
    for (const name of this.unclaimed) throw new InvalidArchive(`${name} has no row in media`)
  }
}

type Reference = [column: string, table: string, id: number]

/** References of a row to other tables. Those within its own table are left out: a child row may precede its parent. */
function referencesOf({ table, references, idLists = {} }: TableShape, row: ImportedRow): Reference[] {
  const single = Object.entries(references).filter(
    ([name, target]) => target !== table && typeof row[name] === 'number',
  )
  const several = Object.entries(idLists).flatMap(([name, target]) =>
    (JSON.parse(String(row[name] ?? '[]')) as number[]).map((id): Reference => [name, target, id]),
  )
  return [...single.map(([name, target]): Reference => [name, target, Number(row[name])]), ...several]
}

/** True for a support user of the provider, who is not a user of the company. */
export const isSupportUser = ({ support }: ImportedRow) => support === 1

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function checkKind({ product, kind, format, schema }: CompanyManifest, newest: string) {
  if (product !== 'balcao' || kind !== 'company') throw new InvalidArchive('it is not a company export', 'foreign')
  if (format !== 1) throw new InvalidArchive(`it has a newer format (${String(format).slice(0, 20)})`, 'newer')
  if (!(String(schema) <= newest))
    throw new InvalidArchive('it comes from a newer version; update this one first', 'newer')
}

/** The rows of a table, each checked. @throws InvalidArchive when ids do not ascend or a row is invalid */
export async function* readLines(shape: TableShape, members: Map<string, Member>) {
  const member = members.get(`data/${shape.table}.jsonl`)
  if (!member) return // the table did not exist in the exporting version
  let [number, last] = [0, 0]
  for await (const text of linesOf(member.body, limits.companyLine)) {
    const at = `${shape.table}, line ${++number}`
    const row = readLine(text, shape, at)
    if (shape.hasId && Number(row.id) <= last)
      throw new InvalidArchive(`${at}: its id does not follow the previous one`)
    if (shape.hasId) last = Number(row.id)
    yield { row, at }
  }
}

/** The company's own fields, checked by the rules of rows. Archives of versions without hours get the usual hours. */
function companyOf({ company }: CompanyManifest): CompanyFacts {
  for (const check of companyRules()) check(company as unknown as ImportedRow, 'the company')
  const { name, email, phone, timeZone, language, schedules = '', holidays = '' } = company
  return { name: name.trim(), email, phone, timeZone, language, schedules, holidays }
}
