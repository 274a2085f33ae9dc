import { expect, test } from 'bun:test'
import { answerToFlow, flowPhrase, publishFlow } from '../../src/demo/flow'
import { staff } from '../../src/demo/people'
import { listFlows } from '../../src/features/automation/flows/read'
import { appointment } from '../../src/features/automation/ready-flows/flows/appointment'
import { findPhrase } from '../../src/shared/flow/phrase'
import { readFlow } from '../../src/shared/flow/read'
import { createInstallation } from '../installation'
import { readyAnswers } from '../ready-flow-conversations'

test('the demonstration has a published flow that its phrase starts', async () => {
  const { scopeOf, platform, store } = await createInstallation()
  const ana = scopeOf('ana')
  const [{ email }] = staff
  await store.write(({ kysely }) => kysely.updateTable('users').set({ email }).where('id', '=', 1).execute())
  await publishFlow(platform, ana.companyId, 1)
  const [flow] = (await listFlows(ana, {})).flows
  expect(flow).toMatchObject({ name: 'Agendar degustação', active: true, version: 1, hasChanges: false })
  const phrases = await ana.db.select('flow_phrases').select(['flowId', 'searchText', 'matching']).execute()
  expect(findPhrase(phrases, `Oi, tudo bem? Quero ${flowPhrase}`)?.flowId).toBe(flow!.id)
})

test('the simulated customer has an answer to each question of the flow, and to no other text', () => {
  const { nodes } = readFlow(appointment.build('pt', readyAnswers))
  for (const { kind, data } of nodes) if (kind === 'question') expect(answerToFlow(data.text)).not.toBeNull()
  expect(answerToFlow('Combinado! Fica R$ 180,00 com entrega.')).toBeNull()
})
