import { expect, test } from 'bun:test'
import { createSample } from '../../../emulator/control/samples'
import { bubble, button, composer, fillLogin, list, row, sendMessage, tab, waitForTitle } from '../screen'
import { createTicket, emailOf, password, people, writeDatabase } from '../shop'
import { harness, shop } from '../shop-setup'
import {
  assignTo,
  createCustomer,
  cutNetwork,
  expectPhone,
  openNewPage,
  openTicket,
  page,
  proxy,
  setUpOutbox,
  textsOnPhone,
  waitForDelivery,
  waitForTexts,
  waitingMark,
} from './outbox-setup'

/** Messages written while the server is unreachable are sent automatically, in order and once (docs/adr/0031). */

setUpOutbox()

test('three replies written offline in two conversations are marked, survive a reload and arrive once', async () => {
  const [vera, zeca] = [await createCustomer('Vera'), await createCustomer('Zeca')]
  await openTicket(vera)
  await cutNetwork()
  await sendMessage(page, 'm1')
  await sendMessage(page, 'm2')
  await waitingMark(page, 'm1').waitFor()
  await waitingMark(page, 'm2').waitFor()
  await openTicket(zeca)
  await sendMessage(page, 'm3')
  await waitingMark(page, 'm3').waitFor()
  await row(page, vera.name).getByText('Aguardando a conexão:').waitFor()
  await row(page, vera.name).getByText('m2').waitFor()
  await row(page, zeca.name).getByText('Aguardando a conexão:').waitFor()
  await waitForTitle(page, /^3 não enviadas · /)
  await page.getByText('3 mensagens esperam para sair.').waitFor()
  expect(await bubble(page, 'm3').getByText('Não enviada').count()).toBe(0)

  const asked = page.waitForEvent('dialog')
  await page.reload().catch(() => undefined)
  expect((await asked).type()).toBe('beforeunload')
  proxy.restore()
  await page.goto(`${proxy.url}/tickets/${zeca.uuid}`)
  await expectPhone(vera, ['m1', 'm2'])
  await expectPhone(zeca, ['m3'])
  await waitForDelivery(page, 'm3')
  // Vera's conversation counts as new if the network was cut before it was marked as read.
  await waitForTitle(page, new RegExp(`^(\\(1\\) )?${zeca.name}`))
  await page.getByText('Aguardando a conexão').waitFor({ state: 'detached' })
  await openTicket(vera)
  await sendMessage(page, 'm4')
  await expectPhone(vera, ['m1', 'm2', 'm4'])
})

test('a reply is sent when the network returns, while another conversation is open', async () => {
  const [vera, zeca] = [await createCustomer('Vera'), await createCustomer('Zeca')]
  await openTicket(vera)
  await cutNetwork()
  await sendMessage(page, 'm1')
  await openTicket(zeca)
  proxy.restore()
  await expectPhone(vera, ['m1'])
  await row(page, vera.name).getByText('Aguardando a conexão:').waitFor({ state: 'detached' })
})

test('texts, a voice note and a picture written offline survive a closed tab and arrive in order', async () => {
  const vera = await createCustomer('Vera')
  await openTicket(vera)
  // The audio encoder is loaded while the browser is idle; this recording makes sure that it is loaded.
  await button(page, 'Gravar mensagem de voz').click()
  await page.getByRole('region', { name: 'Gravando' }).getByText('0:0').waitFor()
  await button(page, 'Descartar a gravação').click()
  await cutNetwork()
  await sendMessage(page, 'm1')
  await button(page, 'Gravar mensagem de voz').click()
  await page
    .getByRole('region', { name: 'Gravando' })
    .getByText(/^0:0[1-9]$/)
    .waitFor()
  await button(page, 'Enviar mensagem de voz').click()
  const bytes = Buffer.from(createSample('cake').bytes)
  await page.locator('input[type=file]').setInputFiles({ name: 'bolo.png', mimeType: 'image/png', buffer: bytes })
  await page.getByLabel('Legenda de bolo.png').fill('m2')
  await page.keyboard.press('Enter')
  await waitingMark(page, 'm2').waitFor()
  await sendMessage(page, 'm3')
  await page.close()
  proxy.restore()
  await openNewPage()
  // The outbox is sent from any page.
  await page.goto(`${proxy.url}/contacts`)
  await expectPhone(vera, ['m1', 'voice', 'm2', 'm3'])
  const sent = await harness.control.inbox({ phone: vera.number })
  expect(sent.find(({ text }) => text === 'm2')?.media?.size).toBe(bytes.length)
})

