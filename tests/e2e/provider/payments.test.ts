import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright'
import { certificates } from '../../efi/certificates'
import { credentials, FakeEfi } from '../../efi/fake-efi'
import { cleanUp, openSignUp, type Serving, serve } from '../../executable/balcao'
import { expectAccessible } from '../../expect-accessible'
import { type Harness, openHarness, phone } from '../harness'
import { button, fillLogin } from '../screen'
import { password, writeDatabase } from '../shop'

/** Payments by manual Pix, by Pix through Efí and by card, with the updates on every open page. */

let harness: Harness
let serving: Serving
let efi: FakeEfi
const provider = 'dona@provedor.test'
const [olga, ana] = ['olga@padaria.test', 'ana@padaria.test']

beforeAll(async () => {
  ;[harness, serving, efi] = await Promise.all([openHarness(), serve({ BALCAO_LOG_LEVEL: 'warn' }), FakeEfi.start()])
  await openSignUp(serving)
  await signUp('Provedor', provider)
  await signUp('Padaria', olga)
  writeDatabase(serving.dataDir, (db) => {
    db.run(`insert into users (companyId, name, email, passwordHash, profile)
      select companyId, 'Ana', '${ana}', passwordHash, profile from users where email = '${olga}'`)
    db.run(`update users set super = 1 where email = '${provider}'`)
  })
})
afterAll(async () => {
  efi.stop()
  await harness.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

const post = (path: string, body: object, headers = {}) =>
  fetch(`${serving.url}/api${path}`, {
    method: path.endsWith('config') ? 'PUT' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const signUp = (name: string, email: string) =>
  post('/companies/cadastro', { name, email, phone: '11987654321', password, planId: 1 })

async function logIn(email: string, options = {}): Promise<Page> {
  const page = await (await harness.newContext(options)).newPage()
  await page.goto(`${serving.url}/login`)
  await fillLogin(page, email, password)
  return page
}

/** Configures payments with the login of the page; registers the webhook for Efí. Returns the statuses. */
const configurePayments = (page: Page, config: object) =>
  page.evaluate(async (config) => {
    const { token } = await (await fetch('/api/auth/refresh_token', { method: 'POST' })).json()
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answers = [await fetch('/api/payments/config', { method: 'PUT', headers, body: JSON.stringify(config) })]
    if ((config as { provider: string }).provider === 'efi')
      answers.push(await fetch('/api/payments/webhook', { method: 'POST', headers }))
    return answers.map(({ status }) => status)
  }, config)

const manualPix = {
  ...{ provider: 'pix-manual', pixKey: 'pix@provedor.test', pixName: 'Provedor', pixCity: 'Campinas' },
  ...{ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
  authority: '',
  cardAccount: '',
}

/** Closes pages that the next test must not disturb. */
const closeContexts = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()))

const noCheck = async () => undefined
/** Goes through the checkout up to the Pix code; calls `check` at each step. */
async function pay(page: Page, check: (step: string) => Promise<unknown> = noCheck) {
  if ((await page.getByLabel('Nome', { exact: true }).inputValue()) === '') {
    const data = { Nome: 'Olga', Sobrenome: 'Reis', Endereço: 'Rua das Flores, 10', Cidade: 'Campinas', Estado: 'SP' }
    for (const [name, value] of Object.entries(data)) await page.getByLabel(name, { exact: true }).fill(value)
    await page.getByLabel('CEP').fill('13010')
    await button(page, 'Continuar').click()
    await page.getByText('Digite um CEP válido').waitFor()
    await check('data')
    await page.getByLabel('CEP').fill('13010000')
  }
  await button(page, 'Continuar').click()
  await page.getByRole('radio').first().waitFor()
  await check('plan')
  await button(page, 'Continuar').click()
  await button(page, 'Gerar o Pix').waitFor()
  await check('review')
  await button(page, 'Gerar o Pix').click()
  await page.getByRole('img', { name: 'QR Code do Pix' }).waitFor()
  await check('pix')
}

test('manual Pix: the provider confirms the payment, and every open page shows the new due date', async () => {
  const owner = await logIn(provider)
  await owner.waitForURL('**/tickets')
  writeDatabase(serving.dataDir, (db) =>
    db.run(`insert into second_factors (companyId, userId, sealed, confirmedAt)
      select companyId, id, x'01', '2026-01-01T00:00:00.000Z' from users where super = 1`),
  )
  expect(await configurePayments(owner, manualPix)).toEqual([200])
  const [screen, page] = await Promise.all([logIn(ana), logIn(olga)])
  await Promise.all([screen.waitForURL('**/tickets'), page.waitForURL('**/tickets')])
  await page.goto(`${serving.url}/subscription`)
  await page.getByText('3 dias de teste restantes').waitFor()
  await button(page, 'Assinar agora').click()
  await pay(page, (step) => expectAccessible(page, step, step === 'plan' || step === 'review' ? { themes: [] } : {}))

  await owner.goto(`${serving.url}/financeiro`)
  await owner.getByRole('tab', { name: 'Todas as empresas' }).click()
  await button(owner, /Confirmar o pagamento de Padaria/).waitFor()
  await expectAccessible(owner, 'invoices of all')
  await button(owner, /Confirmar o pagamento de Padaria/).click()
  await button(owner.getByRole('dialog'), 'Confirmar').click()
  await Promise.all([
    page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor(),
    screen.getByText(/Pagamento confirmado. Licença até/).waitFor(),
  ])
  await page.waitForURL(`${serving.url}/`)
  await page.goto(`${serving.url}/financeiro`)
  await page.getByText(/Paga em/).waitFor()
  // Efí for the following tests.
  const service = { ...credentials, certificate: certificates().client, authority: certificates().authority }
  const config = {
    ...manualPix,
    provider: 'efi',
    environment: 'custom',
    baseUrl: efi.address,
    cardAccount: 'c'.repeat(32),
    ...service,
  }
  expect(await configurePayments(owner, config)).toEqual([200, 200])
  await closeContexts(screen, page)
})

test('Pix through Efí with an expired licence: the payment renews it and allows the login', async () => {
  writeDatabase(serving.dataDir, (db) => db.run(`update companies set dueDate = '2026-01-31' where name = 'Padaria'`))
  const page = await logIn(olga, phone)
  await page.getByRole('link', { name: 'Renovar agora' }).click()
  await pay(page)
  const [txid] = [...efi.charges.keys()]
  expect((await efi.callWebhook(efi.pay(txid as string))).status).toBe(200)
  await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor()
  await button(page, 'Continuar').click()
  await page.getByText('Pagamento confirmado. Entre de novo').waitFor()
  await fillLogin(page, olga, password)
  await page.waitForURL('**/tickets')
  await closeContexts(page)
})

test('card: the server receives only the token that the browser obtained from the service', async () => {
  writeDatabase(serving.dataDir, (db) => db.run(`update companies set dueDate = '2026-02-28' where name = 'Padaria'`))
  const page = await logIn(ana)
  const seen: string[] = []
  await page.route(/efipay\.com\.br|sejaefi\.com\.br|clearsale|fpcs/, (route) =>
    route.fulfill(tokenizerResponse(route.request().url())),
  )
  page.on('request', (request) => {
    if (request.url().startsWith(serving.url)) seen.push(request.postData() ?? '')
  })
  await page.getByRole('link', { name: 'Renovar agora' }).click()
  await button(page, 'Continuar').click()
  await page.getByRole('radio', { name: /Cartão de crédito/ }).check()
  for (let step = 0; step < 2; step++) await button(page, 'Continuar').click()
  const card = { 'Número do cartão': '4485785674290087', 'Nome impresso no cartão': 'ANA REIS', Validade: '12/30' }
  const holder = { 'CPF do titular': '52998224725', 'Nascimento do titular': '01051990', Bairro: 'Centro' }
  const rest = { 'Código de segurança': '123', 'Telefone do titular': '11987654321', Número: '10' }
  for (const [name, value] of Object.entries({ ...card, ...holder, ...rest }))
    await page.getByLabel(name, { exact: true }).fill(value)
  await expectAccessible(page, 'card')
  await button(page, /^Pagar/).click()
  await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor()
  expect(efi.cards).toMatchObject([{ total: 3000, payment_token: token }])
  expect(seen.join()).toContain(token)
  expect(seen.join()).not.toContain('4485785674290087')
})

const token = '83d52dbd590d9ebc991938c711ddd31f65df89a5'
const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Responses of the card service to its script in the browser. */
function tokenizerResponse(url: string) {
  const data = url.includes('/pubkey')
    ? publicKey
    : url.includes('/salt')
      ? 'sal'
      : { payment_token: token, card_mask: '0087' }
  return {
    json: { code: 200, data },
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
  }
}
