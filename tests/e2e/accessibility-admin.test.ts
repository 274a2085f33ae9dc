import type { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { superUser } from '../executable/balcao'
import { expectAccessible } from '../expect-accessible'
import { hasTurn } from '../size'
import { button, fillLogin, openAccountMenu, signIn } from './screen'
import { emailOf, writeDatabase } from './shop'
import { harness, setUpOwnShop, shop } from './shop-setup'

setUpOwnShop()

/** A third of the pages of admins each day, on a desktop. Other files check queues, dashboard and schedules. */
describe('accessibility of admin pages', () => {
  let page: Page
  const dialog = () => page.getByRole('dialog').last()
  const check = (screen: string) => expectAccessible(page, screen)
  let position = 0
  const testInTurn = (name: string, run: () => Promise<void>) => test.if(hasTurn(position++))(name, run)
  const go = (path: string) => page.goto(`${shop.url}/${path}`)
  const open = async (name: string | RegExp) => {
    await button(page, name).first().click()
    await dialog().getByRole('heading').first().waitFor()
  }

  beforeAll(async () => {
    writeDatabase(shop.serving.dataDir, insertConsoleRows)
    page = await signIn(await harness.newContext(), shop.url, 'ana')
  })
  afterAll(() => page.context().close())

  testInTurn('users and profile have no serious finding', async () => {
    await go('users')
    await page.getByText(emailOf('caio')).waitFor()
    await check('users')
    await open('Novo usuário')
    await button(dialog(), 'Salvar').click()
    await dialog().getByText('Preencha este campo.').first().waitFor()
    await check('user form with mistakes')
    await go('profile')
    await page.getByText('Esta sessão').waitFor()
    await check('profile')
  })

  testInTurn('settings and audit log have no serious finding', async () => {
    await go('settings')
    await page.getByLabel('Expediente').waitFor()
    await check('settings')
    await go('audit')
    await page.getByText('Avaliação do atendimento').first().waitFor()
    await check('audit')
    await page.getByRole('tab', { name: 'Privacidade' }).click()
    await page.getByText('Nenhum dado de pessoa foi apagado.').waitFor()
    await check('privacy')
    await page.getByRole('tab', { name: 'Empresa' }).click()
    await button(page, 'Preparar cópia').waitFor()
    await check('company copy')
  })

  testInTurn('file lists, help, messages API and announcements have no serious finding', async () => {
    await go('files')
    await open('Nova lista')
    await dialog().getByLabel('Nome', { exact: true }).fill('Cardápio')
    await check('file list form')
    await button(dialog(), 'Cancelar').click()
    await go('helps')
    await page.getByText('Primeiros passos').waitFor()
    await check('helps')
    await go('messages-api')
    await page.getByText('Idempotency-Key').first().waitFor()
    await check('messages API')
    await openAccountMenu(page)
    await button(page, /^Informativos/).click()
    await page.getByText('Das 3h às 4h.').waitFor()
    await check('announcements')
  })

  testInTurn('prompts, their form and their calls have no serious finding', async () => {
    await go('prompts')
    await open('Novo prompt')
    await dialog().getByLabel('Prompt', { exact: true }).fill('Você atende os clientes da padaria com frases curtas.')
    await check('prompt form')
    await dialog().getByRole('tab', { name: 'Serviço' }).click()
    await check('service of a prompt')
    await dialog().getByRole('tab', { name: 'Testar' }).click()
    await button(dialog(), 'Perguntar').click()
    await dialog().getByText('Não feita: falta a chave da API').waitFor()
    await check('test of a prompt')
    await button(dialog(), 'Cancelar').click()
    await button(dialog(), 'Descartar').click()
    await page.getByRole('tab', { name: 'Consumo' }).click()
    await page.getByText('Teste · Não feita: falta a chave da API').first().waitFor()
    await check('calls of prompts')
  })

  testInTurn('invoices and subscription have no serious finding', async () => {
    await go('financeiro')
    await page.getByText(/^Paga em/).waitFor()
    await check('invoices')
    await go('subscription')
    await button(page, 'Assinar agora').or(page.getByText('Ver as faturas')).first().waitFor()
    await check('subscription')
  })

  testInTurn('pages of the provider have no serious finding', async () => {
    const mine = page
    page = await (await harness.newContext()).newPage()
    await go('login')
    await fillLogin(page, superUser.email, superUser.password)
    await button(page, 'Sua conta').waitFor()
    await go('settings?tab=companies')
    await page.getByText('Padaria Estrela').first().waitFor()
    await check('companies')
    await open('Nova empresa')
    await check('company form')
    await go('settings?tab=plans')
    await open('Novo plano')
    await check('plan form')
    await go('settings?tab=helps')
    await page.getByText('Primeiros passos').waitFor()
    await check('helps of the provider')
    await go('settings?tab=payments')
    await page.getByLabel('Chave Pix').waitFor()
    await check('payments')
    await go('settings?tab=nodes')
    await page.getByText('Carga da máquina').waitFor()
    await check('nodes')
    await go('settings?tab=backups')
    await page.getByText('Nenhum backup automático está configurado').waitFor()
    await check('backups')
    await go('announcements')
    await page.getByText('Das 3h às 4h.').waitFor()
    await check('announcements of the provider')
    await page.context().close()
    page = mine
  })
})

/** Inserts a help video, an announcement, a paid invoice and an audit log entry. */
function insertConsoleRows(db: Database) {
  db.run(`insert into helps (title, video) values ('Primeiros passos', 'aqz-KE-bpKQ')`)
  db.run(`insert into announcements (companyId, title, text, searchText)
    select companyId, 'Manutenção', 'Das 3h às 4h.', 'manutencao' from users where super = 1`)
  db.query(`insert into invoices (companyId, detail, value, dueDate, status, paidAt)
    values (?, 'Plano', 3000, '2026-01-31', 'paid', '2026-01-30T12:00:00.000Z')`).run(shop.companyId)
  db.query(`insert into audit_log (companyId, actorName, address, action, entity, name, before, after)
    values (?, 'Ana', '203.0.113.7', 'update', 'setting', 'userRating', '{"value":"a"}', '{"value":"b"}')`).run(
    shop.companyId,
  )
}
