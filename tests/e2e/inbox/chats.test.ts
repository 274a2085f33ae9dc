import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { phone, until } from '../harness'
import { openNetworkProxy } from '../network-proxy'
import { button, horizontalOverflow, signIn, tab, waitForTitle, waitForValue } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Internal chat, notifications and the service worker. */

setUpShop()

const chatField = (page: Page) => page.getByRole('textbox', { name: 'Mensagem para os colegas' })
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)
const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' })

test('a mention in the internal chat is announced on any page until read, and the owner deletes the chat', async () => {
  const bia = await signIn(await harness.newContext(), shop.url, 'bia')
  const caio = await signIn(await harness.newContext(phone), shop.url, 'caio')
  await bia.getByRole('link', { name: 'Chat interno' }).click()
  await button(bia, 'Nova conversa').first().click()
  await button(bia, 'Iniciar conversa').click()
  await bia.getByText('Escolha uma opção.').waitFor()
  await bia.getByLabel('Título').fill('Cozinha')
  await bia.getByLabel('Caio Lima').check()
  await button(bia, 'Iniciar conversa').click()
  await chatField(bia).pressSequentially('Oi @cai')
  await chatField(bia).press('Enter')
  await waitForValue(chatField(bia), 'Oi @Caio Lima ')
  await chatField(bia).pressSequentially('chegou a farinha')
  await chatField(bia).press('Enter')
  await log(bia).getByText('chegou a farinha').waitFor()

  const news = caio.getByText('1 conversa com mensagens novas')
  await news.waitFor()
  await waitForTitle(caio, /^• /)
  await caio.getByRole('link', { name: 'Chat interno' }).click()
  await caio.getByRole('link', { name: /Cozinha/ }).click()
  await log(caio).getByText('@Caio Lima').waitFor()
  await news.waitFor({ state: 'detached' })
  await waitForTitle(caio, /^Cozinha · Balcão$/)
  expect(await horizontalOverflow(caio)).toBeLessThanOrEqual(0)
  await chatField(caio).fill('Já guardo')
  await chatField(caio).press('Enter')
  await log(bia).getByText('Já guardo').waitFor()
  expect(await button(caio, 'Ações da conversa').count()).toBe(0)
  // The notice of the trial's end covers the tab while the pointer keeps it open.
  await caio.mouse.move(5, 600)
  await caio.locator('[data-sonner-toast]').waitFor({ state: 'detached' })
  await tab(caio, 'Conversas internas').click()
  await caio.getByRole('link', { name: /Caio Lima: Já guardo/ }).waitFor()

  await chatField(bia).fill('não se perde')
  await bia.reload()
  await waitForValue(chatField(bia), 'não se perde')
  await button(bia, 'Ações da conversa').click()
  await bia.getByRole('menuitem', { name: 'Excluir' }).click()
  await button(bia.getByRole('dialog'), 'Excluir').click()
  await caio.getByText('Nenhuma conversa interna ainda').waitFor()
  await bia.context().close()
  await caio.context().close()
})

test('a direct chat of two people has files, reactions and replies', async () => {
  const bia = await signIn(await harness.newContext(), shop.url, 'bia')
  const caio = await signIn(await harness.newContext(phone), shop.url, 'caio')
  await bia.getByRole('link', { name: 'Chat interno' }).click()
  await button(bia, 'Nova conversa').first().click()
  await bia.getByLabel('Caio Lima').check()
  await button(bia, 'Iniciar conversa').click()
  await bia.getByRole('heading', { name: 'Caio Lima' }).waitFor()
  const address = new URL(bia.url()).pathname
  const file = { name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('farinha e ovos') }
  await bia.locator('input[type=file]').setInputFiles([file, { ...file, name: 'foto.png', buffer: pixel }])
  await button(bia, 'Remover lista.txt').waitFor()
  await chatField(bia).fill('A lista e a foto')
  await chatField(bia).press('Enter')
  await log(bia).getByText('lista.txt').waitFor()
  await log(bia).getByText('A lista e a foto').waitFor()

  await caio.goto(`${shop.url}${address}`)
  await caio.getByRole('heading', { name: 'Bia Torres' }).waitFor()
  await log(caio).getByRole('link', { name: 'Baixar lista.txt' }).waitFor()
  const link = await log(caio).getByRole('link', { name: 'Baixar lista.txt' }).getAttribute('href')
  expect(await (await fetch(shop.url + link)).text()).toBe('farinha e ovos')
  await log(caio).getByRole('button', { name: 'Abrir a imagem foto.png' }).click()
  await caio.getByRole('dialog', { name: 'foto.png' }).getByRole('img', { name: 'foto.png' }).waitFor()
  await caio.keyboard.press('Escape')
  await button(log(caio), 'Responder ou reagir').last().click()
  await button(caio.getByRole('dialog', { name: 'Responder ou reagir' }), 'Reagir com 👍').click()
  await log(bia)
    .getByRole('button', { name: /^Reagir com 👍: Caio Lima/ })
    .waitFor()
  await button(log(caio), 'Responder ou reagir').last().click()
  await button(caio.getByRole('dialog', { name: 'Responder ou reagir' }), 'Responder').click()
  await chatField(caio).fill('Comprei tudo')
  await chatField(caio).press('Enter')
  expect(await horizontalOverflow(caio)).toBeLessThanOrEqual(0)
  const quote = log(bia).getByRole('button', { name: /A lista e a foto/ })
  await quote.click()
  await bia.locator('[id^="chat-message-"]:focus', { hasText: 'A lista e a foto' }).waitFor()
  await bia.context().close()
  await caio.context().close()
})

