import { afterEach, expect, test } from 'bun:test'
import { type Chatwoot, chatwootToken, startChatwoot } from '../former-system/chatwoot'
import { cleanUp, run, serve, superUserEnvironment } from './balcao'

let chatwoot: Chatwoot | undefined
afterEach(async () => {
  await chatwoot?.stop()
  await cleanUp()
})

const offline = { ...superUserEnvironment, BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9' }

async function stopped() {
  const serving = await serve(offline)
  await serving.stop()
  chatwoot = startChatwoot()
  const env = {
    BALCAO_DATA_DIR: serving.dataDir,
    BALCAO_INTERNAL_HOSTS: '127.0.0.1',
    BALCAO_IMPORT_TOKEN: chatwootToken,
  }
  return { env, chatwoot, address: `${chatwoot.origin}/app/accounts/1/dashboard` }
}

test('an account of Chatwoot is brought with people, labels, notes, files and all messages in their order', async () => {
  const { env, chatwoot, address } = await stopped()
  chatwoot.busy = 2
  const brought = await run(['import', address], env)
  expect(brought).toMatchObject({ code: 0, err: '' })
  expect(brought.out).toContain(
    'Clínica Mar: 2 users, 1 queues, 1 connections, 1 tags, 1 quick messages, 41 contacts, 41 tickets',
  )
  expect(brought.out).toContain('1 contacts without a usable number')
  expect(brought.out).toContain('stored as company 2')
  const serving = await serve({ ...offline, ...env })
  const messages = await serving.database.all<{ body: string; fromMe: number; mediaType: string; waId: string }>(
    'select m.body, m."fromMe", m."mediaType", m."waId" from messages m join tickets t on t.id = m."ticketId" where t.status = \'open\' order by m.id',
  )
  const bodies = Array.from({ length: 45 }, (_, at) => at).filter((at) => at !== 3 && at !== 4)
  expect(messages.map(({ body }) => body)).toEqual(
    bodies.flatMap((at) => (at === 5 ? ['mensagem 5', ''] : [`mensagem ${at}`])),
  )
  expect(messages[0]).toMatchObject({ waId: 'WAID:101', fromMe: 0 })
  expect(messages.filter(({ mediaType }) => mediaType !== 'chat').map(({ mediaType }) => mediaType)).toEqual([
    'image',
    'application',
  ])
  const [ticket] = await serving.database.all(
    'select u.email, q.name as queue, g.name as tag, n.note, x.value from tickets t join users u on u.id = t."userId" join queues q on q.id = t."queueId" join ticket_tags y on y."ticketId" = t.id join tags g on g.id = y."tagId" join ticket_notes n on n."ticketId" = t.id join contact_extra x on x."contactId" = t."contactId" where t.status = \'open\'',
  )
  expect(ticket).toEqual({
    email: 'davi@chat.test',
    queue: 'recepção',
    tag: 'vip',
    note: 'Só para a equipe',
    value: 'Ouro',
  })
  const hidden = await serving.database.all("select number, lid from contacts where name = 'Oculto'")
  expect(hidden).toEqual([{ number: null, lid: '123456789012345' }])
  await serving.stop()
  const again = await run(['import', address], env)
  expect(again).toMatchObject({ code: 0, err: '', out: expect.stringContaining('is here already') })
  // Two files in each of two runs.
  expect(chatwoot.asked.filter((path) => path.includes('/disk/')).length).toBe(4)
})

test.each([
  ['a wrong token', { BALCAO_IMPORT_TOKEN: 'wrong' }, '/app/accounts/1', 'the token is not valid'],
  ['another account', {}, '/app/accounts/7', 'there is no such account'],
  ['an address without an account', {}, '/app/login', 'names no account'],
  ['no token', { BALCAO_IMPORT_TOKEN: '' }, '/app/accounts/1', 'set BALCAO_IMPORT_TOKEN'],
  [
    'a host that the operator has not named',
    { BALCAO_INTERNAL_HOSTS: '' },
    '/app/accounts/1',
    'it cannot be reached (address)',
  ],
])('%s is refused with the reason, and nothing is stored', async (_, changed, path, reason) => {
  const { env, chatwoot } = await stopped()
  const refused = await run(['import', `${chatwoot.origin}${path}`], { ...env, ...changed })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(reason)])
  const serving = await serve({ ...offline, ...env })
  expect(await serving.database.all('select count(*) as n from companies')).toEqual([{ n: 1 }])
})
