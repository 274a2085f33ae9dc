import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { WireContent } from '../../emulator/control/control-api'
import { acceptTicket, bubble, signIn } from './screen'
import { createTicket } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** Contents beyond texts and files, as an agent sees them. */

let page: Page
let number: string

setUpShop()
beforeAll(async () => {
  page = await signIn(await harness.newContext(), shop.url, 'bia')
  ;({ number } = await createTicket(harness, shop, 'Oi, tudo bem?'))
  await acceptTicket(page, 'Oi, tudo bem?')
})

const write = async (content: WireContent) => (await harness.control.send({ from: number, to: shop.owner, content })).id

test('a poll is displayed with its options and counts a vote without a reload', async () => {
  const poll = await write({ poll: 'Qual sabor?', options: ['Chocolate', 'Morango'] })
  await bubble(page, 'Qual sabor?').getByText('0 pessoas votaram').waitFor()
  await write({ vote: poll, options: ['Morango'] })
  await bubble(page, 'Qual sabor?').getByText('1 pessoa votou').waitFor()
  expect(await bubble(page, 'Qual sabor?').getByRole('listitem').allTextContents()).toEqual([
    'Chocolate0 votos',
    'Morango1 voto',
  ])
})

test('the buttons of a template are lines with links', async () => {
  const hydratedButtons = [
    { urlButton: { displayText: 'Pagar', url: 'https://pague.example/1' } },
    { quickReplyButton: { displayText: 'Já paguei', id: '1' } },
  ]
  const hydratedTemplate = {
    ...{ hydratedTitleText: 'Fatura de maio', hydratedContentText: 'Sua fatura venceu', hydratedFooterText: 'Loja' },
    hydratedButtons,
  }
  await write({ raw: { templateMessage: { hydratedTemplate } } })
  const link = bubble(page, 'Fatura de maio').getByRole('link')
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe('https://pague.example/1')
})

test('an encrypted edit replaces the text, and one that stays closed leaves a mark', async () => {
  const order = await write('Quero 2 bolos')
  await bubble(page, 'Quero 2 bolos').waitFor()
  await write({ edit: order, text: 'Quero 20 bolos', encrypted: true })
  await bubble(page, 'Quero 20 bolos').getByRole('button', { name: 'editada' }).waitFor()
  const closed = await write('Pode ser hoje?')
  const targetMessageKey = { id: closed, fromMe: true, remoteJid: `${shop.owner}@s.whatsapp.net` }
  await write({ raw: { secretEncryptedMessage: { targetMessageKey, secretEncType: 2 } } })
  await bubble(page, 'Pode ser hoje?').getByText('Editada no celular').waitFor()
})

test('a contact card has e-mail and company', async () => {
  const vcard = 'BEGIN:VCARD\nFN:Rui Lima\nORG:Padaria Sol\nEMAIL:rui@sol.example\nTITLE:Dono\nEND:VCARD'
  await write({ raw: { contactMessage: { displayName: 'Rui', vcard } } })
  const card = bubble(page, 'Rui Lima')
  for (const text of ['rui@sol.example', 'Padaria Sol', 'Dono']) await card.getByText(text).waitFor()
  await write({ raw: { eventMessage: { name: 'Degustação', startTime: 1_796_083_200, location: { name: 'Loja' } } } })
  await bubble(page, 'Degustação').getByText('Início: 30/11/2026 21:00').waitFor()
})
