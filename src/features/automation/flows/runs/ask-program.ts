import { log } from '../../../../core/log'
import type { Scope } from '../../../../core/scope'
import type { NodeOf } from '../../../../shared/flow/node'
import type { PreparedFile } from '../../../platform/media/prepare'
import { askNodeTypebot } from '../../integrations/typebot/node-typebot'
import type { ProgramAnswer, ProgramRequest } from '../../programs/program'
import { programs } from '../../programs/registry'
import { withFailedText } from '../../programs/run'
import { askNodePrompt } from '../../prompts/node-prompt'
import { speakAnswer } from '../../prompts/speech/speak'
import { openSecret } from '../secrets'
import type { StoredRun } from './rows'

export type ProgramNode = NodeOf<'typebot' | 'prompt'>
type Request = Omit<ProgramRequest, 'programId'>

/**
 * The answer of a node's program: the saved integration or prompt that it names, else one of the node's own fields.
 * Never call inside a transaction. A program that throws has failed.
 */
export async function askProgram(
  scope: Scope,
  flowId: number,
  node: ProgramNode,
  request: Request,
): Promise<ProgramAnswer> {
  try {
    return await withFailedText(scope, await ask(scope, flowId, node, request))
  } catch (err) {
    const about = { companyId: scope.companyId, ticketId: request.ticket.id, nodeId: node.id }
    log.warn({ err, ...about }, 'the program of a flow failed; people answer the ticket')
    return withFailedText(scope, { speaker: '', says: [], state: null, end: 'failed' })
  }
}

async function ask(scope: Scope, flowId: number, node: ProgramNode, request: Request): Promise<ProgramAnswer> {
  if (node.kind === 'typebot') {
    const { integrationId: programId } = node.data
    if (programId !== null) return programs.integration.answer(scope, { ...request, programId })
    return askNodeTypebot(scope, node.data, request)
  }
  const { promptId: programId, apiKey: value, baseUrl } = node.data
  if (programId !== null) return programs.prompt.answer(scope, { ...request, programId })
  const apiKey = await openSecret(scope, flowId, { value, address: baseUrl.trim() })
  return askNodePrompt(scope, node.data, apiKey, request)
}

/**
 * Voice note of a text of a node's prompt, saved or its own; null to send the text. Never call inside a transaction.
 */
export async function speakForNode(
  scope: Scope,
  { flowId, ticketId }: Pick<StoredRun, 'flowId' | 'ticketId'>,
  node: ProgramNode,
  text: string,
): Promise<PreparedFile | null> {
  if (node.kind !== 'prompt') return null
  const { promptId: programId, voiceKey: value, voiceRegion, voice } = node.data
  if (programId !== null) return (await programs.prompt.speak?.(scope, { programId, ticketId }, text)) ?? null
  const key = await openSecret(scope, flowId, { value, address: voiceRegion })
  return speakAnswer(scope, { promptId: null, ticketId }, { voice, region: voiceRegion, key }, text)
}
