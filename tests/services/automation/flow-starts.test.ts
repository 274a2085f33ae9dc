import { expect, test } from 'bun:test'
import { createPhrase } from '../../../src/features/automation/flows/phrases/service'
import { createFlow } from '../../../src/features/automation/flows/service'
import { listStarts } from '../../../src/features/automation/flows/starts/read'
import { updateConnection } from '../../../src/features/numbers/connections/service'
import { createInstallation } from '../../installation'

const none = { phrases: [], connections: [], integrations: [], campaigns: [] }

test('the starts of a flow are its phrases and the connections that name it, and not those of another flow', async () => {
  const installation = await createInstallation()
  const ana = installation.scopeOf('ana')
  const [{ id: flowId }, { id: other }] = [await createFlow(ana, 'Vendas'), await createFlow(ana, 'Outro')]
  const { whatsappId } = await installation.insertTicket({ status: 'closed' })
  expect(await listStarts(ana, flowId)).toEqual(none)
  await createPhrase(ana, { name: 'Oferta', flowId, phrase: 'Quero a oferta' })
  await createPhrase(ana, { name: 'Desligada', flowId, phrase: 'Bolo', status: false })
  await createPhrase(ana, { name: 'De outro', flowId: other, phrase: 'Torta' })
  await updateConnection(ana, whatsappId as number, { flowIdWelcome: flowId, flowIdNotPhrase: other })
  expect(await listStarts(ana, flowId)).toMatchObject({
    ...none,
    phrases: [
      { phrase: 'Quero a oferta', active: true },
      { phrase: 'Bolo', active: false },
    ],
    connections: [{ id: whatsappId as number, welcome: true, notPhrase: false }],
  })
  expect(await listStarts(ana, other)).toMatchObject({
    phrases: [{ phrase: 'Torta' }],
    connections: [{ welcome: false, notPhrase: true }],
  })
})

test('an integration that starts a flow names the queues that have it', async () => {
  const ana = (await createInstallation()).scopeOf('ana')
  const { id: flowId } = await createFlow(ana, 'Vendas')
  await ana.transaction(async ({ db }) => {
    const integration = { name: 'Robô', type: 'flowbuilder', code: 'robo', projectName: 'Robô', flowId } as const
    const { id: integrationId } = await db
      .insert('queue_integrations', integration)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.update('queues').set({ integrationId }).where('id', '=', 1).execute()
  })
  const { integrations } = await listStarts(ana, flowId)
  expect(integrations).toMatchObject([{ name: 'Robô', queues: [expect.any(String)] }])
})
