import { startOpenAi } from '../../emulator/openai/server'
import type { Platform, Scope } from '../core/scope'
import type { CompanyId } from '../core/storage/schema'
import { sealKey } from '../features/automation/prompts/key'

/** Key of the stand-in; worth nothing anywhere else. */
const standInKey = 'sk-demonstracao-doce-aurora'
const assistantName = 'Assistente da Doce Aurora'
/** Time in ms before an answer, as a real service takes. */
const answerDelayMs = 900

const assistantText = `Você é a assistente virtual da Doce Aurora Confeitaria e responde com simpatia, em poucas frases.
Abrimos de terça a sábado, das 9h às 19h, e no domingo das 9h às 13h.
A degustação de bolos custa 60 reais por casal e dura uma hora.
Uma encomenda de bolo precisa de três dias de antecedência.
Aceitamos Pix, cartão e dinheiro como pagamento.
A entrega é grátis até 5 quilômetros da loja.
Não prometa descontos nem sabores que não estejam aqui.`

/** Starts the local service that answers prompts in the demonstration. */
export function startAssistantService() {
  const service = startOpenAi({ keys: [standInKey], delayMs: answerDelayMs })
  return { url: service.url, host: new URL(service.url).host, stop: () => service.stop() }
}

/** Inserts the prompt of the demonstration, which answers in the queue and hands over to its people. */
export async function insertAssistant(scope: Scope, queueId: number) {
  const texts = { name: assistantName, prompt: assistantText, model: 'gpt-4o-mini', maxTokens: 200, temperature: 0.3 }
  const service = { baseUrl: '', keySealed: null, keyRefusedAt: null, inputPrice: null, outputPrice: null }
  const { id } = await scope.db
    .insert('prompts', { ...texts, ...service, queueId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await scope.db
    .update('prompts')
    .set({ keySealed: await sealKey(scope, id, standInKey) })
    .where('id', '=', id)
    .execute()
  await scope.db.update('queues').set({ promptId: id }).where('id', '=', queueId).execute()
  for (const [key, value] of Object.entries({ aiMonthlyTokens: '200000', aiMonthlyDollars: '5' }))
    await scope.db.insert('settings', { key, value }).execute()
}

/** Points the prompt to the service, whose port is another one at each start; a prompt that a user moved stays. */
export const pointToService = ({ ports }: Platform, companyId: CompanyId, url: string) =>
  ports.store.write(({ kysely }) =>
    kysely
      .updateTable('prompts')
      .set({ baseUrl: url })
      .where('companyId', '=', companyId)
      .where('name', '=', assistantName)
      .where(({ eb, or }) => or([eb('baseUrl', '=', ''), eb('baseUrl', 'like', 'http://127.0.0.1:%')]))
      .execute(),
  )
