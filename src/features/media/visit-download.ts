import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
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

/** Records that a support visit opens the file of an export: this copy outlives the visit. */
export async function recordVisitDownload(outer: Scope, mediaId: string) {
  if (!outer.viewer.support) return
  const found = await outer.db.first(exportOf, { mediaId })
  if (!found) return
  const { kind, contactId, originalName: name } = found
  await outer.transaction((scope) =>
    recordAuditEntry(scope, { action: 'download', entity: kind, entityId: contactId ?? scope.companyId, name }),
  )
}
