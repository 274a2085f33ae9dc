import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { acceptTicket, bubble, button, conversation, sendMessage, signIn } from '../screen'
import { createTicket, writeDatabase } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** The target for the next answer, from the form of a queue to the live team. */

let ana: Page
let bia: Page

setUpShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
  bia = await signIn(await harness.newContext(), shop.url, 'bia')
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('a customer who writes again in an open conversation is due by the target of the queue, and late after it', async () => {
  const joana = await createTicket(harness, shop, 'Joana Reis')
  await acceptTicket(bia, 'Joana Reis')
  await sendMessage(bia, 'Bom dia, Joana!')

  await ana.goto(`${shop.url}/queues`)
  await button(ana, /^Editar /)
    .first()
    .click()
  await ana.getByRole('tab', { name: 'Prazos' }).click()
  await ana.getByLabel('Cada próxima resposta em (minutos)').fill('180')
  await button(ana.getByRole('dialog'), 'Salvar').click()
  await ana.getByRole('dialog').waitFor({ state: 'detached' })

  await harness.control.send({ from: joana.number, to: shop.owner, content: 'Tem de maçã?' })
  await bubble(bia, 'Tem de maçã?').waitFor()
  const header = conversation(bia).locator('header')
  await header.getByText(/^Responder até /).waitFor()

  // The customer has waited for 60 minutes when the target becomes 47.
  writeDatabase(shop.serving.dataDir, (db) =>
    db.query('update tickets set waitingSince = ? where id = ?').run(minutesAgo(60), joana.id),
  )
  await shop.request('PUT', `/queue/${shop.queueId}`, { nextAnswerMinutes: 47 })
  await header.getByText(/^Venceu há 1\d min$/).waitFor()
  await ana.goto(`${shop.url}/team`)
  const late = ana.getByRole('listitem').filter({ hasText: 'Joana Reis' }).first()
  await late.getByText(/^Venceu há 1\d min$/).waitFor()

  await sendMessage(bia, 'Temos, sim.')
  await header.getByText(/^Venceu há /).waitFor({ state: 'detached' })
  expect(await header.getByText(/^Responder até /).count()).toBe(0)
})
