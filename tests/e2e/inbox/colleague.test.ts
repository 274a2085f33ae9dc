import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { acceptTicket, bubble, button, composer, conversation, row, signIn, waitForValue } from '../screen'
import { createTicket, people } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Conversations of colleagues, waiting ones, and closes with an unsent reply. */

let ana: Page
let bia: Page
let joana: Awaited<ReturnType<typeof createTicket>>

setUpShop()
beforeAll(async () => {
  joana = await createTicket(harness, shop, 'Joana Reis')
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
  bia = await signIn(await harness.newContext(), shop.url, 'bia')
})

test('a waiting conversation shows its messages and one bar that accepts it', async () => {
  await bia.goto(`${shop.url}/tickets/${joana.uuid}`)
  await bubble(bia, 'aqui é Joana').waitFor()
  expect(await composer(bia).count()).toBe(0)
  await button(conversation(bia), 'Aceitar e responder').click()
  await composer(bia).and(bia.locator(':focus')).waitFor()
  await conversation(bia).locator('header').getByText('você').waitFor()
})

test('a colleague’s conversation names its owner, starts with a note, and can be followed and taken over', async () => {
  await ana.goto(`${shop.url}/tickets/${joana.uuid}`)
  const strip = conversation(ana).getByRole('note')
  await strip.getByText(people.bia.name).waitFor()
  const header = conversation(ana).locator('header')
  await header.getByText(people.bia.name, { exact: true }).waitFor()
  await ana.getByRole('textbox', { name: 'Nota interna' }).fill('Ela pede desconto')
  await ana.keyboard.press('Enter')
  await ana.getByRole('article', { name: `Nota de ${people.ana.name}` }).waitFor()
  await waitForValue(ana.getByRole('textbox', { name: 'Nota interna' }), '')

  await button(strip, 'Acompanhar').click()
  await button(strip, 'Acompanhando').waitFor()
  await ana.reload()
  await button(strip, 'Acompanhando').waitFor()
  await button(strip, 'Assumir').click()
  await strip.waitFor({ state: 'detached' })
  await composer(ana).and(ana.locator(':focus')).waitFor()
  await header.getByText('você', { exact: true }).waitFor()
})

test('a close with an unsent reply asks first, and keeps the reply where it was', async () => {
  await createTicket(harness, shop, 'Heitor Lima')
  await bia.goto(`${shop.url}/tickets`)
  await acceptTicket(bia, 'Heitor Lima')
  await composer(bia).fill('Sai amanhã')
  const question = bia.getByRole('dialog', { name: 'Encerrar com uma resposta não enviada?' })
  await button(conversation(bia), 'Encerrar').click()
  await button(question, 'Cancelar').click()
  await composer(bia).and(bia.locator(':focus')).waitFor()
  await waitForValue(composer(bia), 'Sai amanhã')
  await button(conversation(bia), 'Encerrar').click()
  await button(question, 'Encerrar assim mesmo').click()
  await row(bia, 'Heitor Lima').waitFor({ state: 'detached' })
})
