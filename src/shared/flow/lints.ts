import { isVoice, regionForm, textVoice } from '../voices'
import { requestLimits } from './fill-request'
import { lintLength } from './lint-length'
import { lintLoops, lintWays } from './lint-ways'
import type { Definition, FlowNode, NodeData, NodeOf } from './node'
import { variablesIn } from './render'

/** Rows and names that a flow may refer to. */
export interface Known {
  queueIds: number[]
  tagIds: number[]
  mediaIds: string[]
  /** Saved prompts, and integrations that can talk. */
  promptIds: number[]
  integrationIds: number[]
  /** Names that have a value in every run. */
  variables: string[]
}

/** Errors stop publication; warnings do not. */
export const lintErrors = [
  ...(['emptyText', 'noMedia', 'missingMedia', 'noQueue', 'missingQueue', 'noTag', 'missingTag', 'seconds'] as const),
  ...(['noOptions', 'emptyOption', 'noKey', 'address', 'loop', 'tooLong', 'unknownKind', 'noStartEdge'] as const),
  ...(['requestTooLong', 'noPlace', 'noApiKey', 'voice', 'missingPrompt', 'missingIntegration'] as const),
]
export const lintWarnings = ['deadEnd', 'unreachable', 'openOption', 'unknownVariable', 'tooManySteps'] as const
export type LintCode = (typeof lintErrors)[number] | (typeof lintWarnings)[number]

export interface Lint {
  nodeId: string
  code: LintCode
  /** The way out, variable or option that the lint is about. */
  detail?: string
}
export const isError = ({ code }: Lint) => (lintErrors as readonly LintCode[]).includes(code)

/** Longest text of one WhatsApp message that all its clients show. */
export const maxMessage = 4096
/** Longest interval, in seconds. */
export const maxInterval = 120

/** Checks a flow in the order of its nodes. */
export function lint(definition: Definition, knownRows: Known): Lint[] {
  return [
    ...definition.nodes.flatMap((node) =>
      lintData(node, knownRows).map((problem) => ({ nodeId: node.id, ...problem })),
    ),
    ...lintVariables(definition, knownRows),
    ...lintWays(definition),
    ...lintLoops(definition),
    ...lintLength(definition),
  ]
}

type Found = Omit<Lint, 'nodeId'>
const when = (isBad: boolean, code: LintCode, detail?: string): Found[] =>
  isBad ? [{ code, ...(detail && { detail }) }] : []
const isBlank = (text: string) => text.trim() === ''

function lintData(node: FlowNode, knownRows: Known): Found[] {
  switch (node.kind) {
    case 'message':
      return lintText(node.data.text)
    case 'interval':
      return lintSeconds(node.data.seconds)
    case 'image':
    case 'video':
    case 'audio':
      return lintMedia(node.data.mediaId, knownRows)
    case 'content':
      return lintContent(node, knownRows)
    case 'menu':
      return lintMenu(node)
    case 'question':
      return [...lintText(node.data.text), ...when(node.data.answerKey === '', 'noKey'), ...lintCheck(node)]
    case 'condition':
      return lintCondition(node, knownRows)
    case 'ticket':
      return lintRow(node.data.queueId, knownRows.queueIds, ['noQueue', 'missingQueue'])
    case 'tag':
      return lintRow(node.data.tagId, knownRows.tagIds, ['noTag', 'missingTag'])
    case 'set':
      return [...when(node.data.key === '', 'noKey'), ...when(node.data.value.length > maxMessage, 'tooLong')]
    case 'request':
      return [
        ...when(!/^https?:\/\/\S/.test(node.data.url.trim()), 'address'),
        ...when(isTooLong(node.data), 'requestTooLong'),
      ]
    case 'typebot':
      if (node.data.integrationId !== null)
        return when(!knownRows.integrationIds.includes(node.data.integrationId), 'missingIntegration')
      return when(!/^https?:\/\/\S/.test(node.data.url.trim()) || isBlank(node.data.slug), 'address')
    case 'prompt':
      if (node.data.promptId !== null) return when(!knownRows.promptIds.includes(node.data.promptId), 'missingPrompt')
      return [
        ...when(isBlank(node.data.prompt), 'emptyText'),
        ...when(node.data.apiKey === '', 'noApiKey'),
        ...when(!canSpeak(node.data), 'voice'),
        ...lintRow(node.data.queueId, knownRows.queueIds, ['noQueue', 'missingQueue']),
      ]
    case 'end':
      return when(node.data.text.length > maxMessage, 'tooLong')
    case 'unknown':
      return when(true, 'unknownKind')
    default:
      return []
  }
}

