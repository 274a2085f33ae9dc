import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { cleanUp, openSignUp, type Serving, serve } from '../../executable/balcao'
import { expectAccessible } from '../../expect-accessible'
import { onePixel } from '../../http/access/request-parts'
import { type Harness, openHarness, phone } from '../harness'
import { button, fillLogin, horizontalOverflow } from '../screen'
import { password, writeDatabase } from '../shop'

/** Days of grace, a reported payment, its refusal, confirmation and undo, a suspension, and a change of plan. */

let harness: Harness
let serving: Serving
let owner: Page
const provider = 'dona@provedor.test'
const [olga, ana] = ['olga@padaria.test', 'ana@padaria.test']

beforeAll(async () => {
  ;[harness, serving] = await Promise.all([openHarness(), serve({ BALCAO_LOG_LEVEL: 'warn' })])
  await openSignUp(serving)
  await signUp('Provedor', provider)
  await signUp('Padaria', olga)
  writeDatabase(serving.dataDir, (db) => {
    db.run(`insert into users (companyId, name, email, passwordHash, profile)
      select companyId, 'Ana', '${ana}', passwordHash, 'user' from users where email = '${olga}'`)
    db.run(`update users set super = 1 where email = '${provider}'`)
    db.run(`insert into installation (key, value) values ('graceDays', '5')`)
    db.run(`insert into plans (name, users, connections, queues, value, isPublic, useCampaigns, useSchedules,
      useInternalChat, useExternalApi, useKanban, useOpenAi, useIntegrations)
      values ('Completo', 30, 5, 20, 9900, 1, 1, 1, 1, 1, 1, 1, 1), ('Mínimo', 1, 1, 1, 1000, 1, 0, 0, 0, 0, 0, 0, 0)`)
  })
  setDueDay(-2)
  owner = await logIn(provider)
  await owner.waitForURL('**/tickets')
  writeDatabase(serving.dataDir, (db) =>
    db.run(`insert into second_factors (companyId, userId, sealed, confirmedAt)
      select companyId, id, x'01', '2026-01-01T00:00:00.000Z' from users where super = 1`),
  )
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

const signUp = (name: string, email: string) =>
  fetch(`${serving.url}/api/companies/cadastro`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, phone: '11987654321', password, planId: 1 }),
  })

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const shown = (day: string) => day.split('-').reverse().join('/')
const setDueDay = (days: number) =>
  writeDatabase(serving.dataDir, (db) =>
    db.run(`update companies set dueDate = '${dayFromNow(days)}', trialExpiration = null, timeZone = 'Etc/UTC'
      where name = 'Padaria'`),
  )

async function logIn(email: string, options = {}): Promise<Page> {
  const page = await (await harness.newContext(options)).newPage()
  await page.goto(`${serving.url}/login`)
  await fillLogin(page, email, password)
  return page
}

