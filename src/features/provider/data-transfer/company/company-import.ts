import { open, rm } from 'node:fs/promises'
import { InvalidArchive } from '../../../../core/backup/archive'
import type { Member } from '../../../../core/backup/tar'
import { writingSlices } from '../../../../core/process/work-slices'
import { Pending, type Platform, Scope, type Viewer } from '../../../../core/scope'
import { writeAll } from '../../../../core/storage/durable-file'
import { giveToOwnerOfDirectory } from '../../../../core/storage/owner'
import { CompanyImport, type ImportedRow, invalidOnConstraint } from '../../../../core/storage/row-import'
import type { TableShape } from '../../../../core/storage/row-shape'
import type { CompanyId, Flag } from '../../../../core/storage/schema'
import { addDays, dayIn, usualZone } from '../../../../core/time'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { enqueueSchedule } from '../../../inbox/schedules/enqueue'
import { recordAuditEntry } from '../../../platform/audit/record'
import { publishCompanyToProvider } from '../../companies/publish'
import { checkArchive } from '../archive/company-archive-check'
import { isSupportUser, readLines } from '../archive/company-archive-lines'
import type { CompanyFacts, ImportQuery } from '../model'
import { ImportedFiles, newStagingPath } from './imported-files'
import { RowTree } from './row-tree'

interface ImportRequest extends ImportQuery {
  me: Viewer
  address: string
}

/** Days of licence of an imported company, until the provider sets a due date. */
const firstLicenceDays = 3

/**
 * POST /companies/import: imports a company archive of another installation under new ids. The archive is checked
 * whole, then files are moved into place and rows inserted in one transaction, so that a failed import leaves nothing.
 * Users must choose new passwords, and connections must be linked again. @throws ERR_IMPORT_FILE with the first reason,
 * ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_TAKEN, ERR_NO_PLAN_FOUND, ERR_TOO_LARGE
 */
export async function importCompany(
  platform: Platform,
  body: AsyncIterable<Uint8Array> | null,
  request: ImportRequest,
) {
  const name = request.name?.trim()
  if (name !== undefined && name.length < limits.companyName.min)
    throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  const path = await newStagingPath(platform)
  try {
    await saveUpload(body, path)
    const made = await importArchive(platform, path, { ...request, name })
    await publishCompanyToProvider(platform, 'create', made.id)
    return made
  } catch (error) {
    throw error instanceof InvalidArchive ? error.toAppError() : error
  } finally {
    await rm(path, { force: true })
  }
}

/** Streams the upload to disk. @throws ERR_TOO_LARGE, InvalidArchive when it is empty */
async function saveUpload(body: AsyncIterable<Uint8Array> | null, path: string) {
  if (!body) throw new InvalidArchive('it is empty', 'archive')
  const file = await open(path, 'w', 0o600)
  giveToOwnerOfDirectory(path)
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > limits.companyFile) throw new AppError('ERR_TOO_LARGE', { max: limits.companyFile })
      await writeAll(file, chunk) // in another thread; Bun's own writer writes on this one
    }
  } finally {
    await file.close()
  }
}

async function importArchive(platform: Platform, path: string, request: ImportRequest) {
  const archive = await checkArchive(platform, request.me, path)
  // a random password that is not stored
  const passwordHash = await platform.ports.passwords.hash(crypto.randomUUID() + crypto.randomUUID())
  const files = new ImportedFiles(platform)
  try {
    await files.unpack(archive.members) // before the transaction, which blocks other writers
    const media = await files.storeAll()
    return await platform.transaction(async (platform) => {
      const id = await createCompany(platform, archive.company, request)
      await platform.ports.secrets.companies.create(platform.tenant(id))
      const values = { users: { passwordHash }, connections: { status: 'DISCONNECTED', shouldConnect: 0 } }
      const companyImport = await CompanyImport.begin(platform.handle, id, archive.shapes, media, values)
      for (const shape of archive.shapes) await insertAll(companyImport, shape, archive.members)
      await companyImport.end()
      await failPendingWork(platform, id, request)
      return { id, name: request.name ?? archive.company.name }
    })
  } catch (error) {
    await files.remove()
    throw error
  }
}

async function createCompany(platform: Platform, facts: CompanyFacts, { planId, name = facts.name }: ImportRequest) {
  const { db } = platform
  const plan = await db.selectFrom('plans').select('useCampaigns').where('id', '=', planId).executeTakeFirst()
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  const duplicate = await db.selectFrom('companies').select('id').where('name', '=', name).executeTakeFirst()
  if (duplicate) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
  const dueDate = addDays(dayIn(usualZone), firstLicenceDays)
  const terms = { planId, dueDate, trialExpiration: null, status: 1 as const, campaignsEnabled: plan.useCampaigns }
  return insertCompany(platform, { ...facts, ...terms, name })
}

interface Terms {
  planId: number
  dueDate: string
  trialExpiration: null
  status: Flag
  campaignsEnabled: Flag
}

async function insertCompany({ db }: Platform, company: CompanyFacts & Terms): Promise<CompanyId> {
  try {
    const { id } = await db.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('company_figures').values({ companyId: id }).execute() // counted by the next run of the task
    return id
  } catch (error) {
    throw invalidOnConstraint(error, 'the fields of the company are refused by the database')
  }
}

/** Inserts the rows of a table, in slices: a company with half a million messages has a million rows. */
async function insertAll(companyImport: CompanyImport, shape: TableShape, members: Map<string, Member>) {
  for await (const { row, at } of linesInOrder(shape, members)) {
    await writingSlices.pause(companyImport.companyId)
    await companyImport.insert(shape, rowToInsert(shape, row), at)
  }
}

/** Rows of a table; parents before their children where rows refer to rows of the same table. */
async function* linesInOrder(shape: TableShape, members: Map<string, Member>) {
  if (shape.references.parentId !== shape.table) return yield* readLines(shape, members)
  const tree = new RowTree()
  for await (const { row, at } of readLines(shape, members)) tree.add(row, at)
  yield* tree.parentsFirst()
}

/**
 * Gives an exported support user a new e-mail, because its old one may belong to a support user here. It cannot sign
 * in.
 */
const rowToInsert = ({ table }: TableShape, row: ImportedRow): ImportedRow =>
  table === 'users' && isSupportUser(row) ? { ...row, email: `support-${crypto.randomUUID()}@support.invalid` } : row

/** Marks unsent messages and pending downloads as failed, arms the timers of schedules, and logs the import. */
async function failPendingWork(platform: Platform, id: CompanyId, { me, address }: ImportRequest) {
  const db = platform.tenant(id)
  const unsent = { ack: -1 as const, error: 'ERR_SENDING_WAPP_MSG' }
  await db.update('messages').set(unsent).where('ack', '=', 0).where('fromMe', '=', 1).execute()
  await db.update('messages').set({ mediaStatus: 'failed' }).where('mediaStatus', '=', 'pending').execute()
  const scope = new Scope(platform.ports, db, me, new Pending(), () => address)
  const pendingSchedules = await db
    .select('schedules')
    .select(['id', 'sendAt'])
    .where('status', 'in', ['PENDENTE', 'AGENDADA'])
    .where('paused', '=', 0)
    .execute()
  for (const schedule of pendingSchedules) await enqueueSchedule(scope, schedule.id, schedule.sendAt)
  await recordAuditEntry(scope, { action: 'import', entity: 'company', entityId: id, name: '' })
}
