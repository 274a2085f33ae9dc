import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { createSample } from '../../../emulator/control/samples'
import { until } from '../harness'
import {
  acceptTicket,
  bubble,
  button,
  composer,
  conversation,
  list,
  row,
  sendMessage,
  signIn,
  waitForValue,
} from '../screen'
import { createTicket, people, writeDatabase } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** The composer: drafts, undo, quick messages, notes, attachments, scheduling. */

let bia: Page
let rosa: { id: number; uuid: string; number: string }

setUpShop()
beforeAll(async () => {
  setUndoSeconds(10)
  await shop.request('POST', '/quick-messages', {
    shortcode: 'prazo',
    message: 'Oi {{firstName}}, fica pronto em 2 dias.',
    geral: true,
  })
  rosa = await createTicket(harness, shop, 'Rosa Mendes')
  bia = await signIn(await harness.newContext(), shop.url, 'bia')
  await acceptTicket(bia, 'Rosa Mendes')
})

const setUndoSeconds = (seconds: number) =>
  writeDatabase(shop.serving.dataDir, (db) =>
    db.run(`update users set undoSeconds = ${seconds} where name = 'Bia Torres'`),
  )

const received = async () => (await harness.control.inbox({ phone: rosa.number })).map(({ text }) => text)

test('a message undone with Ctrl+Z is not sent, and its text returns to the composer', async () => {
  await sendMessage(bia, 'São mil reais')
  await bubble(bia, 'São mil reais').waitFor()
  await composer(bia).press('Control+z')
  await waitForValue(composer(bia), 'São mil reais')
  await bubble(bia, 'São mil reais').waitFor({ state: 'detached' })
})

test('a reload keeps the draft and sends the message waiting for undo once', async () => {
  await composer(bia).fill('São cem reais')
  await composer(bia).press('Enter')
  await button(bia, 'Desfazer').waitFor()
  await composer(bia).fill('Quer que eu')
  const most = await countMostBubbles(bia, 'São cem reais')
  await bia.reload()
  await harness.control.waitForMessage({ phone: rosa.number, contains: 'São cem reais' })
  await bubble(bia, 'São cem reais')
    .getByRole('img', { name: /Enviada|Entregue/ })
    .waitFor()
  await waitForValue(composer(bia), 'Quer que eu')
  await bia.getByRole('link', { name: 'Atendimentos' }).first().click()
  await row(bia, 'Rosa Mendes').getByText('Rascunho: Quer que eu').waitFor()
  await row(bia, 'Rosa Mendes').click()
  await composer(bia).fill('')
  expect((await received()).filter((text) => text === 'São cem reais')).toHaveLength(1)
  // The waiting bubble and the confirmed bubble were never both on the page.
  expect(await most()).toBe(1)
})

/** Returns a function with the maximum number of bubbles with this text since the next load; delays uploads by 1 s. */
async function countMostBubbles(page: Page, text: string) {
  await page.addInitScript((text) => {
    const { fetch } = window
    window.fetch = (async (...asked: Parameters<typeof fetch>) => {
      if (asked[1]?.method === 'POST' && String(asked[0]).includes('/api/messages/'))
        await new Promise((go) => setTimeout(go, 1000))
      return fetch(...asked)
    }) as typeof fetch
    const counted = window as unknown as { most: number }
    counted.most = 0
    const count = () => {
      const all = [...document.querySelectorAll('[data-message]')].filter((one) => one.textContent?.includes(text))
      counted.most = Math.max(counted.most, all.length)
    }
    new MutationObserver(count).observe(document, { childList: true, subtree: true })
  }, text)
  return () => page.evaluate(() => (window as unknown as { most: number }).most)
}

test('quick messages, variables and messages that wait for undo show the values the customer will get', async () => {
  await composer(bia).pressSequentially('Para {{first')
  await bia.getByRole('option', { name: /Rosa/ }).waitFor()
  await composer(bia).press('Tab')
  await waitForValue(composer(bia), 'Para Rosa')
  await composer(bia).fill('')
  await composer(bia).pressSequentially('/pra')
  await bia.getByRole('option', { name: /\/prazo/ }).waitFor()
  await composer(bia).press('Tab')
  await waitForValue(composer(bia), 'Oi Rosa, fica pronto em 2 dias.')
  await composer(bia).press('Enter')
  await composer(bia).fill('Certo, {{firstName}}?')
  await composer(bia).press('Enter')
  await bubble(bia, 'Certo, Rosa?').waitFor()
  await harness.control.waitForMessage({ phone: rosa.number, contains: 'Oi Rosa, fica pronto' })
  await bubble(bia, 'Oi Rosa, fica pronto').waitFor()
  await composer(bia).press('Control+z')
  await composer(bia).fill('')
})

