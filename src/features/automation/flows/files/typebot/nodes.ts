import type { Data } from '../../../../../shared/flow/data'
import { maxInterval } from '../../../../../shared/flow/lints'
import { requestMethods } from '../../../../../shared/flow/node'
import { maxParts } from '../../../../../shared/flow/read-node'
import type { FlowBuilder } from './builder'
import { textSetBy } from './set-variable'
import type { Step } from './steps'
import type { TypebotBlock } from './typebot-file'
import { bubbleText } from './typebot-text'

type Element = Record<string, unknown>

/** A message for one text, else a content node with the bubbles in their order. */
export function addBubbles(flow: FlowBuilder, id: string, { blocks }: Step) {
  const elements = blocks.map((block) => readBubble(flow, block))
  const [only] = elements
  if (elements.length === 1 && only?.type === 'message') return flow.add(id, 'message', { label: only.value })
  const numbered = elements.map((element, at) => ({ ...element, number: `${element.type}${at}` }))
  flow.add(id, 'singleBlock', { seq: numbered.map(({ number }) => number), elements: numbered })
}

function readBubble(flow: FlowBuilder, block: TypebotBlock): Element {
  const content = block.data.inner('content')
  switch (block.type) {
    case 'text':
      return message(flow, block, bubbleText(content, flow.variables.nameOf))
    case 'image':
      return missingFile(flow, block, 'img', content.text('url'))
    case 'audio':
      return { ...missingFile(flow, block, 'audio', content.text('url')), record: false }
    case 'video':
      return readVideo(flow, block, content)
    case 'Wait':
      return { type: 'interval', value: readSeconds(flow, block) }
    default: {
      const address = block.type === 'Redirect' ? block.data.inner('options').text('url') : content.text('url')
      flow.note('blockReplaced', block, address)
      return message(flow, block, address)
    }
  }
}

const message = (flow: FlowBuilder, block: TypebotBlock, text: string): Element => ({
  ...{ type: 'message', value: flow.text(block, text) },
})

/** An element without its file: files at addresses are not fetched. */
function missingFile(flow: FlowBuilder, block: TypebotBlock, type: string, address: string): Element {
  flow.note('fileNotFetched', block, address)
  return { type, value: '' }
}

/** A video of a site such as YouTube becomes its link. */
function readVideo(flow: FlowBuilder, block: TypebotBlock, content: Data): Element {
  const address = content.text('url')
  if (content.text('type', 'url') === 'url') return missingFile(flow, block, 'video', address)
  return message(flow, block, address)
}

function readSeconds(flow: FlowBuilder, block: TypebotBlock): number {
  const seconds = Math.round(Number(block.data.inner('options').text('secondsToWaitFor')))
  const within = Math.min(maxInterval, Math.max(1, seconds || 1))
  if (within !== seconds) flow.note('waitShortened', block, `${within} s`)
  return within
}

const uncheckedInputs = /^(number|email|url|date|time|phone number|rating) input$/

export function addQuestion(flow: FlowBuilder, id: string, step: Step) {
  const block = step.blocks[0] as TypebotBlock
  const options = block.data.inner('options')
  const placeholder = options.inner('labels').text('placeholder')
  const text = questionText(flow, step) || flow.text(block, placeholder)
  const answerKey = flow.variables.answerKey(options.text('variableId'))
  if (uncheckedInputs.test(block.type)) flow.note('answerNotChecked', block)
  flow.add(id, 'question', { typebotIntegration: { message: text, answerKey } })
}

function questionText(flow: FlowBuilder, { question }: Step): string {
  if (!question) return ''
  return flow.text(question, bubbleText(question.data.inner('content'), flow.variables.nameOf))
}

/** Adds a menu; returns its ways out with the item of each. */
export function addMenu(flow: FlowBuilder, id: string, step: Step) {
  const block = step.blocks[0] as TypebotBlock
  const options = block.data.inner('options')
  const items = block.items.slice(0, maxParts.options)
  if (items.length < block.items.length || options.text('dynamicVariableId') !== '') flow.note('blockReplaced', block)
  if (options.flag('isMultipleChoice')) flow.note('multipleChoice', block)
  const arrayOption = items.map(({ data }, at) => {
    const picture = data.text('pictureSrc')
    if (picture !== '') flow.note('fileNotFetched', block, picture)
    return { number: at + 1, value: flow.text(block, data.text('content') || data.text('title')) }
  })
  const answerKey = flow.variables.key(options.text('variableId'))
  flow.add(id, 'menu', { message: questionText(flow, step), arrayOption, ...(answerKey && { answerKey }) })
  return items.map((item, at) => ({ handle: `a${at + 1}`, item }))
}

export function addSet(flow: FlowBuilder, id: string, block: TypebotBlock) {
  const key = flow.variables.key(block.data.inner('options').text('variableId'))
  const { text = '', isReady } = textSetBy(block) ?? {}
  flow.add(id, 'set', { key, value: isReady ? text : flow.text(block, text) })
}

export function addRandomizer(flow: FlowBuilder, id: string, block: TypebotBlock) {
  flow.add(id, 'randomizer', { percent: block.data.inner('options').number('aPercent', 50) })
}

/** Adds a request; both of its ways out lead to the next block, as in Typebot. */
export function addRequest(flow: FlowBuilder, id: string, block: TypebotBlock) {
  const options = block.data.inner('options')
  const webhook = options.inner('webhook')
  const given = webhook.text('method', 'POST')
  const method = requestMethods.find((each) => each === given)
  if (!method) flow.note('blockReplaced', block, given)
  const pairs = (field: string) =>
    webhook.list(field, maxParts.headers).map((each) => [each.text('key'), each.text('value')])
  const headers = pairs('headers').map(([name, value]) => ({ name, value: flow.text(block, value as string) }))
  flow.add(id, 'request', {
    ...{
      method: method ?? 'GET',
      url: flow.text(block, withQuery(webhook.text('url'), pairs('queryParams'))),
      headers,
    },
    ...{ body: flow.text(block, webhook.text('body')), saves: readSaves(flow, block, options) },
  })
}

/** Encodes what is not a variable; the engine encodes the values of variables. */
const encode = (text: string) =>
  text
    .split(/(\{\{[^{}]{1,300}\}\})/)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part)))
    .join('')

function withQuery(url: string, parameters: string[][]): string {
  const query = parameters
    .filter(([name]) => name !== '')
    .map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`)
    .join('&')
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}

/** Typebot's paths begin with `data.`; other paths, such as code, are left out. */
function readSaves(flow: FlowBuilder, block: TypebotBlock, options: Data) {
  return options.list('responseVariableMapping', maxParts.saves).flatMap((each) => {
    const bodyPath = each.text('bodyPath')
    const path = bodyPath.replace(/^data\./, '').replace(/\[(\d{1,5})\]/g, '.$1')
    const key = flow.variables.key(each.text('variableId'))
    const isPath = bodyPath.startsWith('data.') && /^[\p{L}\p{N}_-]{1,100}(\.[\p{L}\p{N}_-]{1,100}){0,20}$/u.test(path)
    if (isPath && key !== '') return [{ path, key }]
    flow.note('valueNotKept', block, bodyPath)
    return []
  })
}
