import { holds } from './condition'
import { fillRequest } from './fill-request'
import type { FlowNode, NodeOf } from './node'
import { toValue } from './render'
import type { Onward, Walk } from './walk'

/** Executes a node for the first time. */
export function enter(walk: Walk, node: FlowNode): Onward {
  const { id } = node
  switch (node.kind) {
    case 'start':
      return walk.leave(node, 'a')
    case 'message':
      walk.say(id, node.data.text)
      return walk.leave(node, 'a')
    case 'image':
    case 'video':
      walk.do({ kind: 'sendFile', nodeId: id, mediaId: node.data.mediaId, asVoice: false })
      return walk.leave(node, 'a')
    case 'audio':
      walk.do({ kind: 'sendFile', nodeId: id, mediaId: node.data.mediaId, asVoice: node.data.asVoice })
      return walk.leave(node, 'a')
    case 'interval':
      return sleep(walk, id, node.data.seconds)
    case 'content':
      return sendElements(walk, node)
    case 'menu':
      return ask(walk, id, printOptions(node, node.data.text))
    case 'question':
      return ask(walk, id, printQuestion(node, node.data.text))
    case 'randomizer':
      return walk.leave(node, walk.world.random(id) * 100 < node.data.percent ? 'a' : 'b')
    case 'condition':
      return walk.leave(node, holds(node.data, walk.values) ? 'a' : 'b')
    case 'ticket':
      return assign(walk, node)
    case 'tag':
      if (node.data.tagId !== null) walk.do({ kind: 'tag', nodeId: id, tagId: node.data.tagId, adds: node.data.adds })
      return walk.leave(node, 'a')
    case 'set':
      if (node.data.key !== '') walk.run.variables[node.data.key] = toValue(walk.render(node.data.value))
      return walk.leave(node, 'a')
    case 'request':
      return request(walk, node)
    case 'typebot':
    case 'prompt':
      walk.do({ kind: 'program', node })
      walk.note(id, 'program')
      return walk.wait('program')
    case 'end':
      return close(walk, node)
    case 'unknown':
      walk.note(id, 'unknown')
      return walk.end('unknown')
  }
}

function sleep(walk: Walk, nodeId: string, seconds: number): undefined {
  walk.do({ kind: 'wait', nodeId, seconds })
  walk.note(nodeId, 'timer')
  walk.wait('timer')
}

function ask(walk: Walk, nodeId: string, text: string): undefined {
  walk.say(nodeId, text)
  walk.note(nodeId, 'input')
  walk.wait('input')
}

/** Sends the elements from the run's place up to an interval. */
export function sendElements(walk: Walk, node: NodeOf<'content'>): Onward {
  const { elements } = node.data
  while (walk.run.element < elements.length) {
    const element = elements[walk.run.element++] as (typeof elements)[number]
    if (element.type === 'interval') return sleep(walk, node.id, element.seconds)
    if (element.type === 'text') walk.say(node.id, element.text)
    else if (element.type === 'location') {
      const { latitude, longitude, address } = element
      walk.do({ kind: 'sendLocation', nodeId: node.id, latitude, longitude, address: walk.render(address) })
    } else {
      const asVoice = element.type === 'audio' && element.asVoice
      walk.do({ kind: 'sendFile', nodeId: node.id, mediaId: element.mediaId, asVoice })
    }
  }
  return walk.leave(node, 'a')
}

/** The text of a question as the customer reads it, with the numbered choices of its answer. */
export function printQuestion({ data: { check } }: NodeOf<'question'>, text: string): string {
  const options = (check?.choices ?? []).map((value, at) => ({ number: at + 1, value }))
  return options.length === 0 ? text : printLines(options, text)
}

/** The text of a menu as the customer reads it. */
export const printOptions = ({ data: { options } }: NodeOf<'menu'>, text: string): string => printLines(options, text)

function printLines(options: { number: number; value: string }[], text: string): string {
  const lines = options.map(({ number, value }) => `*[ ${number} ]* - ${value}`)
  return [...(text.trim() ? [text.trim(), ''] : []), ...lines].join('\n')
}

/** Moves the ticket to a queue. Without a way on, the run ends there. */
function assign(walk: Walk, node: NodeOf<'ticket'>): Onward {
  const { queueId } = node.data
  if (queueId !== null) walk.do({ kind: 'queue', nodeId: node.id, queueId })
  if (walk.graph.next(node.id, 'a')) return walk.leave(node, 'a')
  walk.note(node.id, 'ticket')
  return walk.end('ticket')
}

/** A request that grows too long is not made: it fails. */
function request(walk: Walk, node: NodeOf<'request'>): Onward {
  const filled = fillRequest(walk.values, node.data)
  if (!filled) return walk.leave(node, 'b')
  walk.do({ kind: 'request', nodeId: node.id, request: filled })
  walk.note(node.id, 'request')
  return walk.wait('request')
}

function close(walk: Walk, { id, data }: NodeOf<'end'>): undefined {
  walk.say(id, data.text)
  if (data.closes) walk.do({ kind: 'close', nodeId: id })
  walk.note(id, data.closes ? 'closed' : 'end')
  return walk.end(data.closes ? 'closed' : 'end')
}
