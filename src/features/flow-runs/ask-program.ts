import { log } from '../../core/log'
import type { Scope } from '../../core/scope'
import type { NodeOf } from '../../shared/flow/node'
import { askNodeTypebot } from '../integrations/node-typebot'
import type { ProgramAnswer, ProgramRequest } from '../programs/program'
import { programs } from '../programs/registry'
import { askNodePrompt } from '../prompts/node-prompt'

export type ProgramNode = NodeOf<'typebot' | 'prompt'>
type Request = Omit<ProgramRequest, 'programId'>

/**
 * The answer of a node's program: the saved integration or prompt that it names, else one of the node's own fields.
 * Never call inside a transaction. A program that throws has failed.
 */
export async function askProgram(scope: Scope, node: ProgramNode, request: Request): Promise<ProgramAnswer> {
  try {
    return await ask(scope, node, request)
  } catch (err) {
    const about = { companyId: scope.companyId, ticketId: request.ticket.id, nodeId: node.id }
    log.warn({ err, ...about }, 'the program of a flow failed; people answer the ticket')
    return { speaker: '', says: [], state: null, end: 'failed' }
  }
}

function ask(scope: Scope, node: ProgramNode, request: Request): Promise<ProgramAnswer> {
  if (node.kind === 'typebot') {
    const { integrationId: programId } = node.data
    if (programId !== null) return programs.integration.answer(scope, { ...request, programId })
    return askNodeTypebot(scope, node.data, request)
  }
  const { promptId: programId } = node.data
  if (programId !== null) return programs.prompt.answer(scope, { ...request, programId })
  return askNodePrompt(scope, node.data, '', request)
}