test('a window taller than the first page of an internal chat loads older messages without a scroll', async () => {
  const { users } = await shop.request<{ users: { id: number; name: string }[] }>('GET', '/users')
  const caio = users.find(({ name }) => name === 'Caio Lima')
  const { id, uuid } = await shop.request<{ id: number; uuid: string }>('POST', '/chats', {
    title: 'Longa',
    users: [caio],
  })
  for (let n = 1; n <= 45; n++) await shop.request('POST', `/chats/${id}/messages`, { message: `Linha ${n}.` })
  const page = await signIn(await harness.newContext({ viewport: { width: 1280, height: 1600 } }), shop.url, 'caio')
  await page.goto(`${shop.url}/chats/${uuid}`)
  await log(page).getByText('Linha 45.').waitFor()
  await log(page).getByText('Linha 12.').waitFor()
  await page.context().close()
})

test('a pending ticket is listed in the notifications, and a click opens it', async () => {
  const bia = await signIn(await harness.newContext(), shop.url, 'bia')
  const { uuid } = await createTicket(harness, shop, 'Joana Reis', 'Tem bolo?')
  await button(bia, 'Notificações: 1 atendimento espera por você').click()
  await bia.locator('link[rel="icon"][href^="data:image/svg+xml"]').waitFor({ state: 'attached' })
  await bia
    .getByRole('dialog', { name: 'Notificações' })
    .getByRole('link', { name: /Joana Reis/ })
    .click()
  await bia.waitForURL(`**/tickets/${uuid}`)
  await bia.context().close()
})

test('the service worker shows push messages, opens their page on click, and shows an offline page', async () => {
  const context = await harness.newContext({ permissions: ['notifications'] })
  const proxy = await openNetworkProxy(shop.serving.port)
  const started = context.waitForEvent('serviceworker')
  const bia = await signIn(context, proxy.url, 'bia')
  const worker = await started
  await bia.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const devtools = await context.newCDPSession(bia)
  const registered = new Promise<string>((found) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; isShown?: boolean }
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.registration.showNotification = async (...given) => {
      await show(...given)
      scope.isShown = true
    }
  })
  const data = JSON.stringify({ kind: 'test', to: '/chats', tag: 'test' })
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: proxy.url, registrationId: await registered, data })
  const shown = () =>
    bia.evaluate(async () => {
      const { getNotifications } = ServiceWorkerRegistration.prototype
      const all = await getNotifications.call(await navigator.serviceWorker.ready)
      return all.map(({ body }) => body)
    })
  // Read once and not before: reading all notifications makes the browser forget those it has stored and not shown yet.
  const isShown = () => worker.evaluate(() => (globalThis as { isShown?: boolean }).isShown === true)
  await until('the notification', isShown)
  expect(await shown()).toEqual(['As notificações funcionam neste aparelho.'])
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; NotificationEvent: typeof Event }
    const [notification] = await scope.registration.getNotifications()
    globalThis.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification } as EventInit))
  })
  await bia.waitForURL('**/chats')
  await button(bia, 'Nova conversa').first().waitFor()

  proxy.cut()
  await bia.reload()
  await bia.getByRole('heading', { name: 'Sem conexão com o servidor' }).waitFor()
  proxy.restore()
  await bia.getByRole('link', { name: 'Tentar agora' }).click()
  await button(bia, 'Nova conversa').first().waitFor()
  const manifest = await (await fetch(`${shop.url}/manifest.webmanifest`)).json()
  for (const { src } of (manifest as { icons: { src: string }[] }).icons)
    expect((await fetch(shop.url + src)).headers.get('content-type')).toBe('image/png')
  await context.close()
  proxy.close()
})

test('a message that the service worker did not send opens no page (ASVS V3.5.5)', async () => {
  const bia = await signIn(await harness.newContext(), shop.url, 'bia')
  await bia.evaluate(async () => {
    window.postMessage({ open: '/contacts' }, '*')
    await new Promise((resolve) => addEventListener('message', resolve, { once: true }))
  })
  expect(new URL(bia.url()).pathname).toBe('/tickets')
  await bia.context().close()
})