const isTooLong = ({ url, headers, body }: NodeData['request']) =>
  url.length > requestLimits.url ||
  body.length > requestLimits.body ||
  headers.some(([, value]) => value.length > requestLimits.header)

/** True for text, and for a voice of the speech service with a region and a key. */
const canSpeak = ({ voice, voiceRegion, voiceKey }: NodeOf<'prompt'>['data']) =>
  voice === '' || voice === textVoice || (isVoice(voice) && regionForm.test(voiceRegion) && voiceKey !== '')

const lintText = (text: string) => [...when(isBlank(text), 'emptyText'), ...when(text.length > maxMessage, 'tooLong')]
const lintSeconds = (seconds: number) => when(!(seconds > 0 && seconds <= maxInterval), 'seconds')
const lintMedia = (mediaId: string, { mediaIds }: Known) =>
  mediaId === '' ? when(true, 'noMedia') : when(!mediaIds.includes(mediaId), 'missingMedia')
const lintRow = (id: number | null, ids: number[], [none, missing]: [LintCode, LintCode]) =>
  id === null ? when(true, none) : when(!ids.includes(id), missing)

function lintCondition(
  { data: { operator, key, hoursOf, queueId } }: NodeOf<'condition'>,
  { queueIds }: Known,
): Found[] {
  if (operator !== 'open') return when(isBlank(key), 'noKey')
  return hoursOf === 'queue' ? lintRow(queueId ?? null, queueIds, ['noQueue', 'missingQueue']) : []
}

function lintContent({ data: { elements } }: NodeOf<'content'>, knownRows: Known): Found[] {
  if (elements.length === 0) return when(true, 'emptyText')
  return elements.flatMap((element) => {
    if (element.type === 'text') return lintText(element.text)
    if (element.type === 'location') return when(element.latitude === 0 && element.longitude === 0, 'noPlace')
    return element.type === 'interval' ? lintSeconds(element.seconds) : lintMedia(element.mediaId, knownRows)
  })
}

function lintCheck({ data: { check, text } }: NodeOf<'question'>): Found[] {
  if (!check) return []
  const printed = check.choices.reduce((length, value) => length + value.length + 10, 0)
  const longest = Math.max(text.length, check.retryText.length)
  return [
    ...when(check.format === 'choice' && check.choices.length === 0, 'noOptions'),
    ...check.choices.flatMap((value, at) => when(isBlank(value), 'emptyOption', `${at + 1}`)),
    ...when(text.length <= maxMessage && longest + printed > maxMessage, 'tooLong'),
  ]
}

function lintMenu({ data: { text, options } }: NodeOf<'menu'>): Found[] {
  const printed = text.length + options.reduce((length, { value }) => length + value.length + 10, 0)
  return [
    ...when(options.length === 0, 'noOptions'),
    ...options.flatMap(({ number, value }) => when(isBlank(value), 'emptyOption', `${number}`)),
    ...when(printed > maxMessage, 'tooLong'),
  ]
}

/** Texts of a node that may use variables. */
function textsOf(node: FlowNode): string[] {
  if (node.kind === 'message' || node.kind === 'end') return [node.data.text]
  if (node.kind === 'question')
    return [node.data.text, ...(node.data.check ? [node.data.check.retryText, ...node.data.check.choices] : [])]
  if (node.kind === 'set') return [node.data.value]
  if (node.kind === 'menu') return [node.data.text, ...node.data.options.map(({ value }) => value)]
  if (node.kind === 'content')
    return node.data.elements.flatMap((each) =>
      each.type === 'text' ? [each.text] : each.type === 'location' ? [each.address] : [],
    )
  if (node.kind === 'request') return [node.data.url, node.data.body, ...node.data.headers.map(([, value]) => value)]
  return node.kind === 'condition' && node.data.key !== '' ? [`{{${node.data.key}}}`] : []
}

function lintVariables({ nodes }: Definition, { variables }: Known): Lint[] {
  const names = new Set(variables)
  for (const node of nodes) {
    if (node.kind === 'question' || node.kind === 'menu') names.add(node.data.answerKey ?? '')
    if (node.kind === 'set') names.add(node.data.key)
    if (node.kind === 'request') for (const { key } of node.data.saves) names.add(key)
  }
  return nodes.flatMap((node) =>
    [...new Set(textsOf(node).flatMap(variablesIn))]
      .filter((name) => !names.has(name))
      .map((detail): Lint => ({ nodeId: node.id, code: 'unknownVariable', detail })),
  )
}
