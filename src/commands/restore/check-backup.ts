import { join } from 'node:path'
import type { BackupBytes } from '../../core/backup/restore'
import { unpackDatabase } from '../../core/backup/restore'
import { printLine } from '../command'
import { openCheckFolder } from './check-folder'
import { examineStaged } from './examine-staged'

/**
 * Checks a backup as a restore does: every byte, the pages of the database, the key. Database and key lie in the directory
 * for temporary files (TMPDIR) meanwhile; nothing else is written. Returns the exit code: 1 when files were missing
 * already at the time of the backup.
 */
export async function checkBackup(backup: BackupBytes, secret: string | null): Promise<number> {
  const { folder, close } = openCheckFolder()
  try {
    const { manifest, staging } = await unpackDatabase(backup, join(folder, 'unpacked'))
    await examineStaged(staging, { manifest, secret, checksPages: true }, async () => {})
    const { createdAt, version, files, damaged, key } = manifest
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    printLine(
      `${backup.name} is whole: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, of ${createdAt}, by version ${version}.`,
    )
    printLine(`Its database is intact and opens with ${key ? 'the key in it' : 'BALCAO_SECRET'}. Nothing was changed.`)
    for (const path of damaged) printLine(`not in the backup, because it was missing then: media/${path}`)
    return damaged.length > 0 ? 1 : 0
  } finally {
    close()
  }
}
