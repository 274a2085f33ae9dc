import type { Scope } from '../../../core/scope'
import { recordAuditEntry } from './record'

/** Subject of an export; without an id, all rows of a kind. */
interface ExportedSubject {
  entity: 'auditLog' | 'campaign' | 'contacts' | 'dashboard' | 'invoices' | 'optOuts' | 'ratings'
  entityId?: number
  name?: string
}

/** Records in the audit log that the acting user downloads rows as a file. Call before the first row is read. */
export const recordExport = (outer: Scope, { entity, entityId, name = '' }: ExportedSubject): Promise<void> =>
  outer.transaction((scope) => recordAuditEntry(scope, { action: 'export', entity, entityId: entityId ?? null, name }))
