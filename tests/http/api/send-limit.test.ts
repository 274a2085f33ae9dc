import { expect, test } from 'bun:test'
import { createApiKey } from '../../../src/features/accounts/api-keys/service'
import { revealToken } from '../../../src/features/numbers/connections/token'
import { createInstallation, errorAnswer } from '../../installation'

/** Company whose program sends by a token and a key, on a clock that the test moves. */
async function createSenders() {
  let now = 0
  const installation = await createInstallation({ clock: () => now })
  const { id } = await installation.insertConnection()
  installation.whatsapp.openConnections.add(id)
  const { token } = await revealToken(installation.scopeOf('ana'), id)
  const { key } = await createApiKey(installation.scopeOf('ana'), { name: 'Loja', scopes: ['send'] })
  /** Sends a request without content: it counts, and stores nothing. */
  async function send(by: string) {
    const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{"number":"5511988887777"}' }
    const answer = await installation.app.handle(new Request('http://localhost/api/messages/send', init))
    const [limit, remaining] = ['limit', 'remaining'].map((name) => Number(answer.headers.get(`ratelimit-${name}`)))
    return { status: answer.status, limit, remaining, retryAfter: answer.headers.get('retry-after') }
  }
  async function set(by: 'ana' | 'root', key: string, value: string) {
    const answer = await installation.clientAs(by).settings({ key }).put({ value })
    installation.ports.rightsChanged(installation.acme.companyId) // as after a second
    return answer
  }
  const forward = (ms: number) => {
    now += ms
  }
  return { ...installation, token, key, send, set, forward }
}

test('a company raises its limit, which counts for each token and each key', async () => {
  const { token, key, send, set } = await createSenders()
  expect(await send(token)).toMatchObject({ status: 400, limit: 20, remaining: 19 })
  expect((await set('ana', 'apiSendsPerMinute', '120')).status).toBe(200)
  for (const by of [token, key]) {
    expect(await send(by)).toMatchObject({ status: 400, limit: 120 })
    for (let n = 0; n < 117; n++) await send(by)
  }
  expect(await send(key)).toMatchObject({ status: 400, remaining: 1 })
})

test('a key reaches a limit above its other requests a minute, with headers to the last message', async () => {
  const { key, send, set } = await createSenders()
  await set('ana', 'apiSendsPerMinute', '1300')
  for (let n = 0; n < 1299; n++) await send(key)
  expect(await send(key)).toMatchObject({ status: 400, limit: 1300, remaining: 0 })
  expect(await send(key)).toMatchObject({ status: 429, limit: 1300, remaining: 0 })
})

test('a lowered limit counts at once, with the time after which a request is accepted again', async () => {
  const { token, send, set, forward } = await createSenders()
  await set('ana', 'apiSendsPerMinute', '2')
  expect(await send(token)).toMatchObject({ status: 400, limit: 2, remaining: 1 })
  await send(token)
  expect(await send(token)).toEqual({ status: 429, limit: 2, remaining: 0, retryAfter: '30' })
  forward(30_000)
  expect(await send(token)).toMatchObject({ status: 400 })
})

test('the provider bounds the limit: a higher one is refused, and one that was set before is cut', async () => {
  const { token, key, send, set } = await createSenders()
  await set('ana', 'apiSendsPerMinute', '300')
  expect((await set('root', 'apiSendsPerMinuteMax', '60')).status).toBe(200)
  for (const by of [token, key]) expect(await send(by)).toMatchObject({ status: 400, limit: 60 })
  const refused = errorAnswer(422, 'ERR_VALIDATION', { fields: ['value'], max: 60 })
  expect(await set('ana', 'apiSendsPerMinute', '61')).toMatchObject(refused)
  expect((await set('ana', 'apiSendsPerMinute', '60')).status).toBe(200)
  expect(await set('ana', 'apiSendsPerMinuteMax', '6000')).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
})
