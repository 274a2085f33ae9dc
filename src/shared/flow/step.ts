import { chosenLine } from '../bot/answer'
import { isStopWord } from './answer'
import { formatAnswer } from './answer-format'
import { enter, printOptions, printQuestion, sendElements } from './enter'
import type { Graph } from './graph'
import type { AnswerCheck, FlowNode, NodeOf } from './node'
import { toValue } from './render'
import { caps, type FlowEvent, isLive, type Run, type StepResult, type World } from './run'
import { type Onward, Walk } from './walk'

/**
 * Moves a run on after an event, up to the next wait or its end. Pure: the same run, event and random numbers give the
 * same result. An event for which the run does not wait changes nothing.
 */
export function step(graph: Graph, run: Run, event: FlowEvent, world: World): StepResult {
  const walk = new Walk(graph, run, world)
  if (isLive(run.state)) begin(walk, event)
  return walk.result
}

/** Goes on after an event for which the run waits. */
function begin(walk: Walk, event: FlowEvent) {
  const { run, graph } = walk
  if (event.kind === 'start') return run.nodeId === null ? go(walk, { node: graph.start }) : undefined
  const node = graph.node(run.nodeId)
  if (!node) return walk.end('broken')
  if (event.kind === 'input' && isStopWord(walk.world.stopWords, event.text)) return walk.end('stopped')
  if (event.kind === 'expire') return isSilent(run.state) ? walk.end('silent') : undefined
  if (waitOf[event.kind] === run.state) go(walk, resume(walk, node, event))
}

/** States in which the customer has to write. */
const isSilent = (state: Run['state']) => state === 'input' || state === 'program'
/** State in which a run takes each kind of event. */
const waitOf = { input: 'input', timer: 'timer', answer: 'request', programEnded: 'program' } as const

function resume(walk: Walk, node: FlowNode, event: Exclude<FlowEvent, { kind: 'start' | 'expire' }>): Onward {
  if (event.kind === 'input') return hear(walk, node, event)
  if (event.kind === 'timer') return wake(walk, node)
  return event.kind === 'answer' ? receive(walk, node, event) : endProgram(walk, node, event)
}

/** Executes nodes until one waits or the path ends. A node met twice on the way is a loop. */
function go(walk: Walk, onward: Onward) {
  const seenNodes = new Set<string>()
  while (onward) {
    const { node } = onward
    if (!node) return walk.end('end')
    if (seenNodes.has(node.id)) return walk.end('loop')
    seenNodes.add(node.id)
    if (seenNodes.size > caps.event || walk.run.steps >= caps.run) return walk.end('steps')
    Object.assign(walk.run, { nodeId: node.id, element: 0, invalidAnswers: 0, steps: walk.run.steps + 1 })
    onward = enter(walk, node)
  }
}

/** The customer wrote: the node that waits for it takes it as its answer. */
function hear(walk: Walk, node: FlowNode, { text, file }: { text: string; file?: string }): Onward {
  if (node.kind === 'question')
    return node.data.check
      ? checkAnswer(walk, node, node.data.check, text)
      : keepAnswer(walk, node, text.trim() || file || '')
  if (node.kind === 'menu') return chooseOption(walk, node, file === undefined ? text : '')
  return walk.end('broken')
}

function keepAnswer(walk: Walk, node: NodeOf<'question'>, answer: string): Onward {
  if (answer === '') return undefined
  walk.run.variables[node.data.answerKey] = toValue(answer)
  return walk.leave(node, 'a')
}

/**
 * Keeps an answer of the right format. A wrong one, or a choice without text, is asked for again; after the last try the
 * way out `b` counts.
 */
function checkAnswer(walk: Walk, node: NodeOf<'question'>, check: AnswerCheck, answer: string): Onward {
  const choices = check.choices.map((each) => walk.render(each))
  const read = formatAnswer(check.format, answer, choices)
  if (read) return keepAnswer(walk, node, read)
  walk.note(node.id, 'invalid')
  if (++walk.run.invalidAnswers < check.tries) {
    walk.say(node.id, printQuestion(node, check.retryText.trim() === '' ? node.data.text : check.retryText))
    return undefined
  }
  return walk.graph.next(node.id, 'b') ? walk.leave(node, 'b') : walk.end('invalid')
}

function chooseOption(walk: Walk, node: NodeOf<'menu'>, text: string): Onward {
  const lines = node.data.options.map(({ number, value }) => ({ option: `${number}`, title: walk.render(value) }))
  const chosen = chosenLine(text, lines)
  if (chosen) {
    if (node.data.answerKey) walk.run.variables[node.data.answerKey] = toValue(chosen.title)
    return walk.leave(node, `a${chosen.option}`)
  }
  walk.note(node.id, 'invalid')
  if (++walk.run.invalidAnswers >= caps.invalidAnswers) return walk.end('invalid')
  walk.say(node.id, printOptions(node, walk.world.invalidOption))
}

/** Goes on behind a program; one that failed leaves the ticket to people. */
function endProgram(walk: Walk, node: FlowNode, { queueId, failed }: { queueId?: number; failed?: true }): Onward {
  if (queueId !== undefined) walk.do({ kind: 'queue', nodeId: node.id, queueId })
  if (!failed) return walk.leave(node, 'a')
  walk.note(node.id, 'failed')
  return walk.end('program')
}

/** The time of an interval is over. */
function wake(walk: Walk, node: FlowNode): Onward {
  if (node.kind === 'interval') return walk.leave(node, 'a')
  if (node.kind === 'content') return sendElements(walk, node)
  return walk.end('broken')
}

function receive(
  walk: Walk,
  node: FlowNode,
  answer: { isSuccess: boolean; variables: Record<string, string> },
): Onward {
  const given = Object.entries(answer.variables).map(([key, value]) => [key, toValue(value)] as const)
  const variables = Object.fromEntries(given)
  Object.assign(walk.run.variables, variables)
  return walk.leave(node, answer.isSuccess ? 'a' : 'b', given.length > 0 ? variables : undefined)
}
