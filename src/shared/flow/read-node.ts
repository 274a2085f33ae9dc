import { answerFormats, answerTries } from './answer-format'
import { Data } from './data'
import { readOpen } from './hours'
import { type AnswerCheck, type Element, type FlowNode, type NodeData, type NodeKind, requestMethods } from './node'
import { operatorOf } from './operator-signs'

/** A node as the editor keeps it. */
export interface StoredNode {
  id: string
  type: string
  position: { x: number; y: number }
  data: Record<string, unknown>
}

/** Model of a node that names none. */
const defaultModel = 'gpt-4o-mini'

/** Maximum number of options of one menu; parts of one content node; headers and kept values of one request. */
export const maxParts = { options: 50, elements: 50, headers: 20, saves: 20 }

/** Name of an answer: letters, digits and `_`. */
export const answerKeyForm = /^[\p{L}\p{N}_]{1,50}$/u

type Readers = { [K in NodeKind]: (data: Data) => NodeData[K] }
const readers: Readers = {
  start: () => ({}),
  message: (data) => ({ text: data.text('label') }),
  interval: (data) => ({ seconds: data.number('sec', 0) }),
  image: (data) => ({ mediaId: data.text('url') }),
  video: (data) => ({ mediaId: data.text('url') }),
  audio: (data) => ({ mediaId: data.text('url'), asVoice: data.flag('record') }),
  content: (data) => ({ elements: readElements(data) }),
  menu: (data) => {
    const answerKey = readKey(data, 'answerKey')
    return { text: data.text('message'), options: readOptions(data), ...(answerKey && { answerKey }) }
  },
  randomizer: (data) => ({ percent: Math.min(100, Math.max(0, data.number('percent', 50))) }),
  condition: (data) => {
    const operator = operatorOf(data.text('condition', 'equal') || 'equal') ?? data.refuse('condition')
    return { key: data.text('key'), operator, value: data.text('value'), ...(operator === 'open' && readOpen(data)) }
  },
  question: (data) => {
    const inner = data.has('typebotIntegration') ? data.inner('typebotIntegration') : data
    const check = readCheck(inner)
    return { text: inner.text('message'), answerKey: readKey(inner, 'answerKey'), ...(check && { check }) }
  },
  ticket: (data) => ({ queueId: data.has('data') ? data.inner('data').id('id') : data.id('id') }),
  typebot: (data) => {
    const inner = data.inner('typebotIntegration')
    return {
      ...{ integrationId: inner.id('integrationId'), name: inner.text('name') },
      ...{ url: inner.text('urlN8N'), slug: inner.text('typebotSlug'), expires: inner.number('typebotExpires', 1) },
      ...{ delay: inner.number('typebotDelayMessage', 1000), finishWord: inner.text('typebotKeywordFinish') },
      ...{ restartWord: inner.text('typebotKeywordRestart'), restartText: inner.text('typebotRestartMessage') },
      unknownText: inner.text('typebotUnknownMessage'),
    }
  },
  prompt: (data) => {
    const inner = data.inner('typebotIntegration')
    return {
      ...{ promptId: inner.id('promptId'), apiKey: inner.text('apiKey'), voiceKey: inner.text('voiceKey') },
      ...{ model: inner.text('model', defaultModel), baseUrl: inner.text('baseUrl') },
      ...{ name: inner.text('name'), prompt: inner.text('prompt'), voice: inner.text('voice', 'texto') },
      ...{ voiceRegion: inner.text('voiceRegion'), maxTokens: inner.number('maxTokens', 100) },
      ...{ temperature: inner.number('temperature', 1), maxMessages: inner.number('maxMessages', 10) },
      queueId: inner.id('queueId'),
    }
  },
  request: (data) => ({
    method: data.choice('method', requestMethods, 'GET'),
    url: data.text('url'),
    headers: data
      .list('headers', maxParts.headers)
      .map((each): [string, string] => [each.text('name'), each.text('value')]),
    body: data.text('body'),
    saves: data.list('saves', maxParts.saves).map((each) => ({ path: each.text('path'), key: readKey(each, 'key') })),
  }),
  tag: (data) => ({ tagId: data.id('tagId'), adds: data.flag('adds', true) }),
  set: (data) => ({ key: readKey(data, 'key'), value: data.text('value') }),
  end: (data) => ({ text: data.text('message'), closes: data.flag('closes', true) }),
  unknown: () => ({}),
}