test('a message answered with 503 or not at all is sent again and reaches the phone once', async () => {
  const vera = await createCustomer('Vera')
  await openTicket(vera)
  let tries = 0
  await page.route(`**/api/messages/${vera.id}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    tries++
    if (tries === 1) return route.fulfill({ status: 503, json: { error: 'ERR_STORAGE' } })
    // The server receives the message, but its answer is lost.
    if (tries === 2) return route.fetch().then(() => route.abort())
    return route.continue()
  })
  await sendMessage(page, 'm1')
  await bubble(page, 'm1').getByText('O servidor não conseguiu receber. Tentando de novo').waitFor()
  await waitForDelivery(page, 'm1')
  await sendMessage(page, 'm2')
  await expectPhone(vera, ['m1', 'm2'])
})

test('messages refused after their ticket was closed or transferred show the reason and are sent on retry', async () => {
  const [vera, zeca] = [await createCustomer('Vera'), await createCustomer('Zeca')]
  await openTicket(vera) // in the list before the network ends
  await openTicket(zeca)
  await cutNetwork()
  await sendMessage(page, 'm2')
  await openTicket(vera)
  await sendMessage(page, 'm1')
  await shop.request('PUT', `/tickets/${vera.id}`, { status: 'closed' })
  await assignTo(zeca.id, 'caio')
  proxy.restore()
  await bubble(page, 'm1')
    .getByText(/^Não enviada\./)
    .waitFor()
  await page.reload()
  await page.getByRole('navigation').getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.getByText('2 mensagens não foram enviadas.').waitFor()
  await waitForTitle(page, /^2 não enviadas · /)
  await page.getByRole('button', { name: 'Ver', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Mensagens não enviadas' })
  const item = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await item(zeca.name).getByText('o atendimento agora é de outra pessoa').waitFor()
  for (const { name } of [vera, zeca])
    await item(name)
      .getByText(/^Não enviada\./)
      .waitFor()
  await shop.request('PUT', `/tickets/${vera.id}`, { status: 'open' })
  for (const [{ id, name }, text] of [
    [vera, 'm1'],
    [zeca, 'm2'],
  ] as const) {
    await assignTo(id)
    await item(name).getByText(text).waitFor()
    await button(item(name), 'Tentar de novo').click()
  }
  await dialog.getByText('Tudo foi enviado.').waitFor()
  await expectPhone(vera, ['m1'])
  await expectPhone(zeca, ['m2'])
})

test('a message whose login ended while offline is sent after the next login of the same user', async () => {
  const vera = await createCustomer('Vera')
  await openTicket(vera)
  await cutNetwork()
  await sendMessage(page, 'm1')
  await waitingMark(page, 'm1').waitFor()
  writeDatabase(shop.serving.dataDir, (db) =>
    db.run('delete from tokens where userId = (select id from users where email = ?)', [emailOf('bia')]),
  )
  proxy.restore()
  await page.waitForURL('**/login')
  expect(await textsOnPhone(vera)).toEqual([])
  await fillLogin(page, emailOf('bia'), password)
  await expectPhone(vera, ['m1'])
})

test('a message is not sent by another user of the same browser but after its author’s next login', async () => {
  const vera = await createCustomer('Vera')
  await openTicket(vera)
  await page.route(`**/api/messages/${vera.id}`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await sendMessage(page, 'm1')
  await waitingMark(page, 'm1').waitFor()
  const signOut = async () => {
    await button(page, 'Sua conta').click()
    await button(page.getByRole('dialog', { name: 'Sua conta' }), 'Sair').click()
  }
  await signOut()
  await button(page.getByRole('dialog', { name: 'Sair com mensagens não enviadas?' }), 'Sair').click()
  await page.waitForURL('**/login')
  await page.unrouteAll()

  const zeca = await createTicket(harness, shop, 'Zeca de Caio')
  await fillLogin(page, emailOf('caio'), password)
  await list(page).waitFor()
  await tab(page, 'Aguardando').click()
  await button(page, 'Aceitar o atendimento de Zeca de Caio').click()
  await sendMessage(page, 'm2')
  await harness.control.waitForMessage({ phone: zeca.number, text: 'm2' })
  expect(await textsOnPhone(vera)).toEqual([])
  await signOut()
  await page.waitForURL('**/login')
  await fillLogin(page, emailOf('bia'), password)
  await expectPhone(vera, ['m1'])
  const [message] = await shop
    .request<{ messages: { body: string; senderName: string }[] }>('GET', `/messages/${vera.id}`)
    .then(({ messages }) => messages.filter(({ body }) => body === 'm1'))
  expect(message).toMatchObject({ senderName: people.bia.name })
})

test('a reply is delivered once, at any moment of closing, reloading or switching after Enter', async () => {
  const [vera, zeca] = [await createCustomer('Vera'), await createCustomer('Zeca')]
  const closeTab = () => page.close().then(openNewPage)
  const reload = () => page.reload().catch(() => undefined)
  const leaves = [closeTab, reload, () => openTicket(zeca)]
  const rounds = Number(process.env.OUTBOX_ROUNDS ?? 6)
  const seed = Number(process.env.OUTBOX_SEED ?? Date.now() % 100_000)
  const texts = Array.from({ length: rounds }, (_, index) => `m${index + 1}`)
  for (const [index, text] of texts.entries()) {
    const random = (seed * (index + 1) * 7919) % 1200
    await page.goto(`${proxy.url}/tickets/${vera.uuid}`)
    await composer(page).waitFor()
    // The list may come after the conversation, and not without the network.
    await row(page, zeca.name).waitFor()
    proxy.cut()
    await sendMessage(page, text)
    await Bun.sleep(random % 400)
    await leaves[Math.floor(random / 400)]!()
    proxy.restore()
  }
  await page.goto(`${proxy.url}/tickets/${vera.uuid}`)
  await waitForTexts(vera, texts)
  expect([`OUTBOX_SEED=${seed}`, ...(await textsOnPhone(vera))]).toEqual([`OUTBOX_SEED=${seed}`, ...texts])
})
