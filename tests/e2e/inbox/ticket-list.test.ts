import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { until } from '../harness'
import {
  acceptTicket,
  bubble,
  button,
  composer,
  conversation,
  list,
  row,
  searchField,
  searchResults,
  sendMessage,
  signIn,
  tab,
} from '../screen'
import { createTicket, nextNumber, people } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** The ticket list: preview, search, new conversation, transfer. */

setUpShop()

test('an admin’s preview of a pending ticket leaves it pending and unread', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const { id } = await createTicket(harness, shop, 'Rosa Maia', 'Vocês entregam aos domingos?')
  await tab(page, 'Aguardando').click()
  await row(page, 'Rosa Maia').getByRole('button', { name: 'Espiar sem aceitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conversa com Rosa Maia' })
  await bubble(page, 'Vocês entregam aos domingos?').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await shop.request('GET', `/tickets/${id}`)).toMatchObject({
    status: 'pending',
    userId: null,
    unreadMessages: 1,
  })
  await page.context().close()
})

test('a row shows a dot for each tag, whatever the clock shows, and the names of the tags in a comfortable row', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const { id } = await createTicket(harness, shop, 'Nina Prado')
  for (const name of ['Em produção', 'Cliente fiel', 'Retira na loja']) {
    const tag = await shop.request<{ id: number }>('POST', '/tags', { name, color: '#7a8a00', kanban: 0 })
    await shop.request('PUT', `/ticket-tags/${id}/${tag.id}`)
  }
  await tab(page, 'Aguardando').click()
  const named = { name: 'Etiquetas: Em produção, Cliente fiel, Retira na loja' }
  const dots = row(page, 'Nina Prado').getByRole('img', named)
  await dots.waitFor()
  expect(await dots.locator('span').count()).toBe(3)
  const heightOf = async () => (await row(page, 'Nina Prado').boundingBox())?.height
  expect(await heightOf()).toBe(56)
  const chooseDensity = async () => {
    await button(list(page), 'Mais listas e visões').click()
    await page.getByRole('menuitem', { name: 'Linhas mais altas, com etiquetas' }).click()
  }
  await chooseDensity()
  await row(page, 'Nina Prado').getByRole('group', named).getByText('Em produção').waitFor()
  expect(await heightOf()).toBe(72)
  await chooseDensity()
  await dots.waitFor()
  await page.context().close()
})

/** Runs in the page: texts of a row that one of its buttons overlaps. */
function coveredTexts(row: Element): string[] {
  const buttons = [...row.querySelectorAll('button')].map((button) => button.getBoundingClientRect())
  const texts = [...row.querySelectorAll('span')].filter(
    (element) => element.childElementCount === 0 && !element.closest('button, .sr-only'),
  )
  return texts.flatMap((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    const isUnder = (box: DOMRect) =>
      right > box.left + 1 && left < box.right && bottom > box.top + 4 && top < box.bottom - 4
    return width > 1 && buttons.some(isUnder) ? [element.textContent ?? ''] : []
  })
}

test('the buttons of a row under the pointer cover neither its text nor its time', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const name = 'Otília Brandão de Albuquerque'
  await createTicket(harness, shop, name, 'Qual é o sabor do bolo de aniversário que vem com a cesta?')
  const shown = row(page, name)
  const covered = () => shown.evaluate(coveredTexts)
  await tab(page, 'Aguardando').click()
  await shown.hover()
  expect(await covered()).toEqual([])
  await acceptTicket(page, name)
  await shown.hover()
  expect(await covered()).toEqual([])
  await page.context().close()
})

test('a queue as filter is a chip, the count says how many of all it leaves, and the last line clears it', async () => {
  // Before the sign-in: a page does not learn of a queue made between its request for queues and its first connection.
  const queue = await shop.request<{ id: number }>('POST', '/queue', { name: 'Encomendas', color: '#7a3fd1' })
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const { id } = await createTicket(harness, shop, 'Vera Dias')
  await createTicket(harness, shop, 'Rui Lopes')
  await shop.request('PUT', `/tickets/${id}`, { queueId: queue.id })
  await tab(page, 'Aguardando').click()
  await row(page, 'Rui Lopes').waitFor()
  await button(list(page), 'Filtros').click()
  await page.getByRole('checkbox', { name: /^Encomendas/ }).check()
  await page.keyboard.press('Escape')
  await row(page, 'Rui Lopes').waitFor({ state: 'detached' })
  await tab(page, 'Aguardando')
    .getByText(/^1 de \d+$/)
    .waitFor()
  await button(list(page), 'Remover o filtro Encomendas').waitFor()
  await list(page)
    .getByText(/pessoas? fora do filtro$/)
    .waitFor()
  await button(list(page), 'Limpar filtro').click()
  await row(page, 'Rui Lopes').waitFor()
  await button(list(page), 'Remover o filtro Encomendas').waitFor({ state: 'detached' })
  await page.context().close()
})

