import { expect, test } from 'bun:test'
import { companies, createInstallation, type Name } from '../installation'
import { LoginClient } from '../login-client'

/** Who may open the checkout, and what else is open to them then: by person and by how the licence stands. */

const payer = {
  ...{ firstName: 'Ana', lastName: 'Souza', document: '', address: 'Rua das Flores, 10', city: 'Campinas' },
  ...{ state: 'SP', zipcode: '13010-000', country: 'Brasil' },
}
const byHand = {
  ...({ provider: 'pix-manual', pixKey: 'pix@balcao.test', pixName: 'Provedor', pixCity: 'Campinas' } as const),
  ...({ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '' } as const),
  ...{ passphrase: '', authority: '', cardAccount: '' },
}

async function till() {
  const installation = await createInstallation()
  await installation.clientAs('root').payments.config.put(byHand)
  const { data } = await installation.clientAs('ana').invoices.post()
  const invoiceId = data?.id ?? 0
  const licence = async (values: { dueDate?: string; status?: 0 | 1 }) => {
    await installation.platform.transaction(({ db }) =>
      db
        .updateTable('companies')
        .set(values)
        .where('id', '=', companies.acme as never)
        .execute(),
    )
    await installation.auth.refreshRights(companies.acme as never)
  }
  /** What the screen asks for: the licence, the invoice, and at its end the Pix; and what it has no business with. */
  const knock = async (token: string) => {
    const browser = new LoginClient(installation.app)
    browser.token = token
    const asked = [
      await browser.request('GET', '/subscription'),
      await browser.request('GET', `/invoices/${invoiceId}`),
      await browser.request('POST', '/subscription', { ...payer, invoiceId }),
      await browser.request('GET', '/settings'),
    ]
    return asked.map(({ status }) => status)
  }
  const as = async (name: Name) => knock(await installation.tokenOf(name))
  return { ...installation, licence, knock, at: as }
}

const running = { dueDate: '2099-01-01' }
const over = { dueDate: '2020-01-01' }
const shut = { ...running, status: 0 } as const

test.each([
  ['ana', 'runs', running, [200, 200, 200, 200]],
  ['ana', 'ran out', over, [200, 200, 200, 402]],
  ['ana', 'was shut', shut, [403, 403, 403, 403]],
  ['sara', 'runs', running, [403, 403, 403, 200]],
  ['sara', 'ran out', over, [403, 403, 403, 402]],
  ['bob', 'runs', running, [403, 403, 403, 200]],
  ['bob', 'ran out', over, [403, 403, 403, 402]],
  // Another company's admin pays for their own, and the provider for nobody: it confirms.
  ['rui', 'runs', running, [200, 404, 404, 200]],
  ['root', 'ran out', over, [200, 404, 404, 200]],
] as const)('%s, where the licence %s', async (name, _, values, statuses) => {
  const { licence, at } = await till()
  await licence(values)
  expect(await at(name)).toEqual([...statuses])
})

test('the token of the login page opens the checkout, and nothing more once it is paid', async () => {
  const { app, licence, knock } = await till()
  await licence(over)
  const { status, body } = await new LoginClient(app).login('ana')
  expect(status).toBe(402)
  expect(await knock(`${body.token}`)).toEqual([200, 200, 200, 402])
  await licence(running)
  expect((await knock(`${body.token}`)).at(-1)).toBe(403)
  await licence(shut)
  expect(await knock(`${body.token}`)).toEqual([403, 403, 403, 403])
})

test('nobody without a token, and no agent by the login page', async () => {
  const { app, licence, knock } = await till()
  expect(await knock('')).toEqual([403, 403, 403, 403])
  await licence(over)
  expect((await new LoginClient(app).login('bob')).body.token).toBeUndefined()
})
