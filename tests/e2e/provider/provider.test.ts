import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { cleanUp, type Serving, serve, superUser } from '../../executable/balcao'
import { expectAccessible } from '../../expect-accessible'
import { type Harness, openHarness, phone } from '../harness'
import {
  accountButton,
  button,
  fillLogin,
  horizontalOverflow,
  openAccountMenu,
  openPage,
  waitForGreeting,
} from '../screen'
import { writeDatabase } from '../shop'

/** The provider creates plans, companies and announcements, and enters a company for support. */

let harness: Harness
let serving: Serving
let root: Page
let admin: Page

beforeAll(async () => {
  harness = await openHarness()
  serving = await serve({ ...harness.whatsapp, BALCAO_SECOND_FACTOR: 'optional' })
  root = await (await harness.newContext()).newPage()
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

const company = { name: 'Padaria Estrela', email: 'dona@estrela.test', password: 'nove violoncelos' }
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const field = (label: string) => root.getByRole('dialog').getByLabel(label, { exact: true })
/** Opens a company's form while the plans do not answer: the form shows its plan all the same. */
async function openWithoutPlans(name: string) {
  await root.goto(`${serving.url}/settings?tab=companies`)
  await row(root, name).waitFor()
  const gate = Promise.withResolvers<void>()
  await root.route('**/api/plans**', (route) => gate.promise.then(() => route.continue()))
  await button(root, `Editar ${name}`).click()
  expect(await field('Plano').locator('option:checked').textContent()).toBe('Padarias')
  gate.resolve()
  await root.unrouteAll({ behavior: 'wait' })
  await button(root.getByRole('dialog'), 'Cancelar').click()
}
const save = () => button(root.getByRole('dialog').last(), 'Salvar').click()

test('the provider creates a plan and a company, and its admin logs in', async () => {
  await root.goto(`${serving.url}/login`)
  await fillLogin(root, superUser.email, superUser.password)
  await button(root, 'Sua conta').waitFor()
  await root.goto(`${serving.url}/settings?tab=plans`)
  await button(root, 'Novo plano').click()
  await field('Nome').fill('Padarias')
  await field('Valor por período (R$)').fill('49,90')
  await save()
  await row(root, 'Padarias').getByText('R$ 49,90').waitFor()
  await expectAccessible(root, 'plans')

  await openPage(root, 'Empresas')
  await button(root, 'Nova empresa').click()
  await field('Nome da empresa').fill(company.name)
  await field('E-mail').fill(company.email)
  await field('Nome do administrador').fill('Dona Inês')
  await field('Plano').selectOption('Padarias')
  await save()
  const link = await root.getByRole('dialog').getByText('/invite#').textContent()
  await button(root.getByRole('dialog'), 'Pronto').click()
  await row(root, company.name).getByText('vence em 30 dias').waitFor()
  await row(root, company.name).getByText('Convidada').waitFor()
  await button(root, `Renovar ${company.name}`).click()
  await root.getByRole('dialog').getByText('Com a renovação, vale até').waitFor()
  await button(root.getByRole('dialog'), /^Renovar$/).click()
  await row(root, company.name)
    .getByText(/vence em [56]\d dias/)
    .waitFor()

  // An unpaid invoice is settled with the renewal, so that it does not extend the licence again.
  writeDatabase(serving.dataDir, (db) =>
    db
      .query(
        `insert into invoices (companyId, detail, value, dueDate, status, createdAt, updatedAt)
         select id, 'Mensalidade', 4990, dueDate, 'open', createdAt, createdAt from companies where name = ?`,
      )
      .run(company.name),
  )
  await button(root, `Renovar ${company.name}`).click()
  await root.getByRole('dialog').getByText('R$ 49,90, está em aberto').waitFor()
  await expectAccessible(root, 'renewal')
  await button(root.getByRole('dialog'), /^Renovar$/).click()
  await row(root, company.name)
    .getByText(/vence em (8|9)\d dias/)
    .waitFor()
  await button(root, `Renovar ${company.name}`).click()
  await root.getByRole('dialog').getByText('Com a renovação, vale até').waitFor()
  await root.keyboard.press('Escape')
  await openWithoutPlans(company.name)

  admin = await (await harness.newContext(phone)).newPage()
  await admin.goto(`${serving.url}/invite${new URL(link ?? '').hash}`)
  await admin.getByLabel('Senha', { exact: true }).fill(company.password)
  await button(admin, 'Entrar na equipe').click()
  await accountButton(admin).waitFor()
  await admin.goto(`${serving.url}/settings`)
  await admin.getByRole('switch', { name: 'Avaliação do atendimento' }).click()
  await admin.getByText('Configuração salva.').waitFor()
  expect(await horizontalOverflow(admin)).toBeLessThanOrEqual(0)
})

test('the page of nodes shows the only process with its figures, on a desk and on a phone', async () => {
  await openPage(root, 'Nós da instalação')
  await root.getByText('Um só processo faz tudo nesta instalação').waitFor()
  const node = root.getByRole('list', { name: 'Nós da instalação' }).getByRole('listitem')
  await node.getByText('Em serviço', { exact: true }).waitFor()
  for (const term of ['Números', 'Carga da máquina', 'Memória', 'Versão']) await node.getByText(term).waitFor()
  expect(await button(node, 'Esvaziar este nó').count()).toBe(0)
  await expectAccessible(root, 'nodes')
  const size = root.viewportSize() as { width: number; height: number }
  await root.setViewportSize(phone.viewport)
  expect(await horizontalOverflow(root)).toBe(0)
  await expectAccessible(root, 'nodes on a phone')
  await root.setViewportSize(size)
})

test('an announcement appears on open pages without a reload', async () => {
  await root.goto(`${serving.url}/announcements`)
  await button(root, 'Novo informativo').click()
  await field('Título').fill('Manutenção no domingo')
  await field('Texto').fill('Das 3 h às 4 h.')
  await field('Prioridade').selectOption('Alta')
  await field('Empresas').fill('Padaria')
  await root.getByRole('option', { name: company.name }).click()
  await save()
  await openAccountMenu(admin)
  await button(admin, 'Informativos: 1 novo').click()
  const panel = admin.getByRole('dialog', { name: 'Informativos' })
  await panel.getByText('Das 3 h às 4 h.').waitFor()
  await panel.getByText('Alta').waitFor()
  await admin.keyboard.press('Escape')
  await openAccountMenu(admin)
  await button(admin, /^Informativos$/).waitFor()
  await admin.keyboard.press('Escape')
})

test('support access is visible to the company, and its admin ends it', async () => {
  await root.goto(`${serving.url}/settings?tab=companies`)
  await button(root, `Mais ações de ${company.name}`).click()
  await root.getByRole('menuitem', { name: 'Entrar para dar suporte' }).click()
  await field('Motivo').fill('A conexão não sobe')
  await button(root, 'Entrar agora').click()
  await root.getByText(`Você está em ${company.name} para dar suporte`).waitFor()
  await admin.getByText('Super (suporte) está nesta empresa').waitFor()
  await button(admin, 'Encerrar acesso').click()
  const report = root.getByRole('dialog', { name: 'O que a visita fez' })
  await report.getByText('Nada foi mudado.').waitFor()
  await report.getByRole('button', { name: 'Fechar' }).last().click()
  await root.getByRole('heading', { level: 1, name: 'Empresas' }).waitFor()
  await waitForGreeting(root, 'Super')
  await button(admin, 'Ver o que foi feito').click()
  await admin.getByRole('dialog').getByText('Nada foi mudado.').waitFor()
  await admin.keyboard.press('Escape')
  await admin.getByText('O acesso de Super (suporte) terminou').waitFor({ state: 'detached' })
})

test('a second super user administers the installation with an own login', async () => {
  const colleague = { name: 'Zélia Souza', email: 'zelia@provider.test', password: 'doze contrabaixos' }
  await root.goto(`${serving.url}/users`)
  await button(root, 'Novo usuário').click()
  await field('Nome').fill(colleague.name)
  await field('E-mail').fill(colleague.email)
  await field('Senha').fill('dez flautas')
  await button(root.getByRole('dialog'), 'Salvar').click()
  await button(root, `Editar ${colleague.name}`).click()
  await root.getByRole('switch', { name: 'Administra a instalação' }).click()
  await save()
  await root.getByText('Preencha este campo').waitFor()
  await field('Nova senha').fill(colleague.password)
  await save()
  await root.getByRole('row', { name: colleague.name }).getByText('Administra a instalação').waitFor()

  const theirs = await (await harness.newContext()).newPage()
  await theirs.goto(`${serving.url}/login`)
  await fillLogin(theirs, colleague.email, colleague.password)
  await openPage(theirs, 'Informativos')
  await theirs.getByText('Manutenção no domingo').waitFor()
})
