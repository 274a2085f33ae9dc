import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { png } from '../../sample-files'
import { phone } from '../harness'
import {
  acceptTicket,
  bubble,
  button,
  conversation,
  horizontalOverflow,
  row,
  sendMessage,
  signIn,
  tab,
} from '../screen'
import { createTicket, nextNumber } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Content beside text: the ad through which a customer came, mentions, and files that no browser shows. */

setUpShop()

const thumbnail = Buffer.from(png()).toString('base64')
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(400)])
const externalAdReply = {
  ...{ title: 'Bolos de festa da Padaria Estrela', body: 'Encomende com dois dias de antecedência', thumbnail },
  ...{
    sourceType: 'ad',
    sourceId: '120210001',
    sourceUrl: 'https://fb.me/abc',
    sourceApp: 'instagram',
    ctwaClid: 'Af1',
  },
}
const day = 86_400
let page: Page
let helena: { number: string; name: string }

beforeAll(async () => {
  await shop.request('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
  const { control } = harness
  helena = { number: nextNumber(), name: 'Helena Dias' }
  await control.addCustomer(helena)
  const contextInfo = { externalAdReply, expiration: day }
  const message = { extendedTextMessage: { text: 'Quero um bolo para sábado', contextInfo } }
  await control.send({ from: helena.number, to: shop.owner, content: { raw: message as never } })
  const image = { image: heic.toString('base64'), mimetype: 'image/heic', caption: 'Assim', expiration: day }
  await control.send({ from: helena.number, to: shop.owner, content: image })
  page = await signIn(await harness.newContext(), shop.url, 'ana')
  await acceptTicket(page, 'Helena Dias')
})

test('the ad through which a customer came stands above the message, with its link', async () => {
  const card = bubble(page, 'Quero um bolo').getByRole('link', { name: /Bolos de festa/ })
  await card.waitFor()
  expect(await card.getAttribute('href')).toBe('https://fb.me/abc')
  expect(await card.getAttribute('rel')).toBe('noopener noreferrer')
  await card.getByText('Anúncio · instagram').waitFor()
})

test('a picture that the browser cannot show is saved under a name with its ending', async () => {
  const frame = bubble(page, 'Assim')
  await frame.getByText('Este arquivo não pode ser mostrado aqui.').waitFor()
  const saved = page.waitForEvent('download')
  await frame.getByRole('link', { name: 'Baixar' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Foto \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.heic$/)
})

test('an answer disappears after the time that the customer has set', async () => {
  await sendMessage(page, 'Para quantas pessoas?')
  const received = await harness.control.waitForMessage({ phone: helena.number, text: 'Para quantas pessoas?' })
  expect(received.expiration).toBe(day)
})

test('people mentioned in a group are shown by name, and the own number as the connection', async () => {
  const { control } = harness
  const rui = { number: nextNumber(), name: 'Rui Matos' }
  await control.addCustomer(rui)
  await createTicket(harness, shop, 'Ivo Reis')
  const members = [shop.owner, helena.number, rui.number]
  const { jid } = await control.addGroup({ subject: 'Festa da Helena', members })
  const text = `@${helena.number} confirma com @${shop.owner}?`
  const mentionedJid = [helena.number, shop.owner].map((number) => `${number}@s.whatsapp.net`)
  const raw = { extendedTextMessage: { text, contextInfo: { mentionedJid } } }
  await control.send({ from: rui.number, to: jid, content: { raw } })
  await tab(page, 'Aguardando').click()
  const line = row(page, 'Festa da Helena')
  await line.getByText('@Helena Dias confirma com @WhatsApp da padaria?').waitFor()
  await acceptTicket(page, 'Festa da Helena')
  await bubble(page, 'confirma com').getByText('@Helena Dias', { exact: true }).waitFor()
  await bubble(page, 'confirma com').getByText('@WhatsApp da padaria', { exact: true }).waitFor()
})

test('the list is filtered by ad, and the dashboard counts its customers', async () => {
  await tab(page, 'Meus').click()
  await button(page, 'Filtros').first().click()
  const choice = page.getByRole('checkbox', { name: /Bolos de festa/ })
  await choice.check()
  const overflow = await choice.evaluate((box) => {
    const panel = box.closest('.overflow-y-auto')
    return panel ? panel.scrollWidth - panel.clientWidth : -1
  })
  expect(overflow).toBe(0)
  await page.keyboard.press('Escape')
  await row(page, 'Festa da Helena').waitFor({ state: 'detached' })
  await row(page, 'Helena Dias').first().waitFor()
  await page.goto(`${shop.url}/`)
  const ads = page.getByRole('region', { name: 'Clientes por anúncio' })
  await ads.getByText('Bolos de festa da Padaria Estrela').waitFor()
})

test('on a phone the card of an ad and the notice of a file fit', async () => {
  const small = await signIn(await harness.newContext(phone), shop.url, 'ana')
  await tab(small, 'Meus').click()
  await row(small, 'Para quantas pessoas?').click()
  await conversation(small).waitFor()
  await bubble(small, 'Assim').getByText('Este arquivo não pode ser mostrado aqui.').waitFor()
  expect(await horizontalOverflow(small)).toBeLessThanOrEqual(0)
})
