import { InvalidArchive } from '../../../../core/backup/archive'
import { Member } from '../../../../core/backup/tar'
import { ParseFailure } from '../../../../core/parsers/contract'
import type { Platform, Viewer } from '../../../../core/scope'
import { newestMigration } from '../../../../core/storage/applied-migrations'
import { shapesOf, type TableShape } from '../../../../core/storage/row-shape'
import { assertEmailFree } from '../../../accounts/users/service'
import { exportedTables } from '../company/exported-tables'
import type { CompanyFacts } from '../model'

/** A company archive that passed every check. */
interface CheckedArchive {
  shapes: TableShape[]
  members: Map<string, Member>
  company: CompanyFacts
}

/**
 * Checks a company archive in a parser worker, and its e-mails here; stores nothing.
 * @param me person who imports, whose company has the turn of the parser
 * @throws ERR_IMPORT_FILE, ERR_EMAIL_TAKEN, InvalidArchive when the worker reaches a limit
 */
export async function checkArchive(platform: Platform, me: Viewer, path: string): Promise<CheckedArchive> {
  const archive = Bun.file(path)
  const shapes = await shapesOf(platform.handle, exportedTables)
  const source = { path, size: archive.size, shapes, newest: await newestMigration(platform.handle) }
  const own = platform.db.selectFrom('users').select('companyId').where('id', '=', me.userId)
  const { companyId } = await own.executeTakeFirstOrThrow()
  const parsed = await platform.ports.parsers.run(companyId, 'company.check', source).catch(refuseUnread)
  for (const email of parsed.emails) await assertEmailFree(platform, email)
  const members = new Map(parsed.members.map((place) => [place.name, new Member(archive, place)]))
  return { shapes, members, company: parsed.company }
}

function refuseUnread(error: unknown): never {
  throw error instanceof ParseFailure ? new InvalidArchive('it cannot be read', 'archive') : error
}
