import type { Data } from '../../../../../shared/flow/data'
import { FlowFault } from '../../../../../shared/flow/fault'
import { startId } from '../../../../../shared/flow/node'
import { limits } from '../../../../../shared/limits'
import { noNames, type ParsedFlow } from '../parsed'
import { checkFlow } from '../read-content'
import { FlowBuilder } from './builder'
import { TypebotTranslation } from './translation'
import { readTypebotFile } from './typebot-file'
import { TypebotVariables } from './typebot-variables'

/**
 * Translates a Typebot export block by block. Parts without a counterpart become notes. @throws FlowFault for a damaged
 * file, and for more nodes than a flow may have
 */
export function readTypebot(file: Data): ParsedFlow {
  const typebot = readTypebotFile(file)
  const flow = new FlowBuilder(new TypebotVariables(typebot))
  flow.add(startId, 'start', { label: 'Inicio do fluxo' })
  new TypebotTranslation(typebot, flow).run()
  const content = flow.finish()
  if (content.nodes.length > limits.flowNodes) throw new FlowFault({ reason: 'tooManyNodes', place: 'groups' })
  checkFlow(content, '')
  const name = typebot.name.slice(0, limits.flowName.max)
  return { source: 'typebot', name, content, media: [], names: noNames(), notes: flow.notes }
}
