import type { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { cleanUp, type Serving, serve, superUser } from '../../executable/balcao'
import { expectAccessible } from '../../expect-accessible'
import { openMailServer } from '../../mail-server'
import { desktop, type Harness, openHarness, phone } from '../harness'
import { button, fillLogin, horizontalOverflow, waitForValue } from '../screen'
import { writeDatabase } from '../shop'

/** The provider reads the overview, goes to the next step of each problem, finds companies, and gets it every day. */

const post = await openMailServer()
let harness: Harness
let serving: Serving
let root: Page

beforeAll(async () => {
  harness = await openHarness()
  const mail = { BALCAO_SMTP_URL: post.url }
  serving = await serve({ ...harness.whatsapp, ...mail })
  writeDatabase(serving.dataDir, insertCompanies)
  root = await (await harness.newContext()).newPage()
  await logIn()
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
  post.close()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

const [down, late, trial, calm] = ['Padaria Muda', 'Oficina Atrasada', 'Escola Nova', 'Mercado Tranquilo'] as const

/** Day `days` from now. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A company for each problem, one without any, and a number of the provider. */
function insertCompanies(db: Database) {
  const add = (name: string, dueDate: string, trialEnd: string | null = null) => {
    const email = `${name.split(' ')[0]?.toLowerCase()}@overview.test`
    const insert = db.query(
      `insert into companies (name, email, phone, planId, dueDate, trialExpiration, createdAt, updatedAt)
       select ?, ?, '', min(id), ?, ?, '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z' from plans returning id`,
    )
    return (insert.get(name, email, dueDate, trialEnd) as { id: number }).id
  }
  const addNumber = (companyId: number, name: string) =>
    db.query('insert into connections (companyId, name) values (?, ?) returning id').get(companyId, name) as {
      id: number
    }
  const silent = add(down, '2099-01-01')
  db.query(
    'insert into connection_outages (companyId, whatsappId, reason, startedAt, announced) values (?, ?, ?, ?, 1)',
  ).run(silent, addNumber(silent, 'Balcão da padaria').id, 'loggedOut', new Date(Date.now() - 7_200_000).toISOString())
  db.query(
    "insert into invoices (companyId, detail, value, dueDate, status) values (?, 'Mensalidade', 4990, ?, 'open')",
  ).run(add(late, dayFromNow(-10)), dayFromNow(-10))
  add(trial, dayFromNow(2), dayFromNow(2))
  add(calm, '2099-01-01')
  addNumber(1, 'Aviso')
}

const section = (name: string) => root.getByRole('region', { name })
const table = () => section('Todas as empresas')
const inTable = (name: string) => table().getByRole('link', { name, exact: true })
const dialog = () => root.getByRole('dialog')
const open = () => root.goto(`${serving.url}/overview`)

async function logIn() {
  await root.goto(`${serving.url}/login`)
  await fillLogin(root, superUser.email, superUser.password)
  await button(root, 'Sua conta').waitFor()
}

/** Problems of the installation: section, its text, its next step, and the title and text of the page behind it. */
const problems = [
  ['Números fora do ar', 'Balcão da padaria: Fora do ar desde', `Visitar: ${down}`, 'Entrar para dar suporte', down],
  ['Faturas atrasadas', /R\$\s49,90, venceu em .*, há \d+ dias/, `Dar baixa: ${late}`, `Renovar ${late}`, 'R$ 49,90'],
  ['Testes que terminam', /termina em .*, em \d dias?/, `Renovar: ${trial}`, `Renovar ${trial}`, 'Com a renovação'],
] as const

test('each problem has its next step, which opens the right form', async () => {
  await open()
  await root.getByRole('heading', { name: 'Resumo do dia' }).waitFor()
  for (const [name, text, step, title, says] of problems) {
    await section(name).getByText(text).waitFor()
    await section(name).getByRole('link', { name: step }).click()
    await root.getByRole('dialog', { name: title }).getByText(says).first().waitFor()
    expect(new URL(root.url()).pathname).toBe('/settings')
    await open()
  }
  await inTable(calm).waitFor()
  await expectAccessible(root, 'overview')
  expect(await horizontalOverflow(root)).toBe(0)
})

test('the table is searched and filtered by the server', async () => {
  await open()
  const search = table().getByLabel('Buscar empresa por nome ou e-mail')
  await search.fill('tranquilo')
  await inTable(down).waitFor({ state: 'detached' })
  await inTable(calm).waitFor()
  await search.fill('ninguém')
  await table().getByText('Nenhuma empresa com “ninguém”').waitFor()
  await search.fill('')
  await inTable(down).waitFor()
  await table().getByRole('radio', { name: 'Precisam de você' }).check()
  await inTable(calm).waitFor({ state: 'detached' })
  for (const name of [down, late, trial]) await inTable(name).waitFor()
  await table().getByText('número fora do ar ou restrito').waitFor()
  await table().getByLabel('Ordem').selectOption('Vencimento mais próximo')
  const first = () => table().getByRole('rowheader').first()
  await first().getByText(late).waitFor()
  await first().getByText('licença vencida').waitFor()
})

test('the provider gets it every day by mail and on a phone', async () => {
  const wish = () => button(root, 'Receber todo dia').click()
  await open()
  await wish()
  await dialog().getByLabel('Hora', { exact: true }).selectOption('06:00')
  await dialog().getByRole('switch', { name: 'Por e-mail' }).check()
  await dialog().getByLabel('Seu número de WhatsApp').fill('12')
  await dialog().getByLabel('Conexão que envia por WhatsApp').selectOption('Aviso')
  await expectAccessible(root, 'wish for the overview')
  await button(dialog(), 'Salvar').click()
  await dialog().locator('[aria-invalid="true"]').waitFor()
  await dialog().getByLabel('Seu número de WhatsApp').fill('(11) 98765-4321')
  await button(dialog(), 'Salvar').click()
  await root.getByText('Resumo do dia salvo.').waitFor()
  await open()
  await wish()
  await waitForValue(dialog().getByLabel('Seu número de WhatsApp'), '+5511987654321')
  expect(await dialog().getByRole('switch', { name: 'Por e-mail' }).isChecked()).toBe(true)
  expect(await dialog().getByLabel('Hora', { exact: true }).locator('option:checked').textContent()).toBe('06:00')
  await button(dialog(), 'Cancelar').click()
  await dialog().waitFor({ state: 'detached' })
})

test('on a phone every problem and company is reached without scrolling sideways', async () => {
  await root.setViewportSize(phone.viewport)
  await open()
  for (const [name, text] of problems) await section(name).getByText(text).waitFor()
  await inTable(calm).waitFor()
  expect(await horizontalOverflow(root)).toBe(0)
  await expectAccessible(root, 'overview on a phone')
  await button(root, 'Receber todo dia').click()
  await dialog().getByLabel('Hora', { exact: true }).waitFor()
  expect(await horizontalOverflow(root)).toBe(0)
  await expectAccessible(root, 'wish on a phone')
  await root.setViewportSize(desktop)
})
