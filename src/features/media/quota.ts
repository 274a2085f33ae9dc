import { Platform, type Scope } from '../../core/scope'
import { prepare } from '../../core/storage/prepared'
import { hot } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import { settingRules } from '../../shared/settings'
import { registerFile, type StoredFile } from './files'

const megabyte = 1_000_000
const used = hot<{}>()((db) => db.select('media_used').select('bytes'))
const fact = prepare<{ key: string }>()((db, p) =>
  db.selectFrom('installation').select('value').where('key', '=', p('key')),
)

/** True when the company may keep so many bytes more; the provider says how many it may keep in all, 0 for any number. */
export async function hasRoom(scope: Scope, bytes: number): Promise<boolean> {
  const row = await new Platform(scope.ports).first(fact, { key: 'mediaQuota' })
  const quota = Number(row?.value ?? settingRules.mediaQuota.default) * megabyte
  return quota === 0 || (await bytesUsed(scope)) + bytes <= quota
}

/** Size of all files of the company; the database keeps the sum (migrations/0020-media-used.ts). */
const bytesUsed = async (scope: Scope) => (await scope.db.first(used, {}))?.bytes ?? 0

/** @throws ERR_NO_ROOM */
export async function refuseWithoutRoom(scope: Scope, bytes: number) {
  if (!(await hasRoom(scope, bytes))) throw new AppError('ERR_NO_ROOM')
}

/**
 * Makes the row of a file that people send or receive; within a transaction. What the product itself needs (pictures of
 * contacts, copies of data that people have a right to) is registered without asking. @throws ERR_NO_ROOM
 */
export async function admitFile(scope: Scope, file: StoredFile) {
  await refuseWithoutRoom(scope, file.size)
  await registerFile(scope, file)
}
