import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright'
import { type Simulator, startSimulator } from '../../emulator/control'
import { createSample } from '../../emulator/control/samples'
import { Device, login, memoryAuth, until } from '../emulator/device'
import { cleanUp } from '../executable/balcao'
import { expectAccessible } from '../expect-accessible'
import { trustAnyCertificate } from '../trust-any-certificate'
import { playNewcomer } from './accounts/newcomer'
import { type Harness, openHarness } from './harness'

/** The simulator page for playing customers, in a real browser; a linked device takes the product's part. */
const accessibilityOptions = { slight: true, themes: ['light' as const] }
const auth = memoryAuth()

let harness: Harness
let simulator: Simulator
let unlinkedDevice: Device
let device: Device

trustAnyCertificate()
beforeAll(async () => {
  harness = await openHarness()
  const qrCodes = () =>
    unlinkedDevice.qr && !unlinkedDevice.linked ? [{ name: 'Recepção', qr: unlinkedDevice.qr }] : []
  simulator = await startSimulator({ demo: true, qrCodes })
  unlinkedDevice = new Device(simulator.emulator, auth)
  await until(() => unlinkedDevice.qr)
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
  device.end()
  await simulator.stop()
  expect(harness.problems).toEqual([])
})

async function openSimulator(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await harness.newContext({ viewport: { width: 1280, height: 800 }, ...options })).newPage()
  await page.goto(simulator.controlUrl)
  return page
}

test('one click scans the QR code; a new customer writes, is answered, reacts and deletes a message', async () => {
  const page = await openSimulator()
  await page.getByText('nada sai desta máquina').waitFor()
  await page.getByRole('button', { name: /Recepção/ }).click()
  await until(() => unlinkedDevice.closeCode)
  device = await login(simulator.emulator, auth)
  await page.getByText('conectado', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Novo cliente' }).click()
  await page.getByLabel('Nome').fill('Ana Moura')
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Vocês abrem hoje?')
  await page.keyboard.press('Enter')
  const question = await device.waitForText('Vocês abrem hoje?')
  await device.socket.readMessages([question.key])
  await page.getByRole('img', { name: 'lida' }).waitFor()

  const { bytes } = createSample('cake', 4)
  await device.send(question.key.remoteJid!, { image: bytes, caption: 'Abrimos!' }, { quoted: question })
  const answer = page.locator('.theirs', { hasText: 'Abrimos!' })
  await answer.locator('blockquote', { hasText: 'Vocês abrem hoje?' }).waitFor()
  await answer.hover()
  await answer.getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Reagir ❤️' }).click()
  await device.waitForMessage(({ message }) => message?.reactionMessage?.text === '❤️')
  await answer.locator('.reactions').waitFor()

  const own = page.locator('.mine', { hasText: 'Vocês abrem hoje?' })
  await own.hover()
  await own.getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Apagar para todos' }).click()
  await page.locator('.mine', { hasText: 'Mensagem apagada' }).waitFor()
  await expectAccessible(page, 'desktop', accessibilityOptions)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'desktop with the dark theme', accessibilityOptions)
  await page.context().close()
})

test('a call rings until the company declines it, which the phone shows for a while', async () => {
  const page = await openSimulator()
  await page.getByRole('button', { name: /Ana Moura/ }).click()
  const status = page.getByRole('region', { name: 'Telefone de Ana Moura' }).getByRole('status')
  await page.getByRole('button', { name: 'Ligar' }).waitFor()
  expect(await status.count()).toBe(0)
  const offered = new Promise<{ id: string; from: string }>((resolve) =>
    device.socket.ev.on('call', ([call]) => call?.status === 'offer' && resolve(call)),
  )
  await page.getByRole('button', { name: 'Ligar' }).click()
  await status.filter({ hasText: 'Chamando…' }).waitFor()
  const { id, from } = await offered
  await device.socket.rejectCall(id, from)
  await status.filter({ hasText: 'Ligação recusada' }).waitFor()
  await status.waitFor({ state: 'detached' })
  await page.context().close()
})

test('on a phone, samples and files are sent, and the page fits the width', async () => {
  const page = await openSimulator({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await page.getByRole('button', { name: /Ana Moura/ }).tap()
  for (const name of ['Foto de exemplo', 'Áudio de exemplo', 'PDF de exemplo', 'Figurinha', 'Localização', 'Contato']) {
    await page.getByRole('button', { name: 'Anexar' }).tap()
    await page.getByRole('menuitem', { name }).tap()
  }
  const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n1;2\n') }
  await page.locator('input[type=file]').setInputFiles(file)
  const parts = [
    'imageMessage',
    'audioMessage',
    'documentMessage',
    'stickerMessage',
    'locationMessage',
    'contactMessage',
  ]
  for (const part of parts) await device.waitForMessage(({ message }) => Boolean(message && part in message))
  await device.waitForMessage(({ message }) => message?.documentMessage?.fileName === 'lista.csv')
  await page.getByText('lista.csv').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page, 'phone', accessibilityOptions)
  await page.getByRole('button', { name: 'Voltar' }).tap()
  await page.getByRole('heading', { name: 'Clientes' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.context().close()
})

test('the simulator page uses the language of the browser', async () => {
  for (const [locale, title] of Object.entries({
    'en-GB': 'Simulator',
    'es-AR': 'Simulador',
    'fr-FR': 'Simulador',
  })) {
    const page = await openSimulator({ locale })
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.context().close()
  }
})

test('a newcomer who starts the demonstration on an empty directory answers the first customer in twelve steps', async () => {
  expect(await playNewcomer(harness)).toHaveLength(12)
})
