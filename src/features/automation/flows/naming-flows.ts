import type { Scope } from '../../../core/scope'
import { containsText } from '../../../core/storage/expressions'
import { FlowFault } from '../../../shared/flow/fault'
import { type NamedRow, namesRow, rowFields } from '../../../shared/flow/named-rows'
import { readFlow } from '../../../shared/flow/read'
import { parseJson } from '../../../shared/json'

/**
 * Names of the flows that name a row in their draft, in their published version or in a version of a conversation that
 * is under way, by name.
 */
export async function listFlowsNaming({ db }: Scope, row: NamedRow): Promise<string[]> {
  const contents = await contentsWith(db, row)
  const found = contents.filter(({ content }) => isNamed(content, row))
  return [...new Set(found.map(({ name }) => name))].sort()
}

/**
 * Texts that an id has in a content, as a number or a text. A longer id begins the same way, so the caller reads the
 * content.
 */
const textsOf = ({ kind, id }: NamedRow) =>
  rowFields[kind].flatMap((field) => [`"${field}":${id}`, `"${field}":"${id}"`])

/** Drafts and versions in use that may name the row. */
async function contentsWith(db: Scope['db'], row: NamedRow) {
  const texts = textsOf(row)
  const drafts = await db
    .select('flows')
    .select(['name', 'draft as content'])
    .where(({ or }) => or(texts.map((text) => containsText('draft', text))))
    .execute()
  const running = db.select('flow_runs').select('versionId').where('endedAt', 'is', null)
  const versions = await db
    .select('flow_versions')
    .innerJoin('flows', 'flows.id', 'flow_versions.flowId')
    .select(['flows.name', 'flow_versions.content'])
    .where(({ eb, or }) =>
      or([eb('flow_versions.id', '=', eb.ref('flows.versionId')), eb('flow_versions.id', 'in', running)]),
    )
    .where(({ or }) => or(texts.map((text) => containsText('content', text))))
    .execute()
  return [...drafts, ...versions]
}

function isNamed(content: string | null, row: NamedRow): boolean {
  try {
    return content !== null && namesRow(readFlow(parseJson(content)), row)
  } catch (thrown) {
    if (thrown instanceof FlowFault) return false // no run can begin on it
    throw thrown
  }
}
