import { expect } from 'bun:test'
import { writeXlsx } from 'hucre/xlsx'
import type { BrowserContextOptions, Download, Page } from 'playwright'
import { colors } from '../../../src/shared/palette'
import { type Harness, until } from '../harness'
import { conversation, raceToAccept, signIn } from '../screen'
import { createTicket, emailOf, people, type Shop, writeDatabase } from '../shop'

/** Steps of a working day that are the same on desktops and on phones. */

/** Creates a supervisor, a quick message, two lanes of the board, and two customers with a pending ticket each. */
export async function prepareWorkingDay(harness: Harness, shop: Shop) {
  writeDatabase(shop.serving.dataDir, (db) => {
    const supervise = "update users set profile = 'supervisor', allTicket = 'enabled' where email = ?"
    db.query(supervise).run(emailOf('duda'))
  })
  const message = 'Oi, {{firstName}}! Seu pedido fica pronto às 15h.'
  await shop.request('POST', '/quick-messages', { shortcode: 'pronto', message, geral: true })
  for (const name of ['Encomenda', 'Pago']) await shop.request('POST', '/tags', { name, color: colors[1], kanban: 1 })
  const joana = await createTicket(harness, shop, 'Joana Reis', 'Bom dia, fazem torta de limão?')
  const heitor = await createTicket(harness, shop, 'Heitor Lima', 'Tem pão de queijo?')
  return { joana, heitor }
}

/** Opens a page each for two agents and the supervisor. */
export async function openPages(harness: Harness, shop: Shop, options?: BrowserContextOptions) {
  const open = async (name: 'bia' | 'caio' | 'duda') => signIn(await harness.newContext(options), shop.url, name)
  const [bia, caio, duda] = await Promise.all([open('bia'), open('caio'), open('duda')])
  return { bia, caio, duda }
}

/** Lets both agents accept Joana's ticket at the same time. Returns who got it and who was told to be late. */
export const raceForJoana = ({ bia, caio }: { bia: Page; caio: Page }, id: number) =>
  raceToAccept({ id, name: 'Joana Reis' }, [
    { page: bia, name: people.bia.name },
    { page: caio, name: people.caio.name },
  ])

/** Messages between the customer and the company, on the customer's phone. */
export const threadOf = (harness: Harness, shop: Shop, phone: string) =>
  harness.control.thread({ phone, with: shop.owner })

/** Waits until the customer's phone shows the edited price and a deleted message. */
export const waitForEditAndDeletion = (harness: Harness, shop: Shop, phone: string) =>
  until('what the customer sees', async () => {
    const seen = await threadOf(harness, shop, phone)
    return seen.some(({ edited, text }) => edited && text === 'São 90 reais') && seen.some(({ deleted }) => deleted)
  })

/** Waits until the conversation shows the note of an agent, which the customer has not received. */
export async function expectNote(page: Page, harness: Harness, shop: Shop, phone: string) {
  await conversation(page)
    .getByRole('article', { name: /de Bia Torres|de Caio Lima/ })
    .getByText('Paga sempre por Pix')
    .waitFor()
  expect((await threadOf(harness, shop, phone)).map(({ text }) => text).join()).not.toContain('Pix')
}

/** Expects the customers of the day and the imported one in the exported contacts. */
export async function expectExportedContacts(download: Download) {
  const text = await Bun.file(await download.path()).text()
  for (const name of ['Joana Reis', 'Heitor Lima', 'Érica Simões']) expect(text).toContain(name)
}

/** Spreadsheet of two customers for a file chooser; the number of the second is invalid. */
export async function customerSheet() {
  const rows = [
    ['nome', 'numero'],
    ['Érica Simões', 5511981112222],
    ['Sem Número', 12],
  ]
  const sheet = (await writeXlsx({ sheets: [{ name: 'Plan1', rows }] })) as Uint8Array
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name: 'clientes.xlsx', mimeType, buffer: Buffer.from(sheet) }
}
