import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { cleanUp, openSignUp, type Serving, serve, superUser } from '../../executable/balcao'
import { type Harness, openHarness } from '../harness'
import { button, fillLogin, list, openPage, railLink, waitForGreeting } from '../screen'
import { password, writeDatabase } from '../shop'

/** Set-up of a paying company by the provider, set-up of its work by its admin, and pages refused to other users. */

let harness: Harness
let serving: Serving
let admin: Page

beforeAll(async () => {
  harness = await openHarness()
  serving = await serve({ ...harness.whatsapp, BALCAO_LOG_LEVEL: 'warn' })
  await openSignUp(serving)
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

const company = { name: 'Papelaria Lápis', email: 'dora@lapis.test' }
const staff = [
  { name: 'Sara Melo', email: 'sara@lapis.test', profile: 'Supervisor' },
  { name: 'Ugo Reis', email: 'ugo@lapis.test', profile: 'Atendente' },
]
const dialog = (page: Page) => page.getByRole('dialog').last()
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const go = (page: Page, path: string) => page.goto(serving.url + path)
const waitForClosedDialog = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

async function logIn(email: string, secret = password): Promise<Page> {
  const page = await (await harness.newContext()).newPage()
  await go(page, '/login')
  await fillLogin(page, email, secret)
  await button(page, 'Sua conta').waitFor()
  return page
}

test('a provider creates a plan; confirming the Pix payment of an expired company extends its licence', async () => {
  const root = await logIn(superUser.email, superUser.password)
  await go(root, '/settings?tab=plans')
  await button(root, 'Novo plano').click()
  await field(root, 'Nome').fill('Balcão Pro')
  await field(root, 'Valor por período (R$)').fill('120,00')
  await button(dialog(root), 'Salvar').click()
  await row(root, 'Balcão Pro').getByText('R$ 120,00').waitFor()
  await openPage(root, 'Recebimentos')
  const key = { 'Chave Pix': 'pix@provedor.test', 'Nome de quem recebe': 'Provedor', 'Cidade de quem recebe': 'Recife' }
  for (const [label, text] of Object.entries(key)) await root.getByLabel(label).fill(text)
  await button(root, 'Salvar').click()
  await root.getByText('Pagamentos configurados.').waitFor()

  admin = await (await harness.newContext()).newPage()
  await go(admin, '/signup')
  await admin.getByLabel('Seu nome').fill('Dora Lima')
  const data = { 'Nome da empresa': company.name, 'E-mail': company.email, 'Telefone com DDD': '11987654321' }
  for (const [label, text] of Object.entries(data)) await admin.getByLabel(label).fill(text)
  await admin.getByLabel('Senha', { exact: true }).fill(password)
  await admin.getByLabel('Plano').selectOption({ label: 'Balcão Pro · R$ 120,00/mês' })
  await admin.getByLabel('Tenho 18 anos ou mais').check()
  await button(admin, 'Criar conta').click()
  await admin.getByText('Empresa cadastrada.').waitFor()

  // The trial of three days has expired.
  writeDatabase(serving.dataDir, (db) =>
    db.query(`update companies set dueDate = '2026-01-31' where name = ?`).run(company.name),
  )
  await fillLogin(admin, company.email, password)
  await admin.getByRole('link', { name: 'Renovar agora' }).click()
  const payer = {
    Nome: 'Dora',
    Sobrenome: 'Lima',
    Endereço: 'Rua A, 1',
    Cidade: 'Recife',
    Estado: 'PE',
    CEP: '50010000',
  }
  for (const [label, text] of Object.entries(payer)) await admin.getByLabel(label, { exact: true }).fill(text)
  for (let step = 0; step < 2; step++) await button(admin, 'Continuar').click()
  await admin.getByText('R$ 120,00').first().waitFor()
  await button(admin, 'Gerar o Pix').click()
  await admin.getByRole('img', { name: 'QR Code do Pix' }).waitFor()

  // Two pages of the provider: companies with their due dates, and invoices.
  const second = await root.context().newPage()
  await go(second, '/settings?tab=companies')
  await row(second, company.name)
    .getByText(/venceu há \d+ dias/)
    .waitFor()
  await go(root, '/financeiro')
  await root.getByRole('tab', { name: 'Todas as empresas' }).click()
  await button(root, /^Confirmar o pagamento de Papelaria Lápis, vencimento 31\/01\/2026/).click()
  await button(dialog(root), 'Confirmar').click()
  await admin.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor()
  await button(admin, 'Continuar').click()
  await admin.getByText('Pagamento confirmado. Entre de novo').waitFor()
  await second.reload()
  await row(second, company.name)
    .getByText(/vence em (2[789]|3[01]) dias/)
    .waitFor()
  await root.context().close()
})

test('an admin creates a queue with its menu, users and a connection, and changes a setting', async () => {
  await fillLogin(admin, company.email, password)
  await list(admin).waitFor()
  await go(admin, '/queues')
  await button(admin, 'Novo setor').first().click()
  await field(admin, 'Nome').fill('Balcão')
  await dialog(admin).getByLabel('Mensagem de saudação').fill('Bem-vindo!')
  await button(dialog(admin), 'Salvar').click()
  await waitForClosedDialog(admin)
  await button(admin, 'Menu de Balcão').click()
  await button(admin, 'Editar menu').click()
  await addOption('Início', 'Preços')
  await button(dialog(admin), /^1 ?Preços$/).click()
  await addOption('Preços', 'Cadernos')
  await admin.keyboard.press('Escape')
  await waitForClosedDialog(admin)

  await go(admin, '/users')
  for (const { name, email, profile } of staff) {
    await button(admin, 'Novo usuário').click()
    await field(admin, 'Nome').fill(name)
    await field(admin, 'E-mail').fill(email)
    await field(admin, 'Senha').fill(password)
    await field(admin, 'Perfil').selectOption({ label: profile })
    await dialog(admin).getByRole('checkbox', { name: 'Balcão' }).check()
    await button(dialog(admin), 'Salvar').click()
    await waitForClosedDialog(admin)
    await admin
      .getByRole('row', { name: new RegExp(name) })
      .getByText(profile)
      .waitFor()
  }

  await go(admin, '/connections')
  await button(admin, 'Nova conexão').first().click()
  await field(admin, 'Nome').fill('WhatsApp da papelaria')
  await admin.getByRole('tab', { name: 'Setores e robô' }).click()
  await dialog(admin).getByRole('checkbox', { name: 'Balcão' }).check()
  await button(dialog(admin), 'Salvar').click()
  await admin.getByRole('img', { name: /^QR Code para conectar/ }).waitFor()
  await admin.keyboard.press('Escape')
  await waitForClosedDialog(admin)

  await go(admin, '/settings')
  await admin.getByLabel('Expediente').selectOption({ label: 'Da empresa' })
  await openPage(admin, 'Horários')
  await admin.getByLabel('Segunda-feira: fecha às').waitFor()
  // A signed-in user on a public page gets the home screen.
  await go(admin, '/login')
  await admin.waitForURL((url) => url.pathname === '/')
  // The audit log lists every change, the latest first.
  await go(admin, '/audit')
  for (const text of ['WhatsApp da papelaria', 'Ugo Reis', 'Cadernos']) await admin.getByText(text).first().waitFor()
})

async function addOption(under: string, title: string) {
  await button(admin, `Adicionar opção em ${under}`).click()
  await field(admin, 'Título').fill(title)
  await button(dialog(admin), /^Adicionar opção$/)
    .last()
    .click()
  await button(admin, new RegExp(`^Mover ${title}`)).waitFor()
}

/** Paths of pages for admins only. */
const adminPaths = [
  '/queues',
  '/prompts',
  '/queue-integration',
  '/webhooks',
  '/users',
  '/settings',
  '/financeiro',
  '/subscription',
  '/audit',
  '/messages-api',
]
const staffPlaces = ['Atendimentos', 'Kanban', 'Contatos', 'Agenda', 'Chat interno']
/** Entries of a supervisor's rail. */
const supervisorPlaces = [...staffPlaces, 'Painel', 'Campanhas']
/** Entries of the settings hub for agents and supervisors. */
const hubPages = ['Conexões', 'Respostas rápidas', 'Etiquetas', 'Arquivos', 'Ajuda']

/** Texts without what a screen reader leaves out: the short captions of long titles. */
const spokenTexts = (found: Locator) =>
  found.evaluateAll((elements) =>
    elements.map((element) => {
      const copy = element.cloneNode(true) as Element
      for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
      return copy.textContent
    }),
  )

for (const { name, email, profile } of staff)
  test(`${profile}: the menu has no admin pages, and their addresses are refused`, async () => {
    const page = await logIn(email)
    await waitForGreeting(page, name)
    const isSupervisor = profile === 'Supervisor'
    const places = page.getByRole('complementary', { name: 'Menu' }).getByRole('listitem')
    expect(await spokenTexts(places)).toEqual(isSupervisor ? supervisorPlaces : staffPlaces)
    await railLink(page, 'Configurações').click()
    const hub = page.getByRole('main').getByRole('listitem').locator('.font-medium')
    await hub.first().waitFor()
    expect(await spokenTexts(hub)).toEqual(hubPages)
    if (isSupervisor) {
      await railLink(page, 'Campanhas').click()
      const panel = page.getByRole('navigation', { name: 'Campanhas' }).getByRole('link')
      await panel.first().waitFor()
      expect(await panel.count()).toBe(2)
    }
    for (const path of adminPaths) {
      await go(page, path)
      await page.getByRole('heading', { level: 1, name: /administrador/i }).waitFor()
    }
    // The first page is the dashboard for those who may see it.
    for (const path of ['/', '/announcements']) {
      await go(page, path)
      if (profile === 'Supervisor') await page.getByRole('heading', { level: 1, name: 'Painel' }).waitFor()
      else await page.waitForURL('**/tickets')
    }
    await page.getByText('Os informativos são publicados por quem administra a instalação.').waitFor()
    await go(page, '/connections')
    await page.getByText('WhatsApp da papelaria').waitFor()
    expect(await button(page, 'Nova conexão').count()).toBe(0)
    await go(page, '/files')
    await page.getByText('Nenhuma lista de arquivos ainda').waitFor()
    expect((await button(page, 'Nova lista').count()) > 0).toBe(profile === 'Supervisor')
    await page.context().close()
  })
