import type { Scope } from '../../../../core/scope'
import type { TypebotSettings } from '../../../../shared/flow/node'
import { limits } from '../../../../shared/limits'
import type { ProgramAnswer, ProgramRequest } from '../../programs/program'
import { IntegrationFailure } from '../failure'
import { answerWithTypebot, type Typebot } from './program'

const between = (value: number, max: number) => Math.min(max, Math.max(0, value))

/** The fields of a flow's node as those of an integration. */
export const typebotOf = (node: TypebotSettings): Typebot => ({
  name: node.name,
  urlN8N: node.url,
  typebotSlug: node.slug,
  typebotExpires: between(node.expires, limits.minutes.max),
  typebotDelayMessage: between(node.delay, limits.typebotDelay.max),
  typebotKeywordFinish: node.finishWord,
  typebotKeywordRestart: node.restartWord,
  typebotRestartMessage: node.restartText,
  typebotUnknownMessage: node.unknownText,
})

/** Has the Typebot of a flow's node answer. A Typebot that gives no usable answer ends with the text about it. */
export async function askNodeTypebot(
  scope: Scope,
  node: TypebotSettings,
  request: Omit<ProgramRequest, 'programId'>,
): Promise<ProgramAnswer> {
  try {
    return await answerWithTypebot(scope, typebotOf(node), request)
  } catch (error) {
    if (!(error instanceof IntegrationFailure)) throw error
    const text = node.unknownText.trim()
    return { speaker: node.name, says: text ? [{ text }] : [], state: null, end: 'failed' }
  }
}
