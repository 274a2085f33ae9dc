import { expect, test } from 'bun:test'
import { companies, createInstallation, type Name } from '../../installation'
import { LoginClient } from '../../login-client'

/** Access to the checkout by user and state of the licence. */

const payer = {
  ...{ firstName: 'Ana', lastName: 'Souza', document: '', address: 'Rua das Flores, 10', city: 'Campinas' },
  ...{ state: 'SP', zipcode: '13010-000', country: 'Brasil' },
}
const manualPix = {
  ...({ provider: 'pix-manual', pixKey: 'pix@balcao.test', pixName: 'Provedor', pixCity: 'Campinas' } as const),
  ...({ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '' } as const),
  ...{ passphrase: '', authority: '', cardAccount: '' },
}

async function createCheckout() {
  const installation = await createInstallation()
  await installation.clientAs('root').payments.config.put(manualPix)
  const { data } = await installation.clientAs('ana').invoices.post()
  const invoiceId = data?.id ?? 0
  const setCompany = async (values: { dueDate?: string; status?: 0 | 1 }) => {
    await installation.platform.transaction(({ db }) =>
      db
        .updateTable('companies')
        .set(values)
        .where('id', '=', companies.acme as never)
        .execute(),
    )
    await installation.auth.refreshRights(companies.acme as never)
  }
  /** Statuses of the checkout's three requests (licence, invoice, Pix charge) and of one that is not part of it. */
  const requestCheckout = async (token: string) => {
    const browser = new LoginClient(installation.app)
    browser.token = token
    const responses = [
      await browser.request('GET', '/subscription'),
      await browser.request('GET', `/invoices/${invoiceId}`),
      await browser.request('POST', '/subscription', { ...payer, invoiceId }),
      await browser.request('GET', '/settings'),
    ]
    return responses.map(({ status }) => status)
  }
  const requestAs = async (name: Name) => requestCheckout(await installation.tokenOf(name))
  return { ...installation, setCompany, requestCheckout, requestAs }
}

const valid = { dueDate: '2099-01-01' }
const expired = { dueDate: '2020-01-01' }
const blocked = { ...valid, status: 0 } as const

test.each([
  ['ana', 'is valid', valid, [200, 200, 200, 200]],
  ['ana', 'has expired', expired, [200, 200, 200, 402]],
  ['ana', 'is blocked', blocked, [403, 403, 403, 403]],
  ['sara', 'is valid', valid, [403, 403, 403, 200]],
  ['sara', 'has expired', expired, [403, 403, 403, 402]],
  ['bob', 'is valid', valid, [403, 403, 403, 200]],
  ['bob', 'has expired', expired, [403, 403, 403, 402]],
  // Rui and Root are of other companies and find no invoice of acme; the provider confirms invoices, but pays none.
  ['rui', 'is valid', valid, [200, 404, 404, 200]],
  ['root', 'has expired', expired, [200, 404, 404, 200]],
] as const)('%s gets the statuses of the table when the licence %s', async (name, _, values, statuses) => {
  const { setCompany, requestAs } = await createCheckout()
  await setCompany(values)
  expect(await requestAs(name)).toEqual([...statuses])
})

test('the token of a login with an expired licence opens the checkout only, and nothing after a renewal', async () => {
  const { app, setCompany, requestCheckout } = await createCheckout()
  await setCompany(expired)
  const { status, body } = await new LoginClient(app).login('ana')
  expect(status).toBe(402)
  expect(await requestCheckout(`${body.token}`)).toEqual([200, 200, 200, 402])
  await setCompany(valid)
  expect((await requestCheckout(`${body.token}`)).at(-1)).toBe(403)
  await setCompany(blocked)
  expect(await requestCheckout(`${body.token}`)).toEqual([403, 403, 403, 403])
})

test('the checkout is refused without a token, and a login with an expired licence gives an agent none', async () => {
  const { app, setCompany, requestCheckout } = await createCheckout()
  expect(await requestCheckout('')).toEqual([403, 403, 403, 403])
  await setCompany(expired)
  expect((await new LoginClient(app).login('bob')).body.token).toBeUndefined()
})