/** Kinds by the type that the editor stores. */
const kinds: Record<string, NodeKind> = {
  ...{ start: 'start', message: 'message', interval: 'interval', img: 'image', audio: 'audio', video: 'video' },
  ...{ singleBlock: 'content', content: 'content', menu: 'menu', randomizer: 'randomizer', condition: 'condition' },
  ...{ question: 'question', ticket: 'ticket', typebot: 'typebot', openai: 'prompt', request: 'request' },
  ...{ tag: 'tag', set: 'set', end: 'end' },
}
export const kindOf = (type: string): NodeKind => (Object.hasOwn(kinds, type) ? (kinds[type] as NodeKind) : 'unknown')

/**
 * Reads the node at a position of the list. A type of a newer version is `unknown`. @throws FlowFault for data of the
 * wrong kind
 */
export function readNode({ id, type, data }: StoredNode, at: number): FlowNode {
  const kind = kindOf(type)
  return { id, kind, data: readers[kind](new Data(data, `nodes.${at}.data`)) } as FlowNode
}

/** An answer's name; empty while the editor has none. */
function readKey(data: Data, field: string): string {
  const key = data.text(field).trim()
  return key === '' || (answerKeyForm.test(key) && key !== '__proto__') ? key : data.refuse(field)
}

function readCheck(data: Data): AnswerCheck | undefined {
  const format = data.choice('format', answerFormats, 'text')
  if (format === 'text') return undefined
  return {
    format,
    choices: format === 'choice' ? data.texts('choices', maxParts.options) : [],
    retryText: data.text('retryMessage'),
    tries: Math.min(answerTries.max, Math.max(1, Math.round(data.number('tries', answerTries.usual)))),
  }
}

const readOptions = (data: Data) =>
  data.list('arrayOption', maxParts.options).map((option, at) => ({
    number: at + 1 === option.number('number', at + 1) ? at + 1 : option.refuse('number'),
    value: option.text('value'),
  }))

/** Elements in the order of `seq`; related products keep them apart. */
function readElements(data: Data): Element[] {
  const byId = new Map(data.list('elements', maxParts.elements).map((each) => [each.text('number'), each]))
  return data.texts('seq', maxParts.elements).flatMap((id) => {
    const element = byId.get(id)
    return element ? [readElement(element, id)] : []
  })
}

function readElement(element: Data, id: string): Element {
  const type = element.choice(
    'type',
    ['message', 'interval', 'img', 'audio', 'video', 'document', 'location'] as const,
    'message',
  )
  if (type === 'message') return { type: 'text', id, text: element.text('value') }
  if (type === 'interval') return { type: 'interval', id, seconds: element.number('value', 0) }
  if (type === 'location') return { type, id, ...readPlace(element) }
  const mediaId = element.text('value')
  if (type === 'audio') return { type: 'audio', id, mediaId, asVoice: element.flag('record') }
  return { type: type === 'img' ? 'image' : type, id, mediaId }
}

const readPlace = (element: Data) => ({
  latitude: readDegrees(element, 'latitude', 90),
  longitude: readDegrees(element, 'longitude', 180),
  address: element.text('address'),
})

/** Degrees from -max to max. */
function readDegrees(element: Data, field: string, max: number): number {
  const degrees = element.number(field, 0)
  return Math.abs(degrees) <= max ? degrees : element.refuse(field)
}
