import { expect, test } from 'bun:test'
import { createInstallation } from '../installation'
import { storedBytes } from '../stored-rows'

/** Routes whose body fields are all optional. A body with none of them is refused. */
const routes = ['/tickets/1', '/contacts/1', '/queue/1', '/whatsapp/1', '/users/1']
const form = new FormData()
form.append('strange', 'x')
const bodies: [name: string, body: string | FormData][] = [
  ['an empty object', '{}'],
  ['a number', '5'],
  ['a list', '[]'],
  ['a text', '"name"'],
  ['null', 'null'],
  ['unknown fields', '{"companyId":2,"super":true}'],
  ['a form without known fields', form],
]

test.each(bodies)('a body that is %s is refused with 422 and changes nothing', async (_, body) => {
  const { app, tokenOf, store, published } = await createInstallation()
  const authorization = `Bearer ${await tokenOf('ana')}`
  const before = await storedBytes(store)
  for (const route of routes) {
    const headers = new Headers({ authorization })
    if (typeof body === 'string') headers.set('content-type', 'application/json')
    const response = await app.handle(new Request(`http://localhost/api${route}`, { method: 'PUT', headers, body }))
    expect([route, response.status, await response.json()]).toMatchObject([route, 422, { error: 'ERR_VALIDATION' }])
  }
  expect(published).toEqual([])
  expect((await storedBytes(store)).equals(before)).toBe(true)
})
