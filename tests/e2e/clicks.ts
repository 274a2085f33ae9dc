import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { bubble, button, composer, conversation, list, row, signIn } from './screen'
import { createTicket, people } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/**
 * Number of clicks of an agent's ten most common actions with the mouse on a desk; the bar is 3. Not part of
 * the whole run: `bun test --timeout 180000 ./tests/e2e/clicks.ts`.
 */

let page: Page
let customers = 0

setUpShop()
beforeAll(async () => {
  await shop.request('POST', '/quick-messages', {
    shortcode: 'pronto',
    message: 'Seu pedido está pronto.',
    geral: true,
  })
  await shop.request('POST', '/tags', { name: 'Encomenda', color: '#0f766e' })
  const context = await harness.newContext()
  await context.addInitScript(() => {
    Object.assign(window, { clicks: 0 })
    const count = () => (window as unknown as { clicks: number }).clicks++
    document.addEventListener('pointerdown', count, true)
  })
  page = await signIn(context, shop.url, 'bia')
})

const nameOf = (count: number) => `Freguês ${String(count).padStart(2, '0')}`
const waitForConversation = () => composer(conversation(page)).and(page.locator(':focus')).waitFor()

/** Opens a conversation with a new customer and leaves the field focused. */
async function open() {
  await createTicket(harness, shop, nameOf(++customers))
  await acceptNext()
}
async function acceptNext() {
  await button(list(page), 'Atender próximo').click()
  await page.getByRole('region', { name: `Conversa com ${nameOf(customers)}` }).waitFor()
  await waitForConversation()
}
async function answer(text: string) {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await bubble(page, text).waitFor()
}

const sendButton = (within: Locator) => within.getByRole('button', { name: 'Enviar', exact: true })

interface Action {
  name: string
  clicks: number
  /** Creates what the action needs; its clicks do not count. */
  prepare: () => Promise<unknown>
  run: () => Promise<unknown>
}
const actions: Action[] = [
  {
    name: 'accept the next customer',
    clicks: 1,
    prepare: () => createTicket(harness, shop, nameOf(++customers)),
    run: acceptNext,
  },
  { name: 'answer, with Enter', clicks: 0, prepare: open, run: () => answer('Bom dia') },
  {
    name: 'answer, with the button',
    clicks: 1,
    prepare: open,
    run: async () => {
      await page.keyboard.type('Boa tarde')
      await sendButton(conversation(page)).click()
      await bubble(page, 'Boa tarde').waitFor()
    },
  },
  {
    name: 'close and open the next',
    clicks: 1,
    prepare: open,
    run: async () => {
      await button(conversation(page), 'Encerrar').click()
      await row(page, nameOf(customers)).waitFor({ state: 'detached' })
      await conversation(page).waitFor()
    },
  },
  {
    name: 'quick reply',
    clicks: 3,
    prepare: open,
    run: async () => {
      await button(conversation(page), 'Respostas rápidas').click()
      await page.getByRole('option', { name: /pronto/ }).click()
      await sendButton(conversation(page)).click()
      await bubble(page, 'Seu pedido está pronto.').waitFor()
    },
  },
  {
    name: 'file, after the dialog of the system',
    clicks: 2,
    prepare: open,
    run: async () => {
      const chooser = page.waitForEvent('filechooser')
      await button(conversation(page), 'Anexar').click()
      const file = { name: 'recibo.txt', mimeType: 'text/plain', buffer: Buffer.from('Recibo') }
      await (await chooser).setFiles(file)
      await sendButton(page.getByRole('dialog')).click()
      await bubble(page, 'recibo.txt').waitFor()
    },
  },
  {
    name: 'voice note',
    clicks: 2,
    prepare: open,
    run: async () => {
      await button(conversation(page), 'Gravar mensagem de voz').click()
      const second = page.getByRole('region', { name: 'Gravando' }).getByText(/^0:0[1-9]$/)
      await second.waitFor()
      await button(page, 'Enviar mensagem de voz').click()
      await second.waitFor({ state: 'detached' })
    },
  },
  {
    name: 'quote',
    clicks: 2,
    prepare: open,
    run: async () => {
      const received = bubble(page, `Oi, aqui é ${nameOf(customers)}`).first()
      await received.hover()
      await button(received, 'Ações da mensagem').click()
      await page.getByRole('menuitem', { name: 'Responder', exact: true }).click()
      await answer('É isso mesmo')
    },
  },
  {
    name: 'tag',
    clicks: 2,
    prepare: open,
    run: async () => {
      await button(conversation(page), 'Etiquetas do atendimento').first().click()
      await page.getByText('Encomenda').last().click()
      await page.keyboard.press('Escape')
      await row(page, nameOf(customers)).getByText('Encomenda').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'note, and back to the answer',
    clicks: 2,
    prepare: open,
    run: async () => {
      await button(conversation(page), 'Nota interna').click()
      await page.keyboard.type('Prefere a entrega à tarde')
      await button(conversation(page), 'Salvar a nota').click()
      await conversation(page).getByRole('article').getByText('Prefere a entrega').waitFor()
      await waitForConversation()
    },
  },
  {
    name: 'transfer to a person',
    clicks: 3,
    prepare: open,
    run: async () => {
      await button(conversation(page), 'Transferir atendimento').click()
      await page.getByRole('option', { name: people.caio.name }).click()
      await button(page.getByRole('dialog'), 'Transferir').last().click()
      await page.getByText('Atendimento transferido.').waitFor()
    },
  },
]

test.each(actions)('$name takes $clicks clicks', async ({ clicks, prepare, run }) => {
  await prepare()
  const count = () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)
  const before = await count()
  await run()
  expect((await count()) - before).toBe(clicks)
})
