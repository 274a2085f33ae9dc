import { linesOf, readArchive, Unsound } from '../../core/backup/archive'
import type { Member } from '../../core/backup/tar'
import type { Platform } from '../../core/scope'
import { newestMigration } from '../../core/storage/open-concurrently'
import { type Line, readLine } from '../../core/storage/row-import'
import { type Shape, shapesOf } from '../../core/storage/row-shape'
import { limits } from '../../shared/limits'
import { refuseTaken } from '../users/service'
import { companyArchiveMember } from './company-export'
import { exportedTables } from './exported-tables'
import type { CompanyFacts, CompanyManifest } from './model'
import { companyRules, rowRules } from './row-model'

/** A company's file in which nothing is wrong. */
export interface CheckedArchive {
  shapes: Shape[]
  members: Map<string, Member>
  company: CompanyFacts
}

/** Hashes, names, format, and every line; nothing is stored yet. */
export async function checkArchive(platform: Platform, path: string): Promise<CheckedArchive> {
  const { members, manifest } = await readArchive<CompanyManifest>(path, companyArchiveMember, limits.companyMembers)
  checkKind(manifest, newestMigration(platform.handle))
  const shapes = shapesOf(platform.handle, exportedTables)
  const known = new Set(shapes.map(({ table }) => `data/${table}.jsonl`))
  const stranger = [...members.keys()].find((name) => name.startsWith('data/') && !known.has(name))
  if (stranger) throw new Unsound(`nobody knows ${stranger}`)
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
      if (shape.table === 'users' && !isSupportUser(row)) await refuseTaken(platform, String(row.email))
    }
  together.check()
}

/**
 * What no row shows by itself: each points only at what came before it, so that no number can mean somebody else's row
 * here; there is somebody who can let others in; and every file is somebody's.
 */
class CrossRowChecks {
  private readonly unclaimed: Set<string>
  /** The greatest number of each table. */
  private readonly last = new Map<string, number>()
  private admins = 0

  constructor(
    members: Map<string, Member>,
    private readonly missing: Set<string>,
  ) {
    this.unclaimed = new Set([...members.keys()].filter((name) => name.startsWith('media/')))
  }

  add(shape: Shape, row: Line, at: string) {
    const { table, hasId } = shape
    for (const [name, target, id] of referencesOf(shape, row))
      if (id > (this.last.get(target) ?? 0)) throw new Unsound(`${at}, ${name}: it points at what did not come`)
    if (hasId) this.last.set(table, Number(row.id))
    if (table === 'users' && row.profile === 'admin' && !isSupportUser(row)) this.admins++
    if (table === 'media') this.claim(`media/${row.id}`, at)
  }

  private claim(file: string, at: string) {
    if (!this.unclaimed.delete(file) && !this.missing.has(file)) throw new Unsound(`${at}: its file is missing`)
  }

  check() {
    if (this.admins === 0) throw new Unsound('users: none of them is an admin')
    for (const name of this.unclaimed) throw new Unsound(`${name} belongs to nothing`)
  }
}

type Reference = [column: string, table: string, id: number]

/** What a row points at in other tables; a tree's own rows come in any order. */
function referencesOf({ table, points, lists = {} }: Shape, row: Line): Reference[] {
  const single = Object.entries(points).filter(([name, target]) => target !== table && typeof row[name] === 'number')
  const several = Object.entries(lists).flatMap(([name, target]) =>
    (JSON.parse(String(row[name] ?? '[]')) as number[]).map((id): Reference => [name, target, id]),
  )
  return [...single.map(([name, target]): Reference => [name, target, Number(row[name])]), ...several]
}

/** The account by which the provider once helped; nobody of the company's own. */
export const isSupportUser = ({ support }: Line) => support === 1

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function checkKind({ product, kind, format, schema }: CompanyManifest, newest: string) {
  if (product !== 'balcao' || kind !== 'company') throw new Unsound('it is not a company', 'foreign')
  if (format !== 1) throw new Unsound(`it is of a newer kind (format ${String(format).slice(0, 20)})`, 'newer')
  if (!(String(schema) <= newest)) throw new Unsound('it comes from a newer version; update this one first', 'newer')
}

/** The rows of a table, each checked; their numbers only grow. */
export async function* readLines(shape: Shape, members: Map<string, Member>) {
  const member = members.get(`data/${shape.table}.jsonl`)
  if (!member) return // a table that was not there yet
  let [number, last] = [0, 0]
  for await (const text of linesOf(member.body, limits.companyLine)) {
    const at = `${shape.table}, line ${++number}`
    const row = readLine(text, shape, at)
    if (shape.hasId && Number(row.id) <= last) throw new Unsound(`${at}: its number does not follow the one before`)
    if (shape.hasId) last = Number(row.id)
    yield { row, at }
  }
}

/** The company itself by the same rules as its rows; a file made before hours went along has the usual ones. */
function companyOf({ company }: CompanyManifest): CompanyFacts {
  for (const check of companyRules()) check(company as unknown as Line, 'the company')
  const { name, email, phone, timeZone, language, schedules = '', holidays = '' } = company
  return { name: name.trim(), email, phone, timeZone, language, schedules, holidays }
}
