import { Platform, type Scope } from '../../../core/scope'
import { prepare } from '../../../core/storage/prepared'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { settingRules } from '../../../shared/settings'
import { registerFile, type StoredFile } from './files'

const megabyte = 1_000_000
const usedBytes = hot<{}>()((db) => db.select('media_used').select('bytes'))
const installationRow = prepare<{ key: string }>()((db, p) =>
  db.selectFrom('installation').select('value').where('key', '=', p('key')),
)

/** Returns true when the company may store this many more bytes. The super user sets the quota; 0 is unlimited. */
export async function hasRoom(scope: Scope, bytes: number): Promise<boolean> {
  const row = await new Platform(scope.ports).first(installationRow, { key: 'mediaQuota' })
  const quota = Number(row?.value ?? settingRules.mediaQuota.default) * megabyte
  return quota === 0 || (await bytesUsed(scope)) + bytes <= quota
}

/** Size of all files of the company; database triggers keep the sum (migrations/baseline/platform.ts). */
const bytesUsed = async (scope: Scope) => (await scope.db.first(usedBytes, {}))?.bytes ?? 0

/** Checks the quota. @throws ERR_NO_ROOM */
export async function assertRoom(scope: Scope, bytes: number) {
  if (!(await hasRoom(scope, bytes))) throw new AppError('ERR_NO_ROOM')
}

/**
 * Inserts the row of a file that users send or receive, after checking the quota. Call within a transaction. The
 * product's own files (contacts' pictures) are registered without the check.
 * @throws ERR_NO_ROOM
 */
export async function admitFile(scope: Scope, file: StoredFile) {
  await assertRoom(scope, file.size)
  await registerFile(scope, file)
}
