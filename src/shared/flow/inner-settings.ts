import { isRecord } from './data'

/** Settings of a node that related products keep in `typebotIntegration`, by the node's type. */
const settings: Record<string, string[]> = {
  question: ['message', 'answerKey'],
  typebot: [
    ...['integrationId', 'name', 'urlN8N', 'typebotSlug', 'typebotExpires', 'typebotDelayMessage'],
    ...['typebotKeywordFinish', 'typebotKeywordRestart', 'typebotRestartMessage', 'typebotUnknownMessage'],
  ],
  openai: [
    ...['promptId', 'name', 'prompt', 'model', 'baseUrl', 'apiKey', 'voice', 'voiceKey', 'voiceRegion'],
    ...['maxTokens', 'temperature', 'queueId', 'maxMessages'],
  ],
}

interface Node {
  type: string
  data: Record<string, unknown>
}

/**
 * The nodes with the settings that a program wrote beside `typebotIntegration` moved into it, where the editor shows them
 * and keys are sealed. A setting that stands there already stays.
 */
export const withInnerSettings = <N extends Node>(nodes: N[]): N[] =>
  nodes.map((node) => {
    const { typebotIntegration: inner = {}, ...data } = node.data
    const names = Object.hasOwn(settings, node.type) ? settings[node.type] : undefined
    const fields = Object.entries(data)
    const isSetting = (name: string) => names?.includes(name) === true
    if (!isRecord(inner) || !fields.some(([name]) => isSetting(name))) return node
    const moved = fields.filter(([name]) => isSetting(name))
    const rest = fields.filter(([name]) => !isSetting(name))
    const typebotIntegration = { ...Object.fromEntries(moved), ...inner }
    return { ...node, data: { ...Object.fromEntries(rest), typebotIntegration } }
  })