test('a transferred ticket reaches the colleague and is found by the search', async () => {
  const [bia, caio] = [
    await signIn(await harness.newContext(), shop.url, 'bia'),
    await signIn(await harness.newContext(), shop.url, 'caio'),
  ]
  await createTicket(harness, shop, 'Otto Braga', 'Procuro um violoncelo usado')
  await acceptTicket(bia, 'Otto Braga')
  await button(conversation(bia), 'Transferir atendimento').click()
  await bia.getByRole('button', { name: 'Transferir', exact: true }).click()
  await bia.getByText('Escolha um atendente, um setor ou outra conexão.').waitFor()
  await bia.keyboard.press('Escape')
  await bia.getByRole('dialog').waitFor({ state: 'detached' })

  // The field has the focus; each colleague is listed with load and presence.
  await button(conversation(bia), 'Transferir atendimento').click()
  await bia
    .getByRole('combobox', { name: /^Atendente/ })
    .and(bia.locator(':focus'))
    .waitFor()
  await bia.keyboard.type('cai')
  await bia.getByRole('option', { name: new RegExp(`${people.caio.name}.*\\d atendimento.*Disponível`) }).click()
  await bia.getByLabel(/^Recado/).fill('Ele procura um usado')
  await bia.getByRole('button', { name: 'Transferir', exact: true }).click()
  await bia.getByText('Atendimento transferido.').waitFor()
  // As after a close, the conversation that was given away leaves the screen.
  await bia.getByRole('heading', { name: 'Otto Braga' }).waitFor({ state: 'detached' })
  await row(caio, 'Otto Braga').getByRole('link').click()
  await composer(caio).waitFor()
  await conversation(caio)
    .getByRole('article', { name: `Nota de ${people.bia.name}` })
    .getByText('Ele procura um usado')
    .waitFor()
  await bia.context().close()

  await caio.goto(`${shop.url}/tickets`)
  await row(caio, 'Otto Braga').waitFor()
  await caio.keyboard.press('/')
  await caio.keyboard.type('otto')
  const results = (name: string) => searchResults(caio).getByRole('list', { name })
  await results('Pessoas').getByRole('listitem').filter({ hasText: 'Otto Braga' }).waitFor()
  await results('Conversas').locator('[data-ticket]', { hasText: 'Otto Braga' }).waitFor()
  await searchField(caio).fill('VIOLONCELO')
  const said = results('Mensagens').locator('[data-ticket]', { hasText: 'Otto Braga' })
  await said.locator('mark', { hasText: 'violoncelo' }).waitFor()
  await results('Conversas').waitFor({ state: 'detached' })
  const found = said.getByRole('link')
  // The opened conversation removes the message from the address.
  expect(await found.getAttribute('href')).toMatch(/message=\d+/)
  await found.click()
  await bubble(caio, 'Procuro um violoncelo usado').locator('mark', { hasText: 'violoncelo' }).waitFor()
  await caio.context().close()
})

test('the own list begins with the longest wait, and with the latest change once that order is chosen', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'duda')
  const ids: number[] = []
  for (const name of ['Aída Reis', 'Beto Lima']) {
    ids.push((await createTicket(harness, shop, name)).id)
    await acceptTicket(page, name)
  }
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('ticketSort.')) localStorage.removeItem(key)
  })
  await page.goto(`${shop.url}/tickets`)
  await row(page, 'Beto Lima').waitFor()
  const names = () => page.locator('[data-ticket]').evaluateAll((rows) => rows.map((row) => row.textContent ?? ''))
  const isFirst = async (first: string, second: string) => {
    const all = await names()
    return all.findIndex((text) => text.includes(first)) < all.findIndex((text) => text.includes(second))
  }
  expect(await isFirst('Aída Reis', 'Beto Lima')).toBe(true)
  await button(list(page), 'Ordem: Prazo').click()
  await page.getByRole('menuitem', { name: 'Mais recentes primeiro' }).click()
  await button(list(page), 'Ordem: Recentes').waitFor()
  await until('the latest first', () => isFirst('Beto Lima', 'Aída Reis'))
  for (const id of ids) await shop.request('PUT', `/tickets/${id}`, { status: 'closed' })
  await page.context().close()
})

