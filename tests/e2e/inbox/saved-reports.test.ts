import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { openMailServer } from '../../mail-server'
import { phone, until } from '../harness'
import { button, horizontalOverflow, signIn, tab } from '../screen'
import { createTicket, emailOf } from '../shop'
import { harness, ownShop, setUpOwnShop, shop } from '../shop-setup'

/** Saved reports of the dashboard and their weekly mail. */

const post = await openMailServer()
setUpOwnShop({ BALCAO_SMTP_URL: post.url })
afterAll(() => post.close())

const opened = (page: Page) => page.getByRole('region', { name: 'Relatório salvo' })

test('a report is saved with a weekly mail, opened by its address and by the mail, and switched off there', async () => {
  const ana = await signIn(await harness.newContext(), shop.url, 'ana')
  const { id } = await createTicket(harness, shop, 'Maria Souza')
  for (const status of ['open', 'closed']) await shop.request('PUT', `/tickets/${id}`, { status })
  await ana.goto(shop.url)
  await ana.getByLabel('Período').selectOption({ label: 'Últimos 30 dias' })
  await tab(ana, 'Atendente').click()

  await button(ana, 'Relatórios salvos').click()
  await ana.getByRole('menuitem', { name: 'Salvar este relatório…' }).click()
  const dialog = ana.getByRole('dialog')
  await button(dialog, 'Salvar').click()
  await dialog.getByText('Preencha este campo.').waitFor()
  await dialog.getByLabel('Nome').fill('Resumo da padaria')
  expect(await dialog.getByLabel('Período').inputValue()).toBe('30')
  await dialog.getByRole('switch', { name: 'Compartilhar com a empresa' }).click()
  await dialog.getByRole('switch', { name: 'Enviar por e-mail toda semana' }).click()
  await dialog.getByLabel('Dia', { exact: true }).selectOption({ label: 'segunda-feira' })
  await dialog.getByLabel('Hora').selectOption({ label: '8h' })
  expect(await dialog.getByRole('checkbox', { name: 'Ana Prado' }).isChecked()).toBe(true)
  await expectAccessible(ana, 'form of a saved report')
  await button(dialog, 'Salvar').click()
  await opened(ana).getByText('Compartilhado · e-mail: segunda-feira às 8h, 1 pessoa').waitFor()
  const address = ana.url()
  expect(address).toMatch(/\/\?report=\d+$/)
  await ana.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await expectAccessible(ana, 'dashboard with a saved report')

  // Another admin opens the address: the same period and division.
  const olga = await signIn(await harness.newContext(phone), shop.url, 'olga')
  await olga.goto(address)
  await opened(olga).getByRole('heading', { name: 'Resumo da padaria' }).waitFor()
  expect(await olga.getByLabel('Período').inputValue()).toBe('30')
  await tab(olga, 'Atendente').and(olga.locator('[aria-selected=true]')).waitFor()
  expect(await horizontalOverflow(olga)).toBeLessThanOrEqual(0)

  // The hour passes while the server is off.
  const reportId = Number(new URL(address).searchParams.get('report'))
  await ownShop.restart((db) => {
    db.run(`update saved_reports set mailWeek = '2026-01-05' where id = ?`, [reportId])
    db.run(`update jobs set runAt = '2026-01-05T11:00:00.000Z' where name = 'report.mails'`)
    db.run(`update ready_groups set readyAt = '2026-01-05T11:00:00.000Z' where name = 'report.mails'`)
  })
  // The provider has had the mail of the sign-up of this company.
  const reports = () => post.mails.filter(({ subject }) => subject.startsWith('Resumo da padaria'))
  await until('one mail', async () => reports().length > 0)
  expect(reports().map(({ to }) => to)).toEqual([[emailOf('ana')]])
  const [mail] = reports()
  expect(mail?.subject).toMatch(/^Resumo da padaria: /)
  expect(mail?.text).toContain('Novos: 1')
  const off = /Não receber mais: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await ana.goto(`${shop.url}${new URL(off).pathname}${new URL(off).search}`)
  await ana.getByText('Você não recebe mais o e-mail de “Resumo da padaria”.').waitFor()
  await button(opened(ana), 'Receber por e-mail').waitFor()
  await ana.waitForURL(/\/\?report=\d+$/)
})

test('a report is renamed and deleted, and its address then says so', async () => {
  const ana = await signIn(await harness.newContext(), shop.url, 'ana')
  await ana.goto(shop.url)
  await button(ana, 'Relatórios salvos').click()
  await ana.getByRole('menuitem', { name: 'Resumo da padaria' }).click()
  await button(opened(ana), 'Alterar relatório').click()
  await ana.getByRole('dialog').getByLabel('Nome').fill('Mês')
  await button(ana.getByRole('dialog'), 'Salvar').click()
  await opened(ana).getByRole('heading', { name: 'Mês' }).waitFor()
  const address = ana.url()
  await button(opened(ana), 'Excluir relatório').click()
  await button(ana.getByRole('dialog'), 'Excluir relatório').click()
  await opened(ana).waitFor({ state: 'detached' })
  const refused = 'Este relatório não existe mais ou não é compartilhado com você.'
  await ana.goto(address)
  await ana.getByText(refused).waitFor()
})
