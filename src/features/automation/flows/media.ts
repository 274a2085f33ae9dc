import type { Scope } from '../../../core/scope'
import type { Definition } from '../../../shared/flow/node'
import { existingMedia, mediaOf } from './content'
import type { FlowFile } from './model'

/**
 * Lists the files of a draft beside those of published versions, so that the daily sweep keeps them. A file that neither
 * names any more is left to the sweep. Call within the transaction that stores the draft.
 */
export async function keepDraftMedia(scope: Scope, flowId: number, definition: Definition) {
  const { db } = scope
  const used = new Set(await existingMedia(scope, mediaOf(definition)))
  const rows = await db
    .select('flow_media')
    .select(['id', 'mediaId', 'published'])
    .where('flowId', '=', flowId)
    .execute()
  const listed = new Set(rows.map(({ mediaId }) => mediaId))
  for (const mediaId of used) if (!listed.has(mediaId)) await db.insert('flow_media', { flowId, mediaId }).execute()
  for (const { id, mediaId, published } of rows)
    if (published === 0 && !used.has(mediaId)) await db.delete('flow_media').where('id', '=', id).execute()
}

/** Keeps the files of a content that is published for as long as the flow exists: its runs may use any version. */
export async function keepPublishedMedia({ db }: Scope, flowId: number, definition: Definition) {
  const ids = mediaOf(definition)
  if (ids.length === 0) return
  await db.update('flow_media').set({ published: 1 }).where('flowId', '=', flowId).where('mediaId', 'in', ids).execute()
}

/** Files of the draft and of the versions, with signed addresses, which are never stored. */
export async function listFlowFiles(scope: Scope, flowId: number): Promise<FlowFile[]> {
  const rows = await scope.db
    .select('flow_media')
    .innerJoin('media', 'media.id', 'flow_media.mediaId')
    .select(['media.id', 'media.originalName', 'media.mime', 'media.size'])
    .where('flow_media.flowId', '=', flowId)
    .orderBy('flow_media.id')
    .execute()
  return rows.map(({ originalName: name, ...row }) => ({ ...row, name, path: scope.mediaLink(row.id) }))
}