test('a conversation with a new contact is started; starting it again links to the open ticket', async () => {
  const number = nextNumber()
  await harness.control.addCustomer({ number, name: 'Íris' })
  const page = await signIn(await harness.newContext(), shop.url, 'bia')
  await button(page, 'Novo atendimento').click()
  const dialog = page.getByRole('dialog', { name: 'Novo atendimento' })
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('Íris Prado')
  await page.getByRole('option', { name: 'Novo contato' }).click()
  await button(dialog, 'Iniciar conversa').click()
  await dialog.getByText('Preencha este campo.').waitFor()
  await dialog.getByLabel('Número do WhatsApp').fill(number)
  await button(dialog, 'Iniciar conversa').click()
  await composer(page).waitFor()
  await conversation(page).getByRole('heading', { name: 'Íris Prado' }).waitFor()
  await page.context().close()

  const other = await signIn(await harness.newContext(), shop.url, 'caio')
  await button(other, 'Novo atendimento').click()
  await other.getByRole('combobox', { name: 'Contato' }).fill('iris')
  await other.getByRole('option', { name: /Íris Prado/ }).click()
  await button(other, 'Iniciar conversa').click()
  await other.getByText(`já tem um atendimento em aberto com ${people.bia.name}`).waitFor()
  await other.getByRole('link', { name: 'Abrir o atendimento' }).click()
  await other.getByText(`${people.bia.name} está atendendo.`).waitFor()
  await other.context().close()
})

test('a snoozed ticket gives its place to the next one, is listed by its filter, and returns on top with a message', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'caio')
  const { number } = await createTicket(harness, shop, 'Elis Sá')
  await createTicket(harness, shop, 'Gal Reis')
  await acceptTicket(page, 'Elis Sá')
  await acceptTicket(page, 'Gal Reis')
  await row(page, 'Elis Sá').getByRole('link').click()
  await button(page.getByRole('region', { name: 'Conversa com Elis Sá' }), 'Mais ações').click()
  await page.getByRole('menuitem', { name: 'Adiar' }).click()
  const snooze = page.getByRole('dialog', { name: 'Adiar o atendimento de Elis Sá' })
  // Closing asks once a time has been typed.
  await snooze.getByLabel('Hora').fill('14:30')
  await button(snooze, 'Cancelar').click()
  await button(page.getByRole('dialog', { name: 'Descartar as alterações?' }), 'Cancelar').click()
  await button(snooze, /^Amanhã/).click()
  await row(page, 'Elis Sá').waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Conversa com Elis Sá' }).waitFor({ state: 'detached' })
  await conversation(page).waitFor()

  await button(list(page), 'Filtros').click()
  await page.getByRole('checkbox', { name: /^Adiados\s*1$/ }).check()
  await row(page, 'Gal Reis').waitFor({ state: 'detached' })
  await row(page, 'Elis Sá')
    .getByText(/^Adiado até/)
    .waitFor({ state: 'attached' })
  await page.getByRole('checkbox', { name: /^Adiados/ }).uncheck()
  await page.keyboard.press('Escape')
  await row(page, 'Gal Reis').waitFor()
  await harness.control.send({ from: number, to: shop.owner, content: 'Consegui a nota fiscal' })
  await page.locator('[data-ticket]').first().getByText('Consegui a nota fiscal').waitFor()
  await page.context().close()
})

