import type { StoredEdge, StoredFlow } from '../../../shared/flow/read'
import { type Hours, weekdays } from '../../../shared/hours'
import { layOut } from '../flows/files/lay-out'

/** A node as a ready-made flow writes it. */
export type ReadyNode = [id: string, type: string, data: Record<string, unknown>]

/**
 * Builds a flow from its nodes and ways, such as `menu.a2 > ask`; without a handle the way leaves by `a`. Node `1` is the
 * start.
 */
export function buildFlow(nodes: ReadyNode[], ways: string[]): StoredFlow {
  const position = { x: 0, y: 0 }
  const start: ReadyNode = ['1', 'start', { label: 'Inicio do fluxo' }]
  return layOut({
    nodes: [start, ...nodes].map(([id, type, data]) => ({ id, type, position, data })),
    connections: ways.map(readWay),
  })
}

function readWay(way: string): StoredEdge {
  const [from = '', target = ''] = way.split(' > ')
  const [source = '', handle = 'a'] = from.split('.')
  return { id: `${source}-${handle}-${target}`, source, sourceHandle: handle, target }
}

export const message = (id: string, label: string): ReadyNode => [id, 'message', { label }]
export const question = (id: string, text: string, answerKey: string): ReadyNode => [
  ...([id, 'question'] as const),
  { typebotIntegration: { message: text, answerKey } },
]
export const menu = (id: string, text: string, options: string[], answerKey = ''): ReadyNode => [
  ...([id, 'menu'] as const),
  {
    ...{ message: text, arrayOption: options.map((value, at) => ({ number: at + 1, value })) },
    ...(answerKey && { answerKey }),
  },
]
export const condition = (id: string, key: string, operator: string, value: string): ReadyNode => [
  ...([id, 'condition'] as const),
  { key, condition: operator, value },
]
/** A condition that is true within the hours. */
export const openCondition = (id: string, hours: Hours): ReadyNode => [
  ...([id, 'condition'] as const),
  { key: '', condition: 'open', value: '', hours },
]
/** Hours from Monday to Friday, without holidays. */
export const workdays = (startTime: string, endTime: string): Hours => ({
  schedules: weekdays.map((weekdayEn, at) => {
    const isWorkday = at < 5
    const windows = isWorkday ? { startTime, endTime } : { startTime: '', endTime: '' }
    return { weekdayEn, ...windows, startTimeB: '', endTimeB: '' }
  }),
  holidays: [],
})
export const ticket = (id: string, queue: QueueChoice): ReadyNode => [id, 'ticket', { data: queue }]
export const end = (id: string, text: string): ReadyNode => [id, 'end', { message: text, closes: true }]

/** The queue where people take over. */
export interface QueueChoice {
  id: number | null
  name: string
}
