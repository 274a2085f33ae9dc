import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { bubble, button, composer, list, row, signIn, tab, waitForValue } from '../screen'
import { createTicket, emailOf, writeDatabase } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'
import { insertHistory } from './message-history'

/** Keyboard shortcuts and focus. */

setUpShop()

/** Inserts `count` open tickets of Bia, each with three messages. */
function insertTickets(db: Database, count: number) {
  const { id: userId } = db.query('select id from users where email = ?').get(emailOf('bia')) as { id: number }
  const contact = db.query(
    'insert into contacts (companyId, name, number, waJid, searchText) values (?, ?, ?, ?, ?) returning id',
  )
  const ticket = db.query(
    `insert into tickets (companyId, uuid, status, contactId, whatsappId, userId, queueId, lastMessage, lastMessageAt, updatedAt)
     values (?, ?, 'open', ?, ?, ?, ?, 'Quero um bolo', ?, ?) returning id`,
  )
  const { companyId, whatsappId, queueId } = shop
  for (let index = 1; index <= count; index++) {
    const name = `Freguesa ${String(index).padStart(2, '0')}`
    const number = `55119400${String(10_000 + index)}`
    const at = new Date(Date.now() - index * 60_000).toISOString()
    const { id } = contact.get(companyId, name, number, `${number}@s.whatsapp.net`, name.toLowerCase()) as {
      id: number
    }
    const made = ticket.get(companyId, crypto.randomUUID(), id, whatsappId, userId, queueId, at, at) as { id: number }
    insertHistory(db, made.id, 3)
  }
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.tagName
  })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })

test('twenty tickets are closed with the keyboard alone, one of them answered', async () => {
  writeDatabase(shop.serving.dataDir, (db) => insertTickets(db, 20))
  const page = await signIn(await harness.newContext(), shop.url, 'bia')
  await row(page, 'Freguesa 01').waitFor()

  await page.keyboard.press('Alt+j')
  await composer(page).waitFor()
  await page.keyboard.press('r')
  await composer(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Saindo do forno, e já') // text, not shortcuts
  await page.keyboard.press('Enter')
  await bubble(page, 'Saindo do forno, e já').waitFor()
  expect(await focused(page)).toBe('Mensagem')
  await page.keyboard.press('Alt+ArrowDown')
  await heading(page, 'Freguesa 02').waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await heading(page, 'Freguesa 01').waitFor()
  await page.keyboard.press('Escape')
  await heading(page, 'Freguesa 01').waitFor({ state: 'detached' })
  // Escape leaves the focus on the row.
  await page.keyboard.press('j')
  await heading(page, 'Freguesa 02').waitFor()
  await page.keyboard.press('k')
  await heading(page, 'Freguesa 01').waitFor()

  const second = row(page, 'Freguesa 02')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('toolbar').getByText('2 atendimentos selecionados').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  await page.keyboard.press('p')
  await second.getByText('Fixado').waitFor()
  await page.keyboard.press('p')
  await second.getByText('Fixado').waitFor({ state: 'detached' })
  await page.keyboard.press('u')
  await second.getByText('1 mensagem não lida').waitFor()
  await page.keyboard.press('ArrowUp')

  for (let closed = 0; closed < 20; closed++) {
    const name = await page.getByRole('heading', { level: 2, name: /^Freguesa/ }).textContent()
    await page.keyboard.press('e')
    await heading(page, name ?? '').waitFor({ state: 'detached' })
    if (closed < 19) await page.getByRole('heading', { level: 2, name: /^Freguesa/ }).waitFor()
  }
  await list(page).getByText('Nenhum atendimento em andamento').waitFor()
  const { tickets } = await shop.request<{ tickets: unknown[] }>('GET', '/tickets?status=closed')
  expect(tickets).toHaveLength(20)
  await page.context().close()
})

test('Ctrl+K finds an old message, and Enter opens it', async () => {
  const ticket = await createTicket(harness, shop, 'Helena Dias')
  await shop.request('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  writeDatabase(shop.serving.dataDir, (db) => {
    insertHistory(db, ticket.id, 90)
    db.run("update messages set body = 'A encomenda é de três PAMONHAS' where ticketId = ? and waId = 'PAST40'", [
      ticket.id,
    ])
  })
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar tudo' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('tres pamonhas')
  await page.keyboard.press('Enter') // before the search has answered
  await page.waitForURL(`**/tickets/${ticket.uuid}?message=*`)
  await bubble(page, 'três PAMONHAS').waitFor()
  for (const neighbour of [/^39\./, /^41\./]) await bubble(page, neighbour).waitFor()

  // The query is among the recent searches, and Escape closes the dialog.
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'tres pamonhas' }).waitFor()
  await page.keyboard.press('Enter')
  const found = page.getByRole('option', { name: /Helena Dias/ }).getByText('PAMONHAS')
  await found.waitFor()
  // Dates are typed as day, month and year in any browser language.
  await button(page.getByRole('dialog', { name: 'Busca e comandos' }), 'Filtros').click()
  const until = page.getByLabel('Até', { exact: true })
  await until.pressSequentially('01022020')
  await waitForValue(until, '01/02/2020')
  await found.waitFor({ state: 'detached' })
  await button(page, 'Limpar os filtros').click()
  await waitForValue(until, '')
  await found.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.context().close()
})

