import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { defaultLanguage, type Language } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { createFlowWithDraft } from '../flows/create-with-draft'
import type { Flow } from '../flows/model'
import { readyFlows } from './all'
import type { QueueChoice } from './graph'
import type { ReadyFlowInput, ReadyFlowItem } from './model'
import type { InputName, ReadyAnswers } from './ready-flow'

/** The gallery in one language. */
export const listReadyFlows = (language: Language = defaultLanguage): ReadyFlowItem[] =>
  readyFlows.map(({ key, asks, texts }) => {
    const { name, description, address = '' } = texts[language]
    return { key, name, description, asks: [...asks], address }
  })

const queueById = hot<{ id: number }>()((db, p) => db.select('queues').select(['id', 'name']).where('id', '=', p('id')))

/**
 * POST /flowbuilder/ready-made: makes a flow with a draft from a ready-made one. @throws ERR_NO_FLOW_FOUND for an unknown
 * key, ERR_VALIDATION with the fields that it needs, ERR_NO_QUEUE_FOUND
 */
export async function createReadyFlow(outer: Scope, input: ReadyFlowInput): Promise<Flow> {
  const ready = readyFlows.find(({ key }) => key === input.key)
  if (!ready) throw new AppError('ERR_NO_FLOW_FOUND')
  const answers = { address: input.address?.trim() ?? '', pixCode: input.pixCode?.trim() ?? '' }
  const missing = ready.asks.filter((each) => isMissing(each, { ...answers, queueId: input.queueId }))
  if (missing.length > 0) throw new AppError('ERR_VALIDATION', { fields: missing.map((each) => fieldOf[each]) })
  return outer.transaction(async (scope) => {
    const queue = ready.asks.includes('queue') ? await findQueue(scope, input.queueId as number) : noQueue
    return createFlowWithDraft(scope, input.name, ready.build(input.language, { ...answers, queue }))
  })
}

const fieldOf: Record<InputName, string> = { queue: 'queueId', address: 'address', pixCode: 'pixCode' }
const noQueue: QueueChoice = { id: null, name: '' }

type Given = Omit<ReadyAnswers, 'queue'> & { queueId?: number }

function isMissing(name: InputName, { queueId, address, pixCode }: Given): boolean {
  if (name === 'queue') return queueId === undefined
  return name === 'address' ? !/^https?:\/\/\S/.test(address) : pixCode === ''
}

async function findQueue({ db }: Scope, id: number): Promise<QueueChoice> {
  const queue = await db.first(queueById, { id })
  if (!queue) throw new AppError('ERR_NO_QUEUE_FOUND')
  return queue
}
