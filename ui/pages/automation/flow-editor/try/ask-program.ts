import type { TrialProgramAnswer } from '../../../../../src/features/automation/flows/trial/model'
import type { NodeOf } from '../../../../../src/shared/flow/node'
import type { TrialLine } from '../../../../../src/shared/flow/trial-line'
import { api, unwrapResponse } from '../../../../lib/api'
import type { FlowTrial } from './use-flow-trial'

/** Messages that one request carries. */
const maxMessages = 100

/** Has the server ask the node's program for its answer to the conversation so far. @throws AppError */
export function askProgram(trial: FlowTrial, node: NodeOf<'typebot' | 'prompt'>, state: unknown) {
  const { contact, flowId, dataOf } = trial
  const lines = trial.state?.lines ?? []
  const routes = api.flowbuilder.flow({ id: flowId }).try
  const data = dataOf(node.id)
  const { name, number } = contact
  const call =
    node.kind === 'typebot'
      ? routes.typebot.post({ data, name, number, text: unanswered(lines), state })
      : routes.prompt.post({ data, name, messages: conversation(lines) })
  return unwrapResponse<TrialProgramAnswer>(call)
}

/** Texts of the customer since the program began or last spoke. */
function unanswered(lines: TrialLine[]): string {
  const since = lines.findLastIndex(({ kind }) => kind === 'program' || kind === 'programText')
  return lines
    .slice(since + 1)
    .flatMap((line) => (line.kind === 'customer' ? [line.text] : []))
    .join('\n')
}

const conversation = (lines: TrialLine[]) =>
  lines
    .flatMap((line) => {
      if (line.kind === 'customer') return [{ fromMe: false, text: line.text }]
      return line.kind === 'text' || line.kind === 'programText' ? [{ fromMe: true, text: line.text }] : []
    })
    .slice(-maxMessages)
