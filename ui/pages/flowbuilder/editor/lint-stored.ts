import { FlowFault } from '../../../../src/shared/flow/fault'
import { type Known, type Lint, lint } from '../../../../src/shared/flow/lints'
import { readFlow, type StoredFlow } from '../../../../src/shared/flow/read'
import { runVariables } from '../../../../src/shared/flow/variables'

/** Rows of the company as far as the browser has loaded them; null while it has not. */
interface LoadedRows {
  queueIds: number[] | null
  tagIds: number[] | null
}

/** Mistakes of a flow that the browser can see; a flow that cannot be read has none. */
export function lintStored(flow: StoredFlow, { queueIds, tagIds }: LoadedRows): Lint[] {
  try {
    const definition = readFlow(flow)
    const media = definition.nodes.flatMap(({ kind, data }) => {
      if (kind === 'content') return data.elements.flatMap((each) => ('mediaId' in each ? [each.mediaId] : []))
      return 'mediaId' in data ? [data.mediaId] : []
    })
    const known: Known = { queueIds: queueIds ?? [], tagIds: tagIds ?? [], mediaIds: media, variables: runVariables }
    const isKnown = ({ code }: Lint) =>
      !(code === 'missingQueue' && queueIds === null) && !(code === 'missingTag' && tagIds === null)
    return lint(definition, known).filter(isKnown)
  } catch (thrown) {
    if (thrown instanceof FlowFault) return []
    throw thrown
  }
}
