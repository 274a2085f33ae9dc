import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { recordAuditEntry } from '../audit/record'

const exportOf = hot<{ mediaId: string }>()((db, p) =>
  db
    .select('data_exports')
    .innerJoin('media', (join) =>
      join.onRef('media.companyId', '=', 'data_exports.companyId').onRef('media.id', '=', 'data_exports.mediaId'),
    )
    .select(['data_exports.kind', 'data_exports.contactId', 'media.originalName'])
    .where('data_exports.mediaId', '=', p('mediaId')),
)
type Export = NonNullable<(typeof exportOf)['row']>

/** Records that a support visit opens the file of an export: this copy outlives the visit. */
export async function recordVisitDownload(scope: Scope, mediaId: string) {
  if (!scope.viewer.support) return
  const found = await scope.db.first(exportOf, { mediaId })
  if (found) await recordDownload(scope, found)
}

/**
 * Records that the provider opens the copy of a whole company, made for another installation. Returns false for any other
 * file.
 */
export async function recordCopyDownload(scope: Scope, mediaId: string): Promise<boolean> {
  const found = await scope.db.first(exportOf, { mediaId })
  if (found?.kind !== 'company') return false
  await recordDownload(scope, found)
  return true
}

const recordDownload = (outer: Scope, { kind, contactId, originalName: name }: Export) =>
  outer.transaction((scope) =>
    recordAuditEntry(scope, { action: 'download', entity: kind, entityId: contactId ?? scope.companyId, name }),
  )
