import type { Scope } from '../../../core/scope'
import type { PromptSettings } from '../../../shared/flow/node'
import { limits } from '../../../shared/limits'
import type { ProgramAnswer, ProgramRequest } from '../programs/program'
import { baseUrlOf } from './ask/base-url'
import { answerByPrompt, type OpenPrompt } from './program'

const within = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, Math.round(value)))

/**
 * The prompt of a flow's node with its key, within the limits of a stored one. @throws ERR_VALIDATION for a wrong
 * address
 */
export const promptOfNode = (node: PromptSettings, apiKey: string): OpenPrompt => ({
  ...{ id: null, name: node.name, prompt: node.prompt, model: node.model, apiKey, queueId: node.queueId },
  ...{ baseUrl: baseUrlOf(node.baseUrl), inputPrice: null, outputPrice: null },
  maxTokens: within(node.maxTokens, limits.promptTokens),
  maxMessages: within(node.maxMessages, limits.promptMessages),
  temperature: Math.min(1, Math.max(0, node.temperature)),
  voice: node.voice,
})

/** Has the prompt of a flow's node answer, within the company's budget. @throws ERR_VALIDATION for a wrong address */
export const askNodePrompt = (
  scope: Scope,
  node: PromptSettings,
  apiKey: string,
  request: Omit<ProgramRequest, 'programId'>,
): Promise<ProgramAnswer> => answerByPrompt(scope, promptOfNode(node, apiKey), request)
