import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { linesOf, readArchive, Unsound } from '../../core/archive'
import { type Shape, shapesOf } from '../../core/carry'
import { Arrival, readLine } from '../../core/carry-in'
import type { CompanyId } from '../../core/schema'
import { type Platform, Scope, type Viewer } from '../../core/scope'
import type { Member } from '../../core/tar'
import { addDays, dayIn, usualZone } from '../../core/time'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { audit } from '../audit/record'
import { hashPassword } from '../auth/passwords'
import { tellTenant } from '../companies/tell'
import { arm } from '../schedules/arm'
import { refuseTaken } from '../users/service'
import { companyMembers } from './company-file'
import type { CompanyFacts, CompanyManifest, ImportQuery } from './model'

interface Asked extends ImportQuery {
  me: Viewer
  address: string
}

/** Days a company that arrives has before somebody says until when it may stay. */
const firstDays = 3

/**
 * POST /companies/import: takes in a company's file from another installation, under new numbers. All of it is examined
 * first; then files are put in place and the rows stored in one transaction, so that nothing stays of one that fails.
 * People choose new passwords, numbers are linked anew. @throws ERR_IMPORT_FILE with the first reason,
 * ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_TAKEN, ERR_NO_PLAN_FOUND
 */
export async function importCompany(platform: Platform, body: ReadableStream<Uint8Array> | null, asked: Asked) {
  const path = await stage(platform)
  try {
    await receive(body, path)
    const made = await takeIn(platform, path, asked)
    await tellTenant(platform, 'create', made.id)
    return made
  } catch (error) {
    throw error instanceof Unsound
      ? new AppError('ERR_IMPORT_FILE', { reason: error.message, fault: error.fault })
      : error
  } finally {
    await rm(path, { force: true })
  }
}

/** A place for what is only arriving: no backup holds it, and what a crash left is swept. */
async function stage({ ports }: Platform): Promise<string> {
  const directory = join(ports.media.directory, 'arriving', 'at', '00')
  await mkdir(directory, { recursive: true })
  return join(directory, `${randomBytes(16).toString('hex')}.part`)
}

/** To the disk as it comes, never into memory. */
async function receive(body: ReadableStream<Uint8Array> | null, path: string) {
  if (!body) throw new Unsound('it is empty', 'archive')
  const sink = Bun.file(path).writer()
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > limits.companyFile) throw new AppError('ERR_TOO_LARGE', { max: limits.companyFile })
      sink.write(chunk)
      await sink.flush()
    }
  } finally {
    await sink.end()
  }
}

interface Sound {
  shapes: Shape[]
  members: Map<string, Member>
  company: CompanyFacts
}

async function takeIn(platform: Platform, path: string, asked: Asked) {
  const sound = await examine(platform, path)
  const passwordHash = await hashPassword(crypto.randomUUID() + crypto.randomUUID()) // which nobody knows
  const files = new Files(platform)
  try {
    await files.unpack(sound.members) // before the transaction: everybody waits for that
    return await platform.transaction(async (platform) => {
      const id = await makeCompany(platform, sound.company, asked)
      const media = await files.place(platform, id)
      const given = { users: { passwordHash }, connections: { status: 'DISCONNECTED', wanted: 0 } }
      const arrival = new Arrival(platform.handle.statements, id, media, given)
      for (const shape of sound.shapes) await insertAll(arrival, shape, sound.members)
      await settle(platform, id, asked)
      return { id, name: asked.name ?? sound.company.name }
    })
  } catch (error) {
    await files.remove()
    throw error
  }
}

