import type { IntegrationInput } from '../src/features/automation/integrations/model'
import { createIntegration } from '../src/features/automation/integrations/service'
import { createBotCompany } from './bot-company'
import { makeJobsDue } from './make-jobs-due'

/** Rounds of due jobs after a message: the turn, the program, its pauses and deliveries. */
const rounds = 8

/** Company whose connection is answered by an integration; `write` returns the texts after all due jobs and pauses. */
export async function createIntegrationCompany(input: IntegrationInput) {
  const company = await createBotCompany({})
  const { acme, whatsappId, scopeOf, jobs, sentTo, number, ports } = company
  const ana = scopeOf('ana')
  const integration = await createIntegration(ana, input)
  const { id } = integration
  await acme.transaction((tx) =>
    tx.update('connections').set({ integrationId: id }).where('id', '=', whatsappId).execute(),
  )
  const settle = async () => {
    for (let round = 0; round < rounds; round++) {
      await makeJobsDue(ports.store)
      await jobs.settle()
    }
    return sentTo(number)
  }
  const write = async (...bodies: string[]) => {
    await company.writeAll(bodies)
    return settle()
  }
  return { ...company, integration, settle, write, ana }
}
