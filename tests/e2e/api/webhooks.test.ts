import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { isSigned, Receiver } from '../../receiver'
import { until } from '../harness'
import { button, signIn } from '../screen'
import { nextNumber } from '../shop'
import { harness, setUpOwnShop, shop } from '../shop-setup'

/** Webhooks and n8n as an admin sets them up, with a program that answers, fails and comes back. */

let ana: Page
const receiver = new Receiver()
setUpOwnShop({ BALCAO_INTERNAL_HOSTS: new URL(receiver.url).host })
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})
afterAll(() => receiver.close())

const dialog = () => ana.getByRole('dialog').last()
const go = (path: string) => ana.goto(`${shop.url}/${path}`)
const menuRow = (name: string) => ana.getByRole('navigation').getByRole('listitem').filter({ hasText: name })

async function writeAsCustomer(content: string, name = 'Lia Antunes') {
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name })
  await harness.control.send({ from: number, to: shop.owner, content })
  return number
}

describe('a webhook', () => {
  test('is created after its mistakes are shown, and its key once', async () => {
    await go('webhooks')
    await button(ana, 'Novo webhook').first().click()
    await dialog().getByLabel('Endereço').fill('painel')
    await button(dialog(), 'Salvar').click()
    await dialog().getByText('Preencha este campo.').waitFor()
    await dialog().getByText('http').last().waitFor()
    await expectAccessible(ana, 'webhook form with mistakes')
    await dialog().getByLabel('Nome', { exact: true }).fill('Painel')
    await dialog().getByLabel('Endereço').fill(receiver.url)
    await button(dialog(), 'Salvar').click()
    const key = (await dialog().locator('.font-mono').first().textContent()) ?? ''
    expect(key).toMatch(/^whsec_/)
    await button(dialog(), 'Já copiei').click()
    await writeAsCustomer('Bom dia')
    await until('the program has the message', async () => receiver.received.some(({ body }) => isOf(body, 'Bom dia')))
    expect(receiver.received.every((one) => isSigned(one, key))).toBe(true)
    await button(ana, 'Editar Painel').click()
    await dialog().getByText(/^••••/).waitFor()
    expect(await dialog().getByText(key).count()).toBe(0)
    await button(dialog(), 'Cancelar').click()
  })

  test('shows its requests with their answers, and sends a test', async () => {
    await button(ana, 'Envios de Painel').click()
    await button(dialog(), 'Enviar um teste').click()
    const row = button(dialog(), /^webhook\.test\s*Entregue/).first()
    await row.click()
    await dialog().getByText('"sentBy": "Ana Prado"').waitFor()
    await dialog().getByRole('region', { name: 'Resposta' }).getByText('ok').waitFor()
    await expectAccessible(ana, 'log of a webhook')
    await button(dialog(), 'Fechar').first().click()
  })

  test('that fails is marked in list and menu until its program is back', async () => {
    receiver.answer = () => new Response('broken', { status: 500 })
    await writeAsCustomer('Alguém?')
    await ana.getByText('Falhando').waitFor()
    await menuRow('Webhooks').getByText('precisa de atenção').waitFor()
    receiver.answer = () => new Response('ok')
    await button(ana, 'Envios de Painel').click()
    await button(dialog(), 'Enviar um teste').click()
    await button(dialog(), 'Fechar').first().click()
    await ana.getByText('Ativo', { exact: true }).waitFor()
    await until('no mark is left', async () => (await menuRow('Webhooks').getByText('!').count()) === 0)
  })
})

describe('an integration with n8n', () => {
  test('answers the customers of its number; its failure reaches the bell, and people answer', async () => {
    await go('queue-integration')
    await button(ana, 'Nova integração').first().click()
    await dialog().getByLabel('Tipo').selectOption('n8n')
    await dialog().getByLabel('Nome', { exact: true }).fill('Pedidos')
    await dialog().getByLabel('Endereço').fill(receiver.url)
    await button(dialog(), 'Salvar').click()
    await button(dialog(), 'Já copiei').click()
    await expectAccessible(ana, 'integrations')
    const { queueIntegrations } = await shop.request<{ queueIntegrations: { id: number }[] }>(
      'GET',
      '/queueIntegration',
    )
    await shop.request('PUT', `/whatsapp/${shop.whatsappId}`, { integrationId: queueIntegrations[0]?.id })
    receiver.answer = ({ body }) =>
      body.event === 'message' ? Response.json({ messages: ['Qual é o pedido?'] }) : new Response('ok')
    const first = await writeAsCustomer('Oi', 'Rui Sá')
    await harness.control.waitForCount({ phone: first, count: 1 })
    expect((await harness.control.inbox({ phone: first })).map(({ text }) => text)).toEqual(['Qual é o pedido?'])
    receiver.answer = ({ body }) => new Response('', { status: body.event === 'message' ? 500 : 200 })
    const second = await writeAsCustomer('Oi', 'Eva Luz')
    await harness.control.waitForCount({ phone: second, count: 1 })
    await ana.getByText('Pedidos').first().waitFor()
    await ana.getByText(/500/).first().waitFor()
    await menuRow('Integrações').getByText('precisa de atenção').waitFor()
    await ana.getByRole('button', { name: /^Notificações/ }).click()
    await ana.getByRole('tab', { name: 'Histórico' }).click()
    await ana.getByText('Pedidos não respondeu').waitFor()
  })
})

const isOf = (body: Record<string, unknown>, text: string) =>
  (body.message as { body?: string } | undefined)?.body === text
