import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { button, signIn } from '../screen'
import { nextNumber } from '../shop'
import { harness, setUpOwnShop, shop } from '../shop-setup'

/** An API key as an admin makes and revokes it, and as a program uses it. */

let ana: Page
let key = ''
setUpOwnShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext({ permissions: ['clipboard-read', 'clipboard-write'] }), shop.url, 'ana')
})

const dialog = () => ana.getByRole('dialog').last()

/** Request of a program with the key. */
async function ask(path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(`${shop.url}/api${path}`, { headers, ...init })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a key is made after its mistakes are shown, and shown once', async () => {
  await ana.goto(`${shop.url}/all-settings`)
  await ana
    .locator('#content')
    .getByRole('link', { name: /^Chaves de API/ })
    .click()
  await button(ana, 'Nova chave').first().click()
  await dialog().getByLabel('Só destes endereços').fill('meu escritório')
  await button(dialog(), 'Salvar').click()
  await dialog().getByText('Preencha este campo.').waitFor()
  await dialog().getByLabel('Nome', { exact: true }).fill('Loja virtual')
  await button(dialog(), 'Salvar').click()
  await dialog()
    .getByText(/Escreva um endereço IP ou uma rede/)
    .waitFor()
  await expectAccessible(ana, 'API key form with mistakes')
  await dialog().getByLabel('Só destes endereços').fill('127.0.0.0/8\n::1')
  await button(dialog(), 'Salvar').click()
  key = (await dialog().getByLabel('Chave de API', { exact: true }).textContent()) ?? ''
  expect(key).toMatch(/^blc_[\w-]{43}$/)
  await expectAccessible(ana, 'new API key')
  await button(dialog(), 'Copiar a chave').click()
  await ana.getByText('Chave copiada.').waitFor()
  await button(dialog(), 'Já copiei').click()
  await ana.getByText(`${key.slice(0, 10)}…`).waitFor()
  expect(await ana.getByText(key).count()).toBe(0)
  await ana.getByText('Nunca usada').waitFor()
})

test('a program with the key reads, sends and learns what became of the message', async () => {
  const { number } = await harness.control.addCustomer({ number: nextNumber(), name: 'Lia Antunes' })
  expect((await ask('/tickets')).status).toBe(200)
  const sent = await ask('/messages/send', { number, body: 'Seu pedido saiu' })
  expect(sent).toMatchObject({ status: 200, body: { mensagem: 'Mensagem enviada' } })
  await harness.control.waitForCount({ phone: number, count: 1 })
  await harness.control.send({ from: number, to: shop.owner, content: 'Obrigada' })
  const deadline = Date.now() + 60_000
  const replies = async () =>
    (await ask(`/messages/sent/${sent.body.messageId}/replies`)).body.replies as { body: string }[]
  while ((await replies()).length === 0 && Date.now() < deadline) await Bun.sleep(100)
  expect(await replies()).toMatchObject([{ body: 'Obrigada' }])
  expect((await ask(`/messages/sent/${sent.body.messageId}`)).body.state).toMatch(/^(sent|delivered|read)$/)
  expect(await ask('/tags', { name: 'VIP' })).toMatchObject({ status: 403, body: { error: 'ERR_KEY_SCOPE' } })
})

test('its last use is on the screen, and a revoked key is refused at once', async () => {
  await ana.reload()
  await ana.getByText(/^Usada em .* de (127\.0\.0\.1|::1)/).waitFor()
  await button(ana, 'Revogar Loja virtual').click()
  await dialog().getByText('perde o acesso na hora').waitFor()
  await button(dialog(), 'Revogar').click()
  await ana.getByText('Nenhuma chave ainda').waitFor()
  expect(await ask('/tickets')).toEqual({ status: 401, body: { error: 'ERR_API_TOKEN' } })
  await ana.goto(`${shop.url}/audit`)
  await ana.getByText('Revogou chave de API').first().waitFor()
})
