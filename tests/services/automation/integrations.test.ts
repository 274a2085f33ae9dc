import { expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { getIntegrationRow, listIntegrations } from '../../../src/features/automation/integrations/read'
import { openSecret } from '../../../src/features/automation/integrations/secrets'
import {
  createIntegration,
  deleteIntegration,
  rotateSecret,
  updateIntegration,
} from '../../../src/features/automation/integrations/service'
import { createQueue, updateQueue } from '../../../src/features/automation/queues/service'
import { updateConnection } from '../../../src/features/numbers/connections/service'
import { createInstallation, type PublishedEvent } from '../../installation'

const typebot = { type: 'typebot', name: 'Boas-vindas', urlN8N: 'https://bot.exemplo.com', typebotSlug: 'oi' } as const
const webhook = { type: 'webhook', name: 'Avisos', urlN8N: 'https://exemplo.com/avisos' } as const
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const googleKey = JSON.stringify({
  type: 'service_account',
  project_id: 'loja',
  private_key_id: 'ab12cd34ef56',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'robo@loja.iam.gserviceaccount.com',
})
const dialogflow = { type: 'dialogflow', name: 'Agente', projectName: 'loja', jsonContent: googleKey } as const

test('a new integration has default language and delays, and its name as project name', async () => {
  const { scopeOf } = await createInstallation()
  const made = await createIntegration(scopeOf('ana'), typebot)
  expect(made).toMatchObject({
    ...typebot,
    ...{ projectName: 'Boas-vindas', language: 'pt-BR', typebotExpires: 1, typebotDelayMessage: 1000 },
    ...{ jsonContent: '', secret: '', flowId: null },
  })
  expect(made.newSecret).toBeUndefined()
})

test.each([
  ['typebot without address and slug', { type: 'typebot', name: 'Bot' }, ['urlN8N', 'typebotSlug']],
  ['n8n with an address that is no URL', { type: 'n8n', name: 'Fluxo', urlN8N: 'exemplo' }, ['urlN8N']],
  ['a webhook with a password in its address', { ...webhook, urlN8N: 'https://a:b@exemplo.com' }, ['urlN8N']],
  ['dialogflow without project and key', { type: 'dialogflow', name: 'Ag' }, ['projectName', 'jsonContent']],
  ['dialogflow with a key that is no JSON', { ...dialogflow, jsonContent: 'segredo' }, ['jsonContent']],
  ['dialogflow with the key of a user', { ...dialogflow, jsonContent: '{"type":"authorized_user"}' }, ['jsonContent']],
  ['a name of spaces around one letter', { ...webhook, name: ' a ' }, ['name']],
] as const)('%s is refused with the fields at fault', async (_, input, fields) => {
  const { scopeOf } = await createInstallation()
  const ana = scopeOf('ana')
  await expect(createIntegration(ana, input)).rejects.toMatchObject({ code: 'ERR_VALIDATION', detail: { fields } })
  expect((await listIntegrations(ana, {})).count).toBe(0)
})

test('names are unique in a company regardless of case and accents, and the search ignores both', async () => {
  const { scopeOf } = await createInstallation()
  const ana = scopeOf('ana')
  const one = await createIntegration(ana, { ...typebot, name: 'Orçamento' })
  await createIntegration(ana, webhook)
  const duplicate = { ...webhook, name: ' ORCAMENTO' }
  await expect(createIntegration(ana, duplicate)).rejects.toThrow('ERR_INTEGRATION_NAME_ALREADY_EXISTS')
  expect((await updateIntegration(ana, one.id, { name: 'orcamento' })).name).toBe('orcamento')
  await createIntegration(scopeOf('rui'), duplicate)
  const found = await listIntegrations(ana, { searchParam: 'ÓRÇA' })
  expect(found).toMatchObject({ queueIntegrations: [{ id: one.id }], count: 1, hasMore: false })
})

test('a JSON key is stored encrypted, never returned, and kept when the form returns its mask', async () => {
  const { scopeOf, published } = await createInstallation()
  const ana = scopeOf('ana')
  const made = await createIntegration(ana, dialogflow)
  expect(made.jsonContent).toBe('••••ef56')
  const stored = async () => {
    const { id, jsonSealed } = await getIntegrationRow(ana, made.id)
    return openSecret(ana, 'jsonSealed', id, jsonSealed)
  }
  await updateIntegration(ana, made.id, { name: 'Outro', jsonContent: made.jsonContent })
  await updateIntegration(ana, made.id, { name: 'Mais um', jsonContent: '' })
  expect(await stored()).toBe(googleKey)
  const { jsonSealed } = await getIntegrationRow(ana, made.id)
  expect(Buffer.from(jsonSealed as Uint8Array).toString()).not.toContain('service_account')
  expect(JSON.stringify(published)).not.toContain('PRIVATE KEY')
  const log = await ana.db.select('audit_log').select(['before', 'after']).execute()
  expect(log.length).toBeGreaterThan(0)
  expect(JSON.stringify(log)).not.toContain('PRIVATE KEY')
})

test('the signing key of a webhook is returned once, masked afterwards, and replaced on request', async () => {
  const { scopeOf, published } = await createInstallation()
  const ana = scopeOf('ana')
  const made = await createIntegration(ana, webhook)
  expect(made.newSecret).toMatch(/^whsec_[\w-]{32}$/)
  expect(made.secret.replace('••••', '')).toHaveLength(4)
  const changed = await updateIntegration(ana, made.id, { name: 'Outro' })
  expect(changed).toMatchObject({ secret: made.secret })
  expect(changed.newSecret).toBeUndefined()
  const rotated = await rotateSecret(ana, made.id)
  expect(rotated.newSecret).not.toBe(made.newSecret)
  const { secretSealed } = await getIntegrationRow(ana, made.id)
  expect(await openSecret(ana, 'secretSealed', made.id, secretSealed)).toBe(rotated.newSecret as string)
  expect(JSON.stringify(published)).not.toContain(rotated.newSecret as string)
})

test('a typebot that becomes an n8n workflow gets a signing key', async () => {
  const { scopeOf } = await createInstallation()
  const ana = scopeOf('ana')
  const { id } = await createIntegration(ana, typebot)
  expect((await updateIntegration(ana, id, { type: 'n8n' })).newSecret).toMatch(/^whsec_/)
})

test('queues and connections accept an integration of their company only, and hold back its deletion', async () => {
  const { scopeOf, insertTicket, published } = await createInstallation()
  const [ana, rui] = [scopeOf('ana'), scopeOf('rui')]
  const { id } = await createIntegration(ana, typebot)
  const foreign = await createIntegration(rui, typebot)
  const { whatsappId } = await insertTicket({})
  const queue = await createQueue(ana, { name: 'Robô', color: '#123456', integrationId: id })
  expect(queue.integrationId).toBe(id)
  await expect(updateQueue(ana, queue.id, { integrationId: foreign.id })).rejects.toThrow('ERR_NO_INTEGRATION_FOUND')
  const { name } = await updateConnection(ana, whatsappId as number, { integrationId: id })
  await expect(updateConnection(ana, whatsappId as number, { integrationId: foreign.id })).rejects.toThrow(
    'ERR_NO_INTEGRATION_FOUND',
  )
  await expect(deleteIntegration(ana, id)).rejects.toMatchObject({
    code: 'ERR_INTEGRATION_IN_USE',
    detail: { queues: ['Robô'], connections: [name], flows: [] },
  })
  await updateQueue(ana, queue.id, { integrationId: null })
  await updateConnection(ana, whatsappId as number, { integrationId: null })
  expect(await deleteIntegration(ana, id)).toEqual({ id })
  const event = published.findLast(({ entity }: PublishedEvent) => entity === 'queueIntegration')
  expect(event?.payload).toEqual({ action: 'delete', integrationId: id })
  await expect(deleteIntegration(rui, id)).rejects.toThrow('ERR_NO_INTEGRATION_FOUND')
})
