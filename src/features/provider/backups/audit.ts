import type { Handle } from '../../../core/storage/db'
import type { CompanyId } from '../../../core/storage/schema'
import { TenantDb } from '../../../core/storage/tenant'
import { type Auditor, recordAuditEntry } from '../../platform/audit/record'

/** Records a backup that a person made by hand. `place`: its file or target. Call in a transaction. */
export const auditBackup = (auditor: Auditor, place: string) =>
  recordAuditEntry(auditor, { action: 'create', entity: 'backup', entityId: null, name: place })

/**
 * The same for a command: in the log of the first super user's company; nothing without one. Call in a transaction,
 * with its handle.
 */
export async function auditBackupOfCommand(tx: Handle, place: string) {
  const first = tx.kysely.selectFrom('users').select('companyId').where('super', '=', 1).orderBy('id').limit(1)
  const owner = await first.executeTakeFirst()
  if (!owner) return
  const db = TenantDb.within(tx, owner.companyId as CompanyId)
  await auditBackup({ db, actor: { system: 'backup' }, address: '' }, place)
}