/** Hashes, names, format, and every line; nothing is stored yet. */
async function examine(platform: Platform, path: string): Promise<Sound> {
  const { members, manifest } = await readArchive<CompanyManifest>(path, companyMembers, limits.companyMembers)
  const { sqlite } = platform.ports.store.read.statements
  const newest = sqlite.query('select max(name) as name from kysely_migration').get() as { name: string }
  checkKind(manifest, newest.name)
  const shapes = shapesOf(sqlite)
  const known = new Set(shapes.map(({ table }) => `data/${table}.jsonl`))
  const stranger = [...members.keys()].find((name) => name.startsWith('data/') && !known.has(name))
  if (stranger) throw new Unsound(`nobody knows ${stranger}`)
  const files = new Set([...members.keys(), ...listOf(manifest.missing).map((id) => `media/${id}`)])
  for (const shape of shapes)
    for await (const { row, at } of readLines(shape, members)) {
      if (shape.table === 'media' && !files.has(`media/${row.id}`)) throw new Unsound(`${at}: its file is missing`)
      if (shape.table === 'users') await refuseTaken(platform, String(row.email))
    }
  return { shapes, members, company: companyOf(manifest) }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function checkKind({ product, kind, format, schema }: CompanyManifest, newest: string) {
  if (product !== 'balcao' || kind !== 'company') throw new Unsound('it is not a company', 'foreign')
  if (format !== 1) throw new Unsound(`it is of a newer kind (format ${String(format).slice(0, 20)})`, 'newer')
  if (!(String(schema) <= newest)) throw new Unsound('it comes from a newer version; update this one first', 'newer')
}

/** The rows of a table, each checked; their numbers only grow. */
async function* readLines(shape: Shape, members: Map<string, Member>) {
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

function companyOf({ company }: CompanyManifest): CompanyFacts {
  const { name, email, phone, timeZone, language = null } = company ?? {}
  const fits = (text: unknown, max: number) => typeof text === 'string' && text.length <= max
  if (!fits(name, limits.name.max) || name.trim().length < limits.name.min) throw new Unsound('the company has no name')
  if (!fits(email, limits.email.max) || !fits(phone, 20) || !fits(timeZone, 60))
    throw new Unsound('the company has no address')
  return { name: name.trim(), email, phone, timeZone, language: typeof language === 'string' ? language : null }
}

async function makeCompany(platform: Platform, facts: CompanyFacts, { planId, name = facts.name }: Asked) {
  const { db } = platform
  const plan = await db.selectFrom('plans').select('useCampaigns').where('id', '=', planId).executeTakeFirst()
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  const twin = await db.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirst()
  if (twin) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
  const dueDate = addDays(dayIn(usualZone), firstDays)
  const terms = { planId, dueDate, trialExpiration: null, status: 1 as const, campaignsEnabled: plan.useCampaigns }
  const made = await db
    .insertInto('companies')
    .values({ ...facts, ...terms, name } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** The files of a company that arrives: unpacked beside, then moved to where they belong. */
class Files {
  /** The file's name of each → where it lies now. */
  private readonly lying = new Map<string, string>()

  constructor(private readonly platform: Platform) {}

  async unpack(members: Map<string, Member>) {
    for (const [name, member] of members) {
      if (!name.startsWith('media/')) continue
      const path = await stage(this.platform)
      this.lying.set(name.slice('media/'.length), path)
      await copy(member, path)
    }
  }

  /** Under their own names where those are free here. */
  async place({ db, ports: { media } }: Platform, companyId: CompanyId) {
    const places = new Map<string, { id: string; path: string }>()
    for (const [was, path] of this.lying) {
      const isTaken = await db.selectFrom('media').select('id').where('id', '=', was).executeTakeFirst()
      const fresh = media.place(companyId)
      const place = isTaken ? fresh : { id: was, path: fresh.path.replace(fresh.id, was) }
      const absolute = media.absolute(place.path)
      await mkdir(dirname(absolute), { recursive: true })
      await rename(path, absolute)
      this.lying.set(was, absolute)
      places.set(was, place)
    }
    return places
  }

  async remove() {
    for (const path of this.lying.values()) await rm(path, { force: true })
  }
}

/** By its bytes: given a part of a file, Bun.write takes all of it. */
async function copy({ size, body }: Member, to: string) {
  const sink = Bun.file(to).writer()
  if (size > 0)
    for await (const chunk of body.stream()) {
      sink.write(chunk)
      await sink.flush()
    }
  await sink.end()
}

async function insertAll(arrival: Arrival, shape: Shape, members: Map<string, Member>) {
  if (shape.points.parentId !== shape.table) {
    for await (const { row, at } of readLines(shape, members)) arrival.insert(shape, row, at)
    return
  }
  // A tree: parents first, whatever their numbers.
  let waiting: { row: Record<string, unknown>; at: string }[] = []
  for await (const line of readLines(shape, members)) waiting.push(line)
  const there = new Set<unknown>([null, undefined])
  while (waiting.length > 0) {
    const ready = waiting.filter(({ row }) => there.has(row.parentId))
    if (ready.length === 0) throw new Unsound(`${waiting[0]?.at}: what it belongs to is missing`)
    for (const { row, at } of ready) arrival.insert(shape, row as never, at)
    waiting = waiting.filter((line) => !ready.includes(line))
    for (const { row } of ready) there.add(row.id)
  }
}

/** What was under way where it came from: nobody sends or fetches it any more; what is for later is armed again. */
async function settle(platform: Platform, id: CompanyId, { me, address }: Asked) {
  const db = platform.tenant(id)
  const unsent = { ack: -1 as const, error: 'ERR_SENDING_WAPP_MSG' }
  await db.update('messages').set(unsent).where('ack', '=', 0).where('fromMe', '=', 1).execute()
  await db.update('messages').set({ mediaStatus: 'failed' }).where('mediaStatus', '=', 'pending').execute()
  const scope = new Scope(platform.ports, db, me, [], () => address)
  const later = await db
    .select('schedules')
    .select(['id', 'sendAt'])
    .where('status', 'in', ['PENDENTE', 'AGENDADA'])
    .execute()
  for (const schedule of later) await arm(scope, schedule.id, schedule.sendAt)
  audit(scope, { action: 'import', entity: 'company', entityId: id, name: '' })
}
