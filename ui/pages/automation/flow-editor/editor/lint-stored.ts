import { FlowFault } from '../../../../../src/shared/flow/fault'
import { type Known, type Lint, type LintCode, lint } from '../../../../../src/shared/flow/lints'
import { readFlow, type StoredFlow } from '../../../../../src/shared/flow/read'
import { runVariables } from '../../../../../src/shared/flow/variables'

/** Rows of the company as far as the browser has loaded them; null while it has not. */
interface LoadedRows {
  queueIds: number[] | null
  tagIds: number[] | null
}

/** Mistakes that only the server sees: the browser does not load files, prompts and integrations for them. */
export const serverLints: LintCode[] = ['missingMedia', 'missingPrompt', 'missingIntegration']

/** Mistakes of a flow that the browser can see; a flow that cannot be read has none. */
export function lintStored(flow: StoredFlow, { queueIds, tagIds }: LoadedRows): Lint[] {
  try {
    const definition = readFlow(flow)
    const rows = { queueIds: queueIds ?? [], tagIds: tagIds ?? [], mediaIds: [], promptIds: [], integrationIds: [] }
    const knownRows: Known = { ...rows, variables: runVariables }
    const isKnown = ({ code }: Lint) =>
      !serverLints.includes(code) &&
      !(code === 'missingQueue' && queueIds === null) &&
      !(code === 'missingTag' && tagIds === null)
    return lint(definition, knownRows).filter(isKnown)
  } catch (thrown) {
    if (thrown instanceof FlowFault) return []
    throw thrown
  }
}
