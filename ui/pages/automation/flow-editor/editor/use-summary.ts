import type { TFunction } from 'i18next'
import { useCallback, useMemo } from 'react'
import type { Element, FlowNode, NodeData } from '../../../../../src/shared/flow/node'
import { useQueues } from '../../../../lib/queues'
import { useTags } from '../../../../lib/tags'
import { useTranslation } from '../../../../lib/use-translation'

type SummaryOf = (node: FlowNode, type: string) => string

/** Function that returns a node's content in one short text; the same one while language and rows are the same. */
export function useSummary(): SummaryOf {
  const { t } = useTranslation()
  const { rows: queues } = useQueues()
  const { rows: tags } = useTags()
  return useMemo(() => {
    const names = { queue: namesOf(queues), tag: namesOf(tags) }
    return (node, type) => summaryOf(t, names, node, type)
  }, [t, queues, tags])
}

type Names = ReadonlyMap<number | null, string>
const namesOf = (rows: { id: number; name: string }[]): Names => new Map(rows.map(({ id, name }) => [id, name]))

function summaryOf(t: TFunction, names: { queue: Names; tag: Names }, node: FlowNode, type: string): string {
  switch (node.kind) {
    case 'start':
      return t('flowBuilder.startText')
    case 'interval':
      return t('flowBuilder.intervalText', { seconds: node.data.seconds })
    case 'content':
      return node.data.elements.map((element) => elementText(t, element)).join('\n')
    case 'question':
      return `${node.data.text}\n{{${node.data.answerKey}}}`
    case 'ticket':
      return names.queue.get(node.data.queueId) ?? ''
    case 'tag':
      return `${t(node.data.adds ? 'flowBuilder.tagAdds' : 'flowBuilder.tagRemoves')}: ${names.tag.get(node.data.tagId) ?? ''}`
    case 'condition':
      if (node.data.operator === 'open') return openText(t, names.queue, node.data)
      return `{{${node.data.key}}} ${t(`flowBuilder.operators.${node.data.operator}`)} ${node.data.value}`.trim()
    case 'set':
      return `{{${node.data.key}}} = ${node.data.value}`
    case 'request':
      return `${node.data.method} ${node.data.url}`
    case 'end':
      return node.data.text || t(node.data.closes ? 'flowBuilder.closes' : 'flowBuilder.endsOnly')
    case 'unknown':
      return type
    case 'typebot':
      return node.data.name || node.data.url
    case 'prompt':
      return node.data.name || node.data.prompt
    case 'message':
    case 'menu':
      return node.data.text
    default:
      return ''
  }
}

/** Names the hours of a condition, except its own. */
function openText(t: TFunction, queues: Names, { hoursOf = 'own', queueId = null }: NodeData['condition']): string {
  const text = t('flowBuilder.operators.open')
  if (hoursOf === 'own') return text
  const chosen = hoursOf === 'queue' ? queues.get(queueId) : undefined
  return `${text}: ${chosen ?? t(`flowBuilder.hoursSources.${hoursOf}`)}`
}

function elementText(t: TFunction, element: Element): string {
  if (element.type === 'text') return element.text
  if (element.type === 'interval') return t('flowBuilder.intervalText', { seconds: element.seconds })
  if (element.type === 'location' && element.address !== '') return element.address
  return t(`flowBuilder.kinds.${element.type}`)
}

/** Texts of the two ways out of these kinds: `a`, then `b`. */
const twoWays = {
  condition: ['flowBuilder.isTrue', 'flowBuilder.isFalse'],
  request: ['flowBuilder.succeeded', 'flowBuilder.failed'],
  question: ['flowBuilder.answered', 'flowBuilder.unanswered'],
} as const

/** Function that returns the name of a way out; the same one while the language is the same. */
export function useWayName(): (node: FlowNode, handle: string) => string {
  const { t } = useTranslation()
  return useCallback((node, handle) => wayName(t, node, handle), [t])
}

function wayName(t: TFunction, node: FlowNode, handle: string): string {
  if (node.kind === 'menu') return optionName(t, node.data.options, Number(handle.slice(1)))
  if (node.kind === 'randomizer') return shareText(node.data.percent, handle)
  const isChecked = node.kind === 'question' && node.data.check !== undefined
  if (node.kind === 'condition' || node.kind === 'request' || isChecked)
    return t(twoWays[node.kind][handle === 'a' ? 0 : 1])
  return t('flowBuilder.next')
}

const optionName = (t: TFunction, options: { value: string }[], number: number) =>
  options[number - 1]?.value || t('flowBuilder.option', { number })

const shareText = (percent: number, handle: string) => (handle === 'a' ? `A: ${percent}%` : `B: ${100 - percent}%`)
