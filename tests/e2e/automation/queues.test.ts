import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { phone, until } from '../harness'
import { button, horizontalOverflow, signIn, waitForValue } from '../screen'
import { harness, setUpShop, shop } from '../shop-setup'

/** Queues with hours and menu, and the settings of a connection. */

let ana: Page

setUpShop()
beforeAll(async () => {
  await shop.request('PUT', '/settings/scheduleType', { value: 'queue' })
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

const dialog = (page = ana) => page.getByRole('dialog')
const preview = () => ana.getByRole('region', { name: 'O cliente recebe' })

test('a queue is created with its hours; invalid hours open their tab with the error', async () => {
  await ana.goto(`${shop.url}/queues`)
  await button(ana, 'Novo setor').first().click()
  await dialog().getByLabel('Nome').fill('Vendas')
  await dialog().getByLabel('Mensagem de saudação').fill('Olá!')
  await ana.getByRole('tab', { name: 'Horário' }).click()
  const end = dialog().getByLabel('Segunda-feira: fecha às')
  await end.fill('')
  await ana.getByRole('tab', { name: 'Dados' }).click()
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  // The tab with the error is opened.
  await dialog().getByText('Falta uma das horas.').waitFor()
  await end.fill('1930')
  await dialog().getByRole('button', { name: 'Copiar o horário para todos os dias: Segunda-feira' }).click()
  await dialog().getByRole('button', { name: 'Adicionar dia' }).click()
  await dialog().getByLabel('Data').fill('25122026')
  await expectAccessible(ana, 'hours')
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  await dialog().waitFor({ state: 'detached' })
  const { queues } = await shop.request<{ queues: { name: string; schedules: object[]; holidays: object[] }[] }>(
    'GET',
    '/queue',
  )
  const made = queues.find(({ name }) => name === 'Vendas')
  expect(made?.schedules[6]).toMatchObject({ weekdayEn: 'sunday', startTime: '08:00', endTime: '19:30' })
  expect(made?.holidays).toMatchObject([{ date: '2026-12-25', startTime: '' }])
})

test('the queue menu has a live preview and is reordered by menu, keys and drag', async () => {
  await button(ana, 'Menu de Vendas').click()
  await button(ana, 'Editar menu').click()
  for (const title of ['Preços', 'Entrega', 'Pessoa']) {
    await button(ana, 'Adicionar opção em Início').click()
    await dialog().getByLabel('Título').fill(title)
    await preview().getByText(title).waitFor()
    await dialog().getByRole('button', { name: 'Adicionar opção', exact: true }).last().click()
    await button(ana, new RegExp(`^Mover ${title}`)).waitFor()
  }
  await button(ana, /^Mover Preços, 1 de 3/).click()
  await ana.getByRole('menuitem', { name: 'Mover para baixo' }).click()
  await button(ana, /^Mover Preços, 2 de 3/).waitFor()
  await button(ana, /^Mover Pessoa, 3 de 3/).focus()
  await ana.keyboard.press('ArrowUp')
  await button(ana, /^Mover Pessoa, 2 de 3/).waitFor()
  await button(ana, /^Mover Preços/).dragTo(button(ana, /^Mover Entrega/), { targetPosition: { x: 5, y: 2 } })
  await button(ana, /^Mover Preços, 1 de 3/).waitFor()
  await expectDeletionRefused('Preços')
  await button(ana, 'Só ver').click()
  await button(ana, 'Início').click()
  const menu = /Olá! ?\[ 1 \] - Preços ?\[ 2 \] - Entrega ?\[ 3 \] - Pessoa ?\[ # \] - Menu inicial/
  await until('the whole menu', async () =>
    menu.test(((await preview().textContent()) ?? '').replace(/[\s\u200b]+/g, ' ')),
  )
  await expectAccessible(ana, 'options')
  await dialog().getByRole('button', { name: 'Fechar' }).last().click()
})

/** Expects that an option stays with its open form when the request to delete it fails. */
async function expectDeletionRefused(title: string) {
  await ana.route('**/api/queue-options/*', (route) => route.abort())
  await button(ana, new RegExp(`${title}$`))
    .first()
    .click()
  await button(ana, `Excluir ${title}`).click()
  await button(ana, 'Excluir').last().click()
  await ana.getByText('Sem resposta do servidor.').first().waitFor()
  await waitForValue(dialog().getByLabel('Título'), title)
  await ana.unrouteAll()
}

test('a connection with two queues requires a greeting; its token is shown on request only', async () => {
  await ana.goto(`${shop.url}/connections`)
  await button(ana, 'Editar conexão').first().click()
  await dialog().getByLabel('Nome').waitFor()
  await expectAccessible(ana, 'general')
  await ana.getByRole('tab', { name: 'Setores e robô' }).click()
  for (const name of ['Balcão da loja', 'Vendas']) await dialog().getByRole('checkbox', { name }).setChecked(true)
  await dialog().getByLabel('Transferir depois de (minutos)').fill('15')
  await expectAccessible(ana, 'bot')
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  const greeting = dialog().getByLabel('Mensagem de saudação')
  await greeting.waitFor()
  await greeting.fill('Com quem quer falar?')
  await expectAccessible(ana, 'messages')
  await ana.getByRole('tab', { name: 'API' }).click()
  await button(ana, 'Mostrar token').click()
  const token = await dialog().getByRole('status', { name: 'Token da API' }).textContent()
  await expectAccessible(ana, 'token')
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  await dialog().waitFor({ state: 'detached' })
  const whatsapp = await shop.request('GET', `/whatsapp/${shop.whatsappId}`)
  expect(whatsapp).toMatchObject({ timeToTransfer: 15, greetingMessage: 'Com quem quer falar?' })
  expect(JSON.stringify(whatsapp)).not.toContain(token)
  await button(ana, /^Saúde de/).click()
  await ana.getByText('Reconexões em 24 h').waitFor()
  await ana.getByRole('heading', { name: 'Mensagens' }).waitFor()
  await expectAccessible(ana, 'connection')
})

test('the queue form fits a phone', async () => {
  const page = await signIn(await harness.newContext(phone), shop.url, 'duda')
  await page.goto(`${shop.url}/queues`)
  await button(page, 'Editar Vendas').click()
  await page.getByRole('tab', { name: 'Horário' }).click()
  await page.getByLabel('Domingo: fecha às').waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
})
