import { textCursor, textOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { containsText, literal, sortsAfter } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import { listFlowFiles } from './media'
import type { Flow, FlowContent, FlowQuery, FlowVersion, FlowWithContent } from './model'

/** Lists leave the content out: a page of flows has a bounded size. */
const flowRows = (db: Tables) =>
  db
    .select('flows')
    .leftJoin('flow_versions', (join) =>
      join.onRef('flow_versions.companyId', '=', 'flows.companyId').onRef('flow_versions.id', '=', 'flows.versionId'),
    )
    .select(['flows.id', 'flows.name', 'flows.searchText', 'flows.active', 'flows.createdAt', 'flows.updatedAt'])
    .select([
      'flows.versionId',
      'flows.draftAt',
      'flow_versions.number as version',
      'flow_versions.createdAt as publishedAt',
    ])

const byId = hot<{ id: number }>()((db, p) => flowRows(db).where('flows.id', '=', p('id')))
const draftById = hot<{ id: number }>()((db, p) => db.select('flows').select('draft').where('id', '=', p('id')))
type FlowRow = NonNullable<(typeof byId)['row']>

const pageOfFlows = hot<{ code: string; id: number; text: string; limit: number; offset: number }>()((db, p) =>
  flowRows(db)
    .where(({ eb, or, val }) => or([eb(val(p('text')), '=', ''), containsText('flows.searchText', p('text'))]))
    .where(sortsAfter(['flows.searchText', 'flows.id'], [p('code'), p('id')]))
    .orderBy('flows.searchText')
    .orderBy('flows.id')
    .limit(p('limit'))
    .offset(p('offset')),
)

const size = pageSizes.other

/** A page of the company's flows, by name; `searchParam` matches the name without accents. */
export async function listFlows(scope: Scope, { searchParam = '', pageNumber = 1, cursor }: FlowQuery) {
  const { text: code, id } = textOfCursor(cursor) ?? { text: '', id: 0 }
  const offset = cursor === undefined ? (pageNumber - 1) * size : 0
  const text = foldText(searchParam)
  const rows = await scope.db.run(pageOfFlows, { code, id, text, limit: size + 1, offset })
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const hasMore = rows.length > size
  const next = hasMore && last ? textCursor({ text: last.searchText, id: last.id }) : null
  return { flows: shown.map(toFlow), hasMore, next }
}

/** @throws ERR_NO_FLOW_FOUND also for a flow of another company */
export async function getFlow(scope: Scope, id: number): Promise<Flow> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_FLOW_FOUND')
  return toFlow(row)
}

/** Refuses ids that are not of the company; null passes. @throws ERR_NO_FLOW_FOUND */
export async function assertFlowExists(scope: Scope, id: number | null | undefined) {
  if (id !== null && id !== undefined) await getFlow(scope, id)
}

/** A flow with its draft. @throws ERR_NO_FLOW_FOUND */
export async function getFlowWithContent(scope: Scope, id: number): Promise<FlowWithContent> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_FLOW_FOUND')
  return {
    ...toFlow(row),
    flow: await readDraft(scope, id),
    files: await listFlowFiles(scope, id),
    lastFailure: await readLastFailure(scope, row),
  }
}

const failedRun = hot<{ flowId: number; versionId: number }>()((db, p) =>
  db
    .select('flow_runs')
    .select(['nodeId', 'end', 'endedAt'])
    .where('state', '=', literal('failed'))
    .where('flowId', '=', p('flowId'))
    .where('versionId', '=', p('versionId'))
    .orderBy('id', 'desc')
    .limit(1),
)

/** The newest failure of the published version; publishing a corrected one clears it. */
async function readLastFailure(scope: Scope, { id, versionId }: FlowRow) {
  const failed = versionId === null ? undefined : await scope.db.first(failedRun, { flowId: id, versionId })
  return failed ? { nodeId: failed.nodeId, end: failed.end ?? 'broken', at: failed.endedAt ?? '' } : null
}

/** The draft of a flow; null until it is first saved. */
export async function readDraft(scope: Scope, id: number): Promise<FlowContent | null> {
  const draft = (await scope.db.first(draftById, { id }))?.draft ?? null
  return draft === null ? null : parseJson(draft)
}

const toFlow = ({ searchText: _, versionId: __, active, draftAt, publishedAt, ...row }: FlowRow): Flow => ({
  ...row,
  draftAt,
  active: active === 1,
  hasChanges: draftAt !== null && (publishedAt === null || draftAt > publishedAt),
})

const versionsOf = hot<{ flowId: number; limit: number }>()((db, p) =>
  db
    .select('flow_versions')
    .innerJoin('flows', 'flows.id', 'flow_versions.flowId')
    .select(['flow_versions.id', 'flow_versions.number', 'flow_versions.note', 'flow_versions.userName'])
    .select(['flow_versions.createdAt', 'flows.versionId'])
    .where('flow_versions.flowId', '=', p('flowId'))
    .orderBy('flow_versions.number', 'desc')
    .limit(p('limit')),
)
/** Versions that the list shows; older ones stay for the runs that use them. */
const shownVersions = 200

/** Published versions, newest first. @throws ERR_NO_FLOW_FOUND */
export async function listVersions(scope: Scope, flowId: number): Promise<FlowVersion[]> {
  await getFlow(scope, flowId)
  const rows = await scope.db.run(versionsOf, { flowId, limit: shownVersions })
  return rows.map(({ versionId, ...row }) => ({ ...row, isPublished: row.id === versionId }))
}

const contentOf = hot<{ flowId: number; number: number }>()((db, p) =>
  db
    .select('flow_versions')
    .select(['id', 'content'])
    .where('flowId', '=', p('flowId'))
    .where('number', '=', p('number')),
)

/** Content of a published version. @throws ERR_NO_FLOW_FOUND */
export async function getVersion(scope: Scope, flowId: number, number: number): Promise<FlowContent> {
  const row = await scope.db.first(contentOf, { flowId, number })
  if (!row) throw new AppError('ERR_NO_FLOW_FOUND')
  return parseJson(row.content)
}
