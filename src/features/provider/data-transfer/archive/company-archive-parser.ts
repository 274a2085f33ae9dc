import { InvalidArchive, readArchive } from '../../../../core/backup/archive'
import type { Member, MemberPlace } from '../../../../core/backup/tar'
import { blobOf, type ParserSource } from '../../../../core/parsers/contract'
import type { ImportedRow } from '../../../../core/storage/row-import'
import type { TableShape } from '../../../../core/storage/row-shape'
import { parseJson } from '../../../../shared/json'
import { limits } from '../../../../shared/limits'
import { companyRules, rowRules } from '../company/row-model'
import type { CompanyFacts, CompanyManifest } from '../model'
import { companyArchiveMember } from './archive-members'
import { isSupportUser, readLines } from './company-archive-lines'

/** A company archive, and the tables and the newest migration of this installation. */
export type CompanyArchiveSource = ParserSource & { shapes: TableShape[]; newest: string }

/** Facts of an archive that passed every check that needs no database. */
export interface ParsedCompanyArchive {
  members: MemberPlace[]
  company: CompanyFacts
  /** E-mails of the users. */
  emails: string[]
}

/**
 * Checks hashes, names, format and every row of a company archive. Runs in a parser worker.
 * @throws ERR_IMPORT_FILE with the first fault
 */
export async function parseCompanyArchive(source: CompanyArchiveSource): Promise<ParsedCompanyArchive> {
  try {
    return await checkArchive(source)
  } catch (error) {
    if (error instanceof InvalidArchive) throw error.toAppError()
    throw error
  }
}

async function checkArchive({ shapes, newest, ...source }: CompanyArchiveSource): Promise<ParsedCompanyArchive> {
  const archive = blobOf(source)
  const { members, manifest } = await readArchive<CompanyManifest>(archive, companyArchiveMember, limits.companyMembers)
  checkKind(manifest, newest)
  const expected = new Set(shapes.map(({ table }) => `data/${table}.jsonl`))
  const unknown = [...members.keys()].find((name) => name.startsWith('data/') && !expected.has(name))
  if (unknown) throw new InvalidArchive(`unknown member ${unknown}`)
  const company = companyOf(manifest)
  const emails = await checkRows(shapes, members, missingFiles(manifest))
  return { members: [...members.values()].map(({ place }) => place), company, emails }
}

/** Checks every row; returns the e-mails of the users. */
async function checkRows(shapes: TableShape[], members: Map<string, Member>, missing: Set<string>): Promise<string[]> {
  const rules = rowRules()
  const together = new CrossRowChecks(members, missing)
  const emails: string[] = []
  for (const shape of shapes)
    for await (const { row, at } of readLines(shape, members)) {
      for (const check of rules[shape.table] ?? []) check(row, at)
      together.add(shape, row, at)
      if (shape.table === 'users' && !isSupportUser(row)) emails.push(String(row.email))
    }
  together.check()
  return emails
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
    (parseJson(String(row[name] ?? '[]')) as number[]).map((id): Reference => [name, target, id]),
  )
  return [...single.map(([name, target]): Reference => [name, target, Number(row[name])]), ...several]
}

/** Members of the files that were missing at the export; early archives have no such list. */
function missingFiles({ missing = [] }: CompanyManifest): Set<string> {
  if (!Array.isArray(missing) || !missing.every((id) => typeof id === 'string'))
    throw new InvalidArchive('its list of missing files is invalid')
  return new Set(missing.map((id) => `media/${id}`))
}

function checkKind({ product, kind, format, schema }: CompanyManifest, newest: string) {
  if (product !== 'balcao' || kind !== 'company') throw new InvalidArchive('it is not a company export', 'foreign')
  if (format !== 1) throw new InvalidArchive(`it has a newer format (${String(format).slice(0, 20)})`, 'newer')
  if (!(String(schema) <= newest))
    throw new InvalidArchive('it comes from a newer version; update this one first', 'newer')
}

/** The company's own fields, checked by the rules of rows. Archives of versions without hours get the usual hours. */
function companyOf({ company }: CompanyManifest): CompanyFacts {
  for (const check of companyRules()) check(company as unknown as ImportedRow, 'the company')
  const { name, email, phone, timeZone, language, schedules = '', holidays = '' } = company
  return { name: name.trim(), email, phone, timeZone, language, schedules, holidays }
}
