import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'bun:test'
import type { BrowserContext, Page } from 'playwright'
import { until } from '../harness'
import { type NetworkProxy, openNetworkProxy } from '../network-proxy'
import { bubble, composer, row, signIn } from '../screen'
import { createTicket, emailOf } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Network between browser and server of the current test file, browser and first tab of the current test. */
export let proxy: NetworkProxy
export let context: BrowserContext
export let page: Page

/** Starts a shop for a test file and signs Bia in before each test, through a network that tests can cut. */
export function setUpOutbox() {
  setUpShop()
  beforeAll(async () => {
    proxy = await openNetworkProxy(shop.serving.port)
  })
  beforeEach(async () => {
    context = await harness.newContext()
    page = await signIn(context, proxy.url, 'bia')
  })
  afterEach(async () => {
    proxy.restore()
    await context.close()
  })
  afterAll(() => proxy.close())
}

/** Opens an empty tab in place of the first one. */
export async function openNewPage() {
  page = await context.newPage()
}

let customers = 0
export interface Customer {
  id: number
  uuid: string
  name: string
  number: string
}

/** Creates a customer with a ticket assigned to Bia. */
export async function createCustomer(first: string): Promise<Customer> {
  const name = `${first} ${String.fromCharCode(65 + customers++)}.`
  const { id, uuid, number } = await createTicket(harness, shop, name)
  await shop.request('PUT', `/tickets/${id}`, { status: 'open' })
  await assignTo(id)
  return { id, uuid, name, number }
}

/** Assigns the ticket as Olga. */
export async function assignTo(id: number, to: 'bia' | 'caio' = 'bia') {
  const { users } = await shop.request<{ users: { id: number; email: string }[] }>('GET', '/users')
  const { id: userId } = users.find(({ email }) => email === emailOf(to))!
  await shop.request('PUT', `/tickets/${id}`, { userId })
}

export async function openTicket({ name }: Customer, on = page) {
  await row(on, name).getByRole('link').click()
  await composer(on.getByRole('region', { name: `Conversa com ${name}` })).waitFor()
}

export async function cutNetwork(on = page) {
  proxy.cut()
  await on.getByText('Sem conexão com o servidor.').waitFor()
}

/** Texts on the customer's phone, without automatic ones; a voice note is `voice`. */
export const textsOnPhone = async ({ number }: Customer) =>
  (await harness.control.inbox({ phone: number }))
    .map(({ text = '', media }) => (media?.voiceNote ? 'voice' : text))
    .filter((text) => /^(m\d|voice)/.test(text))
export const waitForTexts = (to: Customer, texts: string[]) =>
  until(`${texts} at the phone`, async () => (await textsOnPhone(to)).length >= texts.length)
/** Expects exactly these texts in this order on the customer's phone. */
export async function expectPhone(to: Customer, texts: string[]) {
  await waitForTexts(to, texts)
  expect(await textsOnPhone(to)).toEqual(texts)
}
export const waitingMark = (on: Page, text: string) => bubble(on, text).getByText('Aguardando a conexão')
export const waitForDelivery = (on: Page, text: string) =>
  bubble(on, text)
    .getByRole('img', { name: /Enviada|Entregue|Lida/ })
    .waitFor()
