import type { Platform } from '../core/scope'
import type { CompanyId } from '../core/storage/schema'
import { publishDraft } from '../features/automation/flows/drafts'
import { createPhrase } from '../features/automation/flows/phrases/service'
import { createReadyFlow } from '../features/automation/ready-flows/service'
import { staff } from './people'

/** Text that starts the demonstration's flow, also inside of a longer message. */
export const flowPhrase = 'agendar degustação'
const name = 'Agendar degustação'

/** Publishes a ready-made flow, started by a phrase, as the company's admin. */
export async function publishFlow(platform: Platform, companyId: CompanyId, queueId: number) {
  const [{ email, profile }] = staff
  const admin = await platform.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const viewer = {
    userId: admin.id,
    name: admin.name,
    profile,
    super: false,
    allTicket: 'enabled',
  } as const
  const scope = platform.scope(companyId, { ...viewer, queueIds: [], withheld: [] })
  const { id } = await createReadyFlow(scope, { key: 'appointment', language: 'pt', name, queueId })
  await publishDraft(scope, id, 'Primeira versão')
  await createPhrase(scope, { name, flowId: id, phrase: flowPhrase, matching: 'contains' })
}

/** Answers of a simulated customer to the questions of that flow, by their beginnings. */
const answers: [question: string, answer: string][] = [
  ['Qual serviço', 'Degustação de bolos para um casamento'],
  ['Para que dia', 'Sexta-feira que vem'],
]

/** Returns the answer to a question of the flow; null for another text. Its menus are answered as the robot's. */
export const answerToFlow = (text: string): string | null =>
  answers.find(([question]) => text.startsWith(question))?.[1] ?? null
