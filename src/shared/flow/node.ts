import type { Hours } from '../hours'
import type { AnswerFormat } from './answer-format'

/**
 * Comparisons of a condition node; texts compare without case and accents, two numbers as numbers. `open` compares no
 * variable: it is true within opening hours.
 */
const comparisons = ['equal', 'notEqual', 'contains', 'greater', 'greaterOrEqual', 'less', 'lessOrEqual'] as const
export const operators = [...comparisons, 'empty', 'notEmpty', 'open'] as const
export type Operator = (typeof operators)[number]

/** Opening hours of a condition: its own, or those of the company, a queue or the conversation's connection. */
export const hoursSources = ['own', 'company', 'queue', 'connection'] as const
export type HoursSource = (typeof hoursSources)[number]

export const requestMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type RequestMethod = (typeof requestMethods)[number]

/** One part of a content node, in the order in which it is sent. */
export type Element =
  | { type: 'text'; id: string; text: string }
  | { type: 'interval'; id: string; seconds: number }
  | { type: 'image' | 'video' | 'document'; id: string; mediaId: string }
  | { type: 'location'; id: string; latitude: number; longitude: number; address: string }
  | { type: 'audio'; id: string; mediaId: string; asVoice: boolean }

/** A value of a service's JSON answer that a request node keeps as a variable. */
interface SavedValue {
  /** Names separated by dots, such as `order.items.0.name`. */
  path: string
  key: string
}

/** Settings of a Typebot that a node starts; with `integrationId`, those of a saved integration. */
export interface TypebotSettings {
  integrationId: number | null
  name: string
  url: string
  slug: string
  expires: number
  delay: number
  finishWord: string
  restartWord: string
  restartText: string
  unknownText: string
}

/**
 * Settings of a prompt that a node starts; with `promptId`, those of a saved prompt. Its keys are stored, sealed,
 * beside the flow: `apiKey` and `voiceKey` are their marks.
 */
export interface PromptSettings {
  promptId: number | null
  apiKey: string
  voiceKey: string
  model: string
  baseUrl: string
  name: string
  prompt: string
  voice: string
  voiceRegion: string
  maxTokens: number
  temperature: number
  maxMessages: number
  queueId: number | null
}

/** Check of a question's answer. */
export interface AnswerCheck {
  format: Exclude<AnswerFormat, 'text'>
  /** Answers of the format `choice`, numbered from 1. */
  choices: string[]
  /** Text before the next try; empty to ask again with the question. */
  retryText: string
  /** Wrong answers after which the question gives up. */
  tries: number
}

/** Data of each kind of node, as the engine uses it. */
export interface NodeData {
  start: {}
  message: { text: string }
  interval: { seconds: number }
  image: { mediaId: string }
  video: { mediaId: string }
  audio: { mediaId: string; asVoice: boolean }
  content: { elements: Element[] }
  /** `answerKey` keeps the text of the chosen option as a variable; empty to keep none. */
  menu: { text: string; options: { number: number; value: string }[]; answerKey?: string }
  randomizer: { percent: number }
  /** The operator `open` has `hoursOf`, and `hours` of its own or the id of a queue. */
  condition: {
    key: string
    operator: Operator
    value: string
    hoursOf?: HoursSource
    hours?: Hours
    queueId?: number | null
  }
  /** Without `check`, a question takes every answer. */
  question: { text: string; answerKey: string; check?: AnswerCheck }
  ticket: { queueId: number | null }
  typebot: TypebotSettings
  prompt: PromptSettings
  request: { method: RequestMethod; url: string; headers: [string, string][]; body: string; saves: SavedValue[] }
  tag: { tagId: number | null; adds: boolean }
  /** Gives a variable a text, whose own variables are replaced; nothing is computed. */
  set: { key: string; value: string }
  end: { text: string; closes: boolean }
  /** Kind of a newer version: kept, never executed. */
  unknown: {}
}
export type NodeKind = keyof NodeData
export type FlowNode = { [K in NodeKind]: { id: string; kind: K; data: NodeData[K] } }[NodeKind]
export type NodeOf<K extends NodeKind> = Extract<FlowNode, { kind: K }>

export interface FlowEdge {
  source: string
  /** Way out of the source: see `handlesOf`. */
  handle: string
  target: string
}

/** Kinds of nodes that send messages. */
export const speakingKinds = [
  'message',
  'image',
  'video',
  'audio',
  'content',
  'menu',
  'question',
  'end',
  'typebot',
  'prompt',
] as const
type SpeakingKind = (typeof speakingKinds)[number]
export const isSpeaking = (kind: NodeKind | undefined): kind is SpeakingKind =>
  (speakingKinds as readonly (NodeKind | undefined)[]).includes(kind)

/** A flow as the engine runs it. Plain JSON: a run keeps the one that it began with. */
export interface Definition {
  nodes: FlowNode[]
  edges: FlowEdge[]
}

/** Id of the node at which a run begins. */
export const startId = '1'

/**
 * Ways out of a node: `a` to go on; a menu has `a1`, `a2`, … for its options; a randomizer and a condition have `a` and
 * `b`; a request has `a` for success and `b` for failure, a question with a check `a` for an answer and `b` for none after
 * the last try.
 */
export function handlesOf(node: FlowNode): string[] {
  if (node.kind === 'menu') return node.data.options.map(({ number }) => `a${number}`)
  if (node.kind === 'randomizer' || node.kind === 'condition' || node.kind === 'request') return ['a', 'b']
  if (node.kind === 'question' && node.data.check) return ['a', 'b']
  return node.kind === 'end' || node.kind === 'unknown' ? [] : ['a']
}