test('an emoji by its name, a location and a contact reach the customer', async () => {
  await composer(bia).pressSequentially('Feito :polegar')
  await bia.getByRole('option', { name: '👍' }).first().waitFor()
  await composer(bia).press('Tab')
  await waitForValue(composer(bia), 'Feito 👍')
  await composer(bia).press('Enter')

  // The cursor stands behind an emoji chosen with the mouse, not between its two UTF-16 units.
  await composer(bia).pressSequentially('Chegou')
  await button(bia, 'Emoji').click()
  const faces = bia.getByRole('region', { name: 'Rostos e emoções' })
  await faces.getByRole('button').filter({ hasText: '😀' }).click()
  await bia.keyboard.type(' hoje')
  await waitForValue(composer(bia), 'Chegou😀 hoje')
  await composer(bia).fill('')

  await button(bia, 'Mais opções da mensagem').click()
  await bia.getByRole('menuitem', { name: 'Enviar localização' }).click()
  await bia.getByLabel('Coordenadas ou link do mapa').fill('-23.5505, -46.6333')
  await button(bia.getByRole('dialog'), 'Enviar').click()
  await button(bia, 'Mais opções da mensagem').click()
  await bia.getByRole('menuitem', { name: 'Enviar contato' }).click()
  await bia.getByRole('combobox', { name: 'Contato' }).fill('rosa')
  await bia.getByRole('option', { name: /Rosa/ }).first().click()
  await button(bia.getByRole('dialog'), 'Enviar').click()
  await harness.control.waitForMessage({ phone: rosa.number, contains: 'Feito 👍' })
  for (const kind of ['location', 'contact'] as const)
    await harness.control.waitForMessage({ phone: rosa.number, kind })
})

test('a note is not sent to the customer', async () => {
  await button(bia, 'Nota interna').click()
  const note = bia.getByRole('textbox', { name: 'Nota interna' })
  await note.fill('Cliente antiga, dar desconto')
  await note.press('Enter')
  await list(bia).waitFor()
  await bia.getByText('Cliente antiga, dar desconto').first().waitFor()
  await bia.getByText('Nota salva.').waitFor()
  await composer(bia).waitFor()
  expect((await received()).join()).not.toContain('desconto')
})

test('typing is shown to colleagues, and replying after a colleague’s reply asks for confirmation', async () => {
  // A message of hers that waits would ask her, too, as soon as Ana has replied.
  setUndoSeconds(0)
  await bia.reload()
  await composer(bia).waitFor()
  const ana = await signIn(await harness.newContext(), shop.url, 'ana')
  await ana.goto(`${shop.url}/tickets/${rosa.uuid}`)
  // A colleague's conversation says whose it is, and its composer starts with a note.
  await ana.getByText(`${people.bia.name} está atendendo.`, { exact: false }).waitFor()
  await ana.getByRole('textbox', { name: 'Nota interna' }).waitFor()
  await button(ana, 'Resposta').click()
  // Typing repeatedly: an event sent before the websocket is open is lost.
  await until('her writing to be seen', async () => {
    for (const text of ['Vou ve', 'Vou ver']) await composer(ana).fill(text)
    return (await bia.getByText(`${people.ana.name} está escrevendo`).count()) > 0
  })
  await sendMessage(bia, 'Já está pronto')
  await bubble(ana, 'Já está pronto').waitFor()
  await composer(ana).press('Enter')
  await ana.getByRole('heading', { name: `${people.bia.name} já respondeu` }).waitFor()
  await button(ana, 'Cancelar').click()
  await waitForValue(composer(ana), 'Vou ver')
  await composer(ana).press('Enter')
  await harness.control.waitForMessage({ phone: rosa.number, contains: 'Vou ver' })

  // A mention in a note notifies Bia and links to the note.
  await composer(bia).press('Escape')
  await button(ana, 'Nota interna').click()
  const note = ana.getByRole('textbox', { name: 'Nota interna' })
  await note.pressSequentially('Combine com @bi')
  await ana.getByRole('option', { name: people.bia.name }).waitFor()
  await note.press('Tab')
  await note.press('Enter')
  await button(bia, /^Notificações/).click()
  await bia.getByRole('tab', { name: 'Histórico' }).click()
  await bia.getByRole('link', { name: /Combine com @Bia Torres/ }).click()
  await bia.getByRole('article', { name: `Nota de ${people.ana.name}` }).waitFor()
  await bia.waitForURL(`**/tickets/${rosa.uuid}`)
})

test('a draft can be scheduled instead of sent', async () => {
  await composer(bia).fill('Amanhã passo aí')
  await button(bia, 'Enviar mais tarde').click()
  const dialog = bia.getByRole('dialog')
  await waitForValue(dialog.getByRole('textbox', { name: 'Mensagem' }), 'Amanhã passo aí')
  await button(dialog, 'Agendar').click()
  await bia.getByRole('dialog').waitFor({ state: 'detached' })
  await waitForValue(composer(bia), '')
})