test('a late company works on with a banner, reports its payment, and reads why it was not confirmed', async () => {
  const page = await logIn(olga, phone)
  const banner = page.getByText(`A licença venceu em ${shown(dayFromNow(-2))}. A empresa trabalha até`)
  await banner.waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
  await page.goto(`${serving.url}/subscription`)
  await button(page, 'Pagar o próximo período').click()
  await button(page, 'Já paguei').click()
  const png = { name: 'pix.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }
  await page.locator('input[type=file]').setInputFiles(png)
  await expectAccessible(page, 'report', {})
  await button(page.getByRole('dialog'), 'Informar o pagamento').click()
  await page.getByText(/Pagamento informado em/).waitFor()

  await owner.goto(`${serving.url}/overview`)
  await owner.getByRole('heading', { name: /Pagamentos informados a conferir/ }).waitFor()
  await owner.getByRole('link', { name: 'Conferir: Padaria' }).click()
  const download = owner.waitForEvent('download')
  await button(owner, 'Baixar o comprovante de Padaria').click()
  expect((await download).suggestedFilename()).toMatch(/^comprovante-\d+\.png$/)
  await expectAccessible(owner, 'claims')
  await button(owner, 'Recusar o pagamento informado por Padaria').click()
  await owner.getByLabel('Motivo').fill('O valor não chegou')
  await button(owner.getByRole('dialog'), 'Recusar').click()
  await owner.getByText('Nenhuma fatura com este filtro').waitFor()

  await page.goto(`${serving.url}/financeiro`)
  await page.getByText('Não confirmado: O valor não chegou').waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
  await page.getByRole('link', { name: /Pagar a fatura/ }).click()
  await page.getByText('O provedor não confirmou o pagamento').waitFor()
  await button(page, 'Já paguei').click()
  await button(page.getByRole('dialog'), 'Informar o pagamento').click()
  await page.getByText(/Pagamento informado em/).waitFor()
  await page.context().close()
})

test('the provider confirms by mistake, undoes it, and confirms again', async () => {
  await owner.goto(`${serving.url}/financeiro?view=claims`)
  await button(owner, /Confirmar o pagamento de Padaria/).click()
  await button(owner.getByRole('dialog'), 'Confirmar').click()
  await owner.getByText('Nenhuma fatura com este filtro').waitFor()
  await owner.getByRole('combobox', { name: 'Situação' }).selectOption({ label: 'Pagas' })
  await button(owner, /Desfazer a baixa de Padaria/).click()
  await button(owner.getByRole('dialog'), 'Desfazer').click()
  await owner.getByText('Baixa desfeita.').waitFor()
  await owner.getByRole('combobox', { name: 'Situação' }).selectOption({ label: 'Em aberto' })
  await button(owner, /Confirmar o pagamento de Padaria/).click()
  await button(owner.getByRole('dialog'), 'Confirmar').click()
  await owner.getByText('Pagamento confirmado.').first().waitFor()
})

test('the admin changes the plan by the day; a plan that is too small says what to reduce', async () => {
  const page = await logIn(olga)
  await page.waitForURL('**/tickets')
  expect(await page.getByText('A licença venceu em').count()).toBe(0)
  await page.goto(`${serving.url}/subscription`)
  await page.getByText('Para este plano, reduza antes: usuários de 2 para 1.').waitFor()
  expect(await button(page, 'Escolher o plano Mínimo').isDisabled()).toBe(true)
  await page.getByText(/Vale na hora. R\$.* entram na próxima fatura/).waitFor()
  await expectAccessible(page, 'plans')
  await button(page, 'Escolher o plano Completo').click()
  await button(page.getByRole('dialog'), 'Mudar de plano').click()
  await page.getByText('Plano alterado.').waitFor()
  await button(page, 'Escolher o plano Plano 1').click()
  await button(page.getByRole('dialog'), 'Mudar de plano').click()
  await page.getByText(/Depois de .* vale o plano Plano 1/).waitFor()
  await page.setViewportSize(phone.viewport)
  expect(await horizontalOverflow(page)).toBe(0)
  await button(page, 'Ficar com o plano atual').click()
  await button(page.getByRole('dialog'), 'Ficar com o plano atual').click()
  await page.getByText(/Depois de .* vale o plano Plano 1/).waitFor({ state: 'detached' })
  await page.context().close()
})

test('the admin cancels with a reason, the provider reads it, and the admin goes on; invoices are exported', async () => {
  const page = await logIn(olga, phone)
  await page.waitForURL('**/tickets')
  await page.goto(`${serving.url}/subscription`)
  await button(page, 'Cancelar a assinatura').click()
  await page.getByLabel('Por que você está cancelando?').fill('Vamos fechar a loja')
  await expectAccessible(page, 'cancel')
  await button(page.getByRole('dialog'), 'Cancelar a assinatura').click()
  await page.getByText(/Assinatura cancelada. Vale até/).waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
  await owner.goto(`${serving.url}/overview`)
  await owner.getByText(/cancelou, vale até .*: Vamos fechar a loja/).waitFor()
  await button(page, 'Continuar com a assinatura').click()
  await button(page, 'Cancelar a assinatura').waitFor()
  await owner.goto(`${serving.url}/financeiro?view=claims`)
  const download = owner.waitForEvent('download')
  await button(owner, 'Exportar (CSV)').click()
  expect((await download).suggestedFilename()).toBe('faturas.csv')
  await page.context().close()
})

test('after the days of grace the sign-in says how to pay, and the invoice is one click away', async () => {
  setDueDay(-9)
  const agent = await logIn(ana)
  await agent.getByText('Um administrador da empresa entra aqui para ver a fatura e pagar.').waitFor()
  const page = await logIn(olga, phone)
  await page.getByText('Os envios e as telas voltam com o pagamento da fatura.').waitFor()
  await page.getByRole('link', { name: 'Renovar agora' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Olga')
  await button(page, 'Escolher o plano Plano 1').click()
  await button(page.getByRole('dialog'), 'Mudar de plano').click()
  await page.getByText('Plano alterado.').waitFor()
  expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Olga')
  expect(await horizontalOverflow(page)).toBe(0)
  await button(page, 'Já paguei').click()
  await button(page.getByRole('dialog'), 'Informar o pagamento').click()
  await page.getByText(/Pagamento informado em/).waitFor()
})