test('a ticket closed by the mouse leaves its place to the next one, with or without the farewell', async () => {
  await shop.request('PUT', `/whatsapp/${shop.whatsappId}`, { complationMessage: 'Até a próxima!' })
  const page = await signIn(await harness.newContext(), shop.url, 'duda')
  const names = ['Ivo Paz', 'Jade Melo', 'Kauã Luz']
  const tickets: Awaited<ReturnType<typeof createTicket>>[] = []
  for (const name of names) {
    tickets.push(await createTicket(harness, shop, name))
    await acceptTicket(page, name)
  }
  const conversationOf = (name: string) => page.getByRole('region', { name: `Conversa com ${name}` })
  await row(page, 'Jade Melo').getByRole('link').click()
  await button(conversationOf('Jade Melo'), 'Mais ações').click()
  await page.getByRole('menuitem', { name: 'Opções de encerramento' }).click()
  const dialog = page.getByRole('dialog', { name: 'Encerrar o atendimento de Jade Melo' })
  await dialog.getByRole('switch', { name: 'Enviar a despedida ao cliente' }).click()
  await button(dialog, 'Encerrar').click()
  await conversationOf('Jade Melo').waitFor({ state: 'detached' })
  await conversationOf('Ivo Paz').waitFor()

  await button(conversationOf('Ivo Paz'), 'Encerrar').click()
  await conversationOf('Kauã Luz').waitFor()
  await harness.control.waitForMessage({ phone: tickets[0]!.number, contains: 'Até a próxima!' })
  const received = await harness.control.inbox({ phone: tickets[1]!.number })
  expect(received.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('Até a próxima!'))
  await shop.request('PUT', `/whatsapp/${shop.whatsappId}`, { complationMessage: '' })
  await shop.request('PUT', `/tickets/${tickets[2]!.id}`, { status: 'closed' })
  await page.context().close()
})

test('the page without a conversation says nothing about waiting customers before they are counted', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'bia')
  const counted = Promise.withResolvers<void>()
  await page.route('**/api/tickets?*', async (route) => {
    await counted.promise
    await route.continue()
  })
  await page.goto(`${shop.url}/tickets`)
  await page.getByText('Escolha um atendimento').waitFor()
  const told = page.getByText(/aguardando agora|está aguardando|estão aguardando/)
  expect(await told.count()).toBe(0)
  counted.resolve()
  await told.first().waitFor()
  await page.context().close()
})

interface Shifts {
  /** Sum outside of the messages. */
  total: number
  /** Sum within the messages, where a new one moves those before it, and of what moves in the same frame. */
  messages: number
  /** Size of each shift, and the elements that moved. */
  moved: string[]
}

/** Sums from now on the layout shifts that no input caused; read as `shifts` of the page's window. */
const sumShifts = (page: Page) =>
  page.evaluate(() => {
    interface Shift extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    const shifts: Shifts = { total: 0, messages: 0, moved: [] }
    const isMessage = ({ node }: { node: Node | null }) =>
      node instanceof Element && node.closest('[role=log]') !== null
    const nameOf = ({ node }: { node: Node | null }) =>
      node instanceof Element ? `${node.localName} ${node.className} ${node.textContent?.slice(0, 40)}` : '?'
    new PerformanceObserver((entries) => {
      for (const { value, hadRecentInput, sources } of entries.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        shifts[sources.some(isMessage) ? 'messages' : 'total'] += value
        shifts.moved.push(`${value.toFixed(4)} ${sources.map(nameOf).join(' | ')}`)
      }
    }).observe({ type: 'layout-shift' })
    Object.assign(window, { shifts })
  })
const readShifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)

test('twenty waiting customers are accepted, answered and closed with a click each, and nothing moves', async () => {
  for (let count = 1; count <= 20; count++) await createTicket(harness, shop, `Cliente ${count}`)
  const page = await signIn(await harness.newContext(), shop.url, 'duda')
  const next = button(list(page), 'Atender próximo')
  await sumShifts(page)
  for (let worked = 0; worked < 20; worked++) {
    await next.click()
    await composer(conversation(page)).and(page.locator(':focus')).waitFor()
    // A reply sent before the messages are loaded moves when they come.
    await conversation(page).locator('[data-message]').first().waitFor()
    await sendMessage(page, 'Já vamos ver')
    await bubble(page, 'Já vamos ver').waitFor()
    await button(conversation(page), 'Encerrar').click()
    await conversation(page).waitFor({ state: 'detached' })
  }
  const { total, messages, moved } = await readShifts(page)
  expect(total, moved.join('\n')).toBeLessThan(0.02)
  // On a slow machine the first messages come more than half a second after the click and count.
  expect(messages, moved.join('\n')).toBeLessThan(0.1)
  await page.context().close()
})