test('in a group, neither button nor menu offers to schedule a message', async () => {
  await shop.request('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
  const { jid } = await harness.control.addGroup({ subject: 'Turma do pão', members: [shop.owner, rosa.number] })
  await harness.control.send({ from: rosa.number, to: jid, content: 'Oi, turma' })
  await acceptTicket(bia, 'Turma do pão')
  const group = conversation(bia)
  expect(await button(group, 'Enviar mais tarde').count()).toBe(0)
  await button(group, 'Mais opções da mensagem').click()
  await bia.getByRole('menuitem', { name: 'Respostas rápidas' }).waitFor()
  expect(await bia.getByRole('menuitem', { name: 'Enviar mais tarde' }).count()).toBe(0)
  await bia.keyboard.press('Escape')
  await bia.goto(`${shop.url}/tickets/${rosa.uuid}`)
  await button(conversation(bia), 'Enviar mais tarde').waitFor()
})

test('discarded attachments and captions are restored by undo', async () => {
  const files = ['bolo.png', 'torta.png'].map((name) => ({
    ...{ name, mimeType: 'image/png', buffer: Buffer.from(createSample('cake').bytes) },
  }))
  await bia.locator('input[type=file]').setInputFiles(files)
  await bia.getByLabel('Legenda de torta.png').fill('a de limão')
  const preview = bia.getByRole('dialog').locator('img').first()
  await until('a large preview', async () => ((await preview.boundingBox())?.height ?? 0) > 180)
  await bia.keyboard.press('Escape')
  await bia.getByText('2 arquivos descartados.').waitFor()
  await bia.getByRole('dialog').waitFor({ state: 'detached' })
  await bia.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await waitForValue(bia.getByLabel('Legenda de torta.png'), 'a de limão')
  for (const { name } of files) await button(bia, `Remover ${name}`).click()
  await bia.getByRole('dialog').waitFor({ state: 'detached' })
})

test('pasted cells with their picture become text, a pasted picture becomes an attachment', async () => {
  const paste = (text: string) =>
    composer(bia).evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['picture'], 'image.png', { type: 'image/png' }))
      if (text) clipboardData.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      // The browser inserts the text unless the page takes the event.
      return field.dispatchEvent(event) ? 'inserted by the browser' : 'taken by the page'
    }, text)
  expect(await paste('Bolo\t48,00')).toBe('inserted by the browser')
  expect(await bia.getByLabel('Legenda de image.png').count()).toBe(0)
  expect(await paste('')).toBe('taken by the page')
  await bia.getByLabel('Legenda de image.png').waitFor()
  await button(bia, 'Remover image.png').click()
  await bia.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a long text shows whole lines only', async () => {
  await composer(bia).fill(Array.from({ length: 12 }, (_, line) => `linha ${line}`).join('\n'))
  const [height, lineHeight, padding] = await composer(bia).evaluate((field) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field)
    return [field.clientHeight, Number.parseFloat(lineHeight), `${paddingTop} ${paddingBottom}`] as const
  })
  expect([height % lineHeight, padding]).toEqual([0, '0px 0px'])
  await composer(bia).fill('')
})

test('the header of an own conversation does not repeat the name of its agent', async () => {
  const header = conversation(bia).locator('header')
  await header.getByText('Rosa Mendes').waitFor()
  expect(await header.textContent()).not.toContain(people.bia.name.split(' ')[0]!)
})

test('a note is kept over a reload, leaves the reply mode after it is saved, and is the last one in the details', async () => {
  await button(bia, 'Nota interna').click()
  const note = bia.getByRole('textbox', { name: 'Nota interna' })
  await note.fill('Ligar depois das 18h')
  await bia.reload()
  await button(bia, 'Nota interna').click()
  await waitForValue(note, 'Ligar depois das 18h')
  await button(bia, 'Salvar a nota').click()
  await composer(bia).and(bia.locator(':focus')).waitFor()
  const details = bia.getByRole('complementary', { name: 'Detalhes do contato' })
  await details.getByText('Ligar depois das 18h').waitFor()
  expect(await details.getByRole('textbox').count()).toBe(0)
  expect((await received()).join()).not.toContain('18h')
})

test('a file whose upload failed is kept in the browser and sent after a reload', async () => {
  await bia.route('**/upload?*', (route) => route.abort())
  const bytes = Buffer.from(createSample('cake').bytes)
  await bia.locator('input[type=file]').setInputFiles({ name: 'bolo.png', mimeType: 'image/png', buffer: bytes })
  await bia.getByLabel('Legenda de bolo.png').fill('o de chocolate')
  await bia.keyboard.press('Enter')
  await bubble(bia, 'o de chocolate').getByText('Aguardando a conexão').waitFor()
  await bia.unroute('**/upload?*')
  await bia.reload()
  const contains = 'o de chocolate'
  const { media } = await harness.control.waitForMessage({ phone: rosa.number, contains })
  expect(media?.size).toBe(bytes.length)
})
