import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { cleanUp, type Serving, serve, superUser } from '../../executable/balcao'
import { expectAccessible } from '../../expect-accessible'
import { type Harness, openHarness, phone, until } from '../harness'
import { readQr } from '../qr'
import { button, fillLogin, horizontalOverflow, row, tab } from '../screen'
import { nextNumber, writeDatabase } from '../shop'

/** First steps followed word by word lead to a colleague who sees the first customer; gaps are named on each screen. */

let harness: Harness
let serving: Serving
let owner: Page
const number = nextNumber()

beforeAll(async () => {
  harness = await openHarness()
  serving = await serve({ ...harness.whatsapp, BALCAO_LOG_LEVEL: 'warn' })
  owner = await logIn(superUser.email, superUser.password)
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

async function logIn(email: string, password: string, options = {}): Promise<Page> {
  const page = await (await harness.newContext(options)).newPage()
  await page.goto(`${serving.url}/login`)
  await fillLogin(page, email, password)
  await page.waitForURL('**/tickets')
  return page
}

const notice = (page = owner) => page.getByRole('region', { name: 'Há clientes que a equipe não vê' })
const open = (path: string) => owner.goto(serving.url + path)

test('the first number takes the queues of the preset and greets, with a word on the screen', async () => {
  await button(owner, 'Serviços').click()
  await owner.getByText('Criado. Setores: 3').waitFor()
  await button(owner, 'Conectar').click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByText(/Primeira conexão: recebe todos os setores/).waitFor()
  await dialog.getByLabel('Nome').fill('Loja')
  await expectAccessible(owner, 'first number')
  await button(dialog, 'Salvar').click()
  await harness.control.addOwner({ number, name: 'Loja' })
  const code = dialog.getByRole('img', { name: 'QR Code para conectar Loja' })
  const qr = await until('a code that can be read', () => readQr(owner.context(), code))
  await harness.control.scan({ owner: number, qr })
  await button(dialog, 'Concluir').click()
  expect(await notice().count()).toBe(0)
})

test('an invited colleague with a queue receives the customer who chooses it; one without is warned about', async () => {
  await open('/users?invite')
  const dialog = owner.getByRole('dialog')
  await dialog.getByText('Sem um setor que esteja em uma conexão, esta pessoa não vê clientes novos.').waitFor()
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByText('esta pessoa não vê clientes novos').waitFor({ state: 'detached' })
  await button(dialog, 'Criar link').click()
  const link = await owner.getByLabel('Link do convite').textContent()
  await button(owner, 'Pronto').click()
  const guest = await (await harness.newContext(phone)).newPage()
  await guest.goto(`${serving.url}/invite${new URL(link!).hash}`)
  await guest.getByLabel('Seu nome').fill('Nina Reis')
  await guest.getByLabel('E-mail').fill('nina@loja.test')
  await guest.getByLabel('Senha', { exact: true }).fill('nove violoncelos')
  await button(guest, 'Entrar na equipe').click()
  await guest.waitForURL(/tickets/)
  // The hours of the preset may be closed now.
  writeDatabase(serving.dataDir, (db) => db.run("update settings set value = 'disabled' where key = 'scheduleType'"))
  const customer = await harness.control.addCustomer({ number: nextNumber(), name: 'Rosa Lins' })
  await harness.control.send({ from: customer.number, to: number, content: { text: 'Oi' } })
  await harness.control.waitForMessage({ phone: customer.number, contains: 'Com qual setor você quer falar?' })
  await harness.control.send({ from: customer.number, to: number, content: { text: '1' } })
  await tab(guest, 'Aguardando').click()
  await row(guest, 'Rosa Lins').waitFor()
})

test('each screen names what is not connected, with the way to connect it', async () => {
  writeDatabase(serving.dataDir, (db) => db.run('delete from connection_queues'))
  for (const path of ['/users', '/queues', '/connections', '/', '/team', '/first-steps']) {
    await open(path)
    await notice().getByRole('link').first().waitFor()
    await expectAccessible(owner, path)
  }
  const guest = await logIn('nina@loja.test', 'nove violoncelos', phone)
  await guest.getByText('Você ainda não recebe clientes').waitFor()
  expect(await horizontalOverflow(guest)).toBe(0)
  await open('/connections')
  await notice().getByRole('link', { name: 'Escolher setores' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByText(/Sem setor, só veem estes clientes/).waitFor()
  for (const box of await dialog.getByRole('group', { name: 'Setores atendidos' }).getByRole('checkbox').all())
    await box.check()
  await button(dialog, 'Salvar').click()
  await dialog.waitFor({ state: 'detached' })
  await notice().getByText('não está em nenhuma conexão').first().waitFor({ state: 'detached' })
  await guest.getByText('Você ainda não recebe clientes').waitFor({ state: 'detached' })
})

test('the step of the hours leads to their source and to the hours', async () => {
  writeDatabase(serving.dataDir, (db) => db.run("update settings set value = 'disabled' where key = 'scheduleType'"))
  await open('/first-steps')
  await owner.getByRole('link', { name: 'Definir' }).click()
  await owner.getByRole('heading', { level: 1, name: 'Horários' }).waitFor()
  await owner.getByText('O expediente está desligado').waitFor()
  await owner.getByLabel('Expediente').selectOption('company')
  await owner.getByLabel('Segunda-feira: fecha às').waitFor()
  await expectAccessible(owner, 'hours')
  await owner.getByLabel('Expediente').selectOption('queue')
  await owner.getByRole('link', { name: 'Abrir os setores' }).waitFor()
})