test('incoming tickets and messages change neither focus nor scroll position nor draft', async () => {
  const ticket = await createTicket(harness, shop, 'Zilda Maia')
  const page = await signIn(await harness.newContext(), shop.url, 'bia')
  await tab(page, 'Aguardando').click()
  await row(page, 'Zilda Maia').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('a')
  await composer(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Um momento')
  await page.getByRole('log').waitFor()
  const before = await page.evaluate(() => document.querySelector('[role=log]')?.scrollTop)
  await createTicket(harness, shop, 'Outra Pessoa')
  await tab(page, 'Aguardando').getByText('1').waitFor()
  await harness.control.send({ from: ticket.number, to: shop.owner, content: 'E então?' })
  await bubble(page, 'E então?').waitFor()
  expect(await focused(page)).toBe('Mensagem')
  await waitForValue(composer(page), 'Um momento')
  expect(await page.evaluate(() => document.querySelector('[role=log]')?.scrollTop)).toBe(before)
  await page.context().close()
})

test('the shortcut sheet shows the keys, changes one and disables single-letter keys', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'caio')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Teclas de atalho' })
  await sheet.waitFor({ state: 'attached' })
  // The focused dialog has no outline; it would be a line across the window, because the dialog has no height.
  expect(await sheet.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none')
  await sheet.getByRole('button', { name: 'Mudar a tecla de “Buscar”' }).press('Enter')
  await page.keyboard.press('e')
  await sheet.getByText('Esta tecla já é de “Encerrar e ir para o próximo”.').waitFor()
  await page.keyboard.press('b')
  await sheet.getByRole('button', { name: 'Voltar às teclas originais' }).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('b')
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.keyboard.press('Escape')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('?')
  await sheet.getByRole('switch').press('Space')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar tudo' }).waitFor()
  expect(await sheet.count()).toBe(0)
  await page.context().close()
})

test('keys and palette open each list, a new ticket, the tags and the details', async () => {
  const ticket = await createTicket(harness, shop, 'Yara Prado')
  const page = await signIn(await harness.newContext(), shop.url, 'bia')
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await tab(page, 'Aguardando').and(page.locator('[aria-selected=true]')).waitFor()
  await button(list(page), /^Aceitar o atendimento/)
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await tab(page, 'Encerrados').and(page.locator('[aria-selected=true]')).waitFor()
  await page.keyboard.press('c')
  const newTicket = page.getByRole('combobox', { name: 'Contato' })
  await newTicket.waitFor()
  await page.keyboard.press('Escape') // closes the list of contacts
  await page.keyboard.press('Escape')
  await newTicket.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar tudo' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('novo aten')
  await page.getByRole('option', { name: 'Novo atendimento' }).waitFor()
  await page.keyboard.press('Enter')
  await newTicket.waitFor()
  await page.keyboard.press('Escape') // closes the list of contacts
  await page.keyboard.press('Escape')
  await newTicket.waitFor({ state: 'detached' })

  await shop.request('PUT', `/tickets/${ticket.id}`, { status: 'open' })
  await page.goto(`${shop.url}/tickets/${ticket.uuid}`)
  await page.getByRole('region', { name: 'Conversa com Yara Prado' }).waitFor()
  const details = page.getByRole('heading', { name: 'Detalhes do contato' })
  await details.waitFor()
  await page.keyboard.press('Alt+i')
  await details.waitFor({ state: 'detached' })
  await page.keyboard.press('Alt+i')
  await details.waitFor()
  await page.context().close()
})
