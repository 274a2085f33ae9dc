import type { Scope } from '../src/core/scope'
import { saveFlow } from '../src/features/automation/flows/drafts'
import { enqueueSilentRuns } from '../src/features/automation/flows/runs/silent-runs'
import { createFlow } from '../src/features/automation/flows/service'
import { phraseText } from '../src/shared/flow/phrase'
import type { StoredEdge, StoredFlow } from '../src/shared/flow/read'
import { createBotCompany } from './bot-company'
import { makeJobsDue } from './make-jobs-due'

/** Rounds of due jobs after a message: the turn, the step, the call, its pauses. */
const rounds = 8

/** A node as the editor stores it. */
export const node = (id: string, type: string, data = {}) => ({ id, type, position: { x: 0, y: 0 }, data })
/** An edge; from the way out `a` unless another is given. */
export const edge = (source: string, target: string, sourceHandle = 'a'): StoredEdge => ({
  ...{ id: `${source}-${sourceHandle}`, source, sourceHandle, target },
})

/** Company with a published flow that the phrase "quero comprar" starts; `prepare` creates rows that the flow names. */
export async function createFlowCompany(
  content: StoredFlow,
  matching: 'exact' | 'contains' = 'exact',
  prepare: (scope: Scope) => Promise<unknown> = async () => {},
) {
  const company = await createBotCompany({ queueIds: [1, 2], connection: { greetingMessage: 'Escolha:' } })
  const { acme, scopeOf, store } = company
  await prepare(scopeOf('ana'))
  const { id: flowId } = await createFlow(scopeOf('ana'), 'Triagem')
  await saveFlow(scopeOf('ana'), flowId, content)
  const phrase = { name: 'Compra', phrase: 'Quero comprar', searchText: phraseText('Quero comprar'), matching }
  await acme.transaction((tx) => tx.insert('flow_phrases', { ...phrase, flowId, whatsappId: null }).execute())
  const runs = () => acme.select('flow_runs').selectAll().orderBy('id').execute()
  const wake = async () => {
    await acme.transaction((tx) =>
      tx.update('flow_runs').set({ wakeAt: '2020' }).where('wakeAt', 'is not', null).execute(),
    )
    await enqueueSilentRuns(company.platform)
    await makeJobsDue(store)
    await company.jobs.settle()
    return company.sentTo(company.number)
  }
  /** Runs all jobs and their pauses; returns the texts that the customer has received since their last message. */
  const settle = async () => {
    for (let round = 0; round < rounds; round++) {
      await makeJobsDue(store)
      await company.jobs.settle()
    }
    return company.sentTo(company.number)
  }
  const ask = async (...bodies: string[]) => [...(await company.writeAll(bodies)), ...(await settle())]
  return { ...company, flowId, runs, wake, settle, ask }
}
