import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { FlowFault } from '../../../shared/flow/fault'
import { isError, type Known, type Lint, lint } from '../../../shared/flow/lints'
import type { Definition } from '../../../shared/flow/node'
import { readFlow } from '../../../shared/flow/read'
import { runVariables } from '../../../shared/flow/variables'
import type { FlowContent } from './model'

/** Reads a content as the engine runs it. @throws ERR_FLOW_INVALID with the first fault and its place */
export function readContent(content: FlowContent): Definition {
  try {
    return readFlow(content)
  } catch (thrown) {
    if (thrown instanceof FlowFault) throw new AppError('ERR_FLOW_INVALID', { fault: thrown.fault })
    throw thrown
  }
}

/** Mistakes of a flow, with the company's rows as they are now. */
export async function lintDefinition(scope: Scope, definition: Definition): Promise<Lint[]> {
  return lint(definition, await readKnown(scope, definition))
}

/** Errors that one answer lists. */
const maxShown = 50

/** @throws ERR_FLOW_INVALID with the errors that stop publication, by the node's position */
export async function refuseErrors(scope: Scope, definition: Definition) {
  const errors = (await lintDefinition(scope, definition)).filter(isError)
  if (errors.length === 0) return
  const positions = new Map(definition.nodes.map(({ id }, at) => [id, at]))
  const lints = errors.slice(0, maxShown).map(({ nodeId, code }) => ({ node: positions.get(nodeId), code }))
  throw new AppError('ERR_FLOW_INVALID', { lints })
}

async function readKnown(scope: Scope, definition: Definition): Promise<Known> {
  const queues = await scope.db.select('queues').select('id').execute()
  const tags = await scope.db.select('tags').select('id').execute()
  const prompts = await scope.db.select('prompts').select('id').execute()
  const integrations = await scope.db
    .select('queue_integrations')
    .select('id')
    .where('type', '<>', 'flowbuilder')
    .execute()
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return {
    queueIds: idsOf(queues),
    tagIds: idsOf(tags),
    promptIds: idsOf(prompts),
    integrationIds: idsOf(integrations),
    mediaIds: await existingMedia(scope, mediaOf(definition)),
    variables: runVariables,
  }
}

/** Files that a flow names. */
export const mediaOf = ({ nodes }: Definition): string[] => [
  ...new Set(
    nodes.flatMap((node) => {
      if (node.kind === 'image' || node.kind === 'video' || node.kind === 'audio') return [node.data.mediaId]
      if (node.kind !== 'content') return []
      return node.data.elements.flatMap((element) => ('mediaId' in element ? [element.mediaId] : []))
    }),
  ),
]

/** Those of the files that the company has. */
export async function existingMedia(scope: Scope, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await scope.db.select('media').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
