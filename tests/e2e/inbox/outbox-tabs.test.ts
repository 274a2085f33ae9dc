import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { composer, row, sendMessage, waitForValue } from '../screen'
import { harness, shop } from '../shop-setup'
import {
  type Customer,
  context,
  createCustomer,
  expectPhone,
  openNewPage,
  openTicket,
  page,
  proxy,
  setUpOutbox,
  waitForDelivery,
  waitingMark,
} from './outbox-setup'

/** Two tabs of one user: what was written offline, unread marks and drafts (docs/adr/0031). */

setUpOutbox()

/** Opens the customer's conversation in a second tab of Bia as well. */
async function openTwice(to: Customer) {
  const other = await context.newPage()
  await other.goto(`${proxy.url}/tickets/${to.uuid}`)
  await composer(other).waitFor()
  await openTicket(to)
  return other
}

/** Cuts the network and writes the texts alternately in the two tabs. */
async function writeInTurns(tabs: [Page, Page], texts: string[]) {
  proxy.cut()
  for (const tab of tabs) await tab.getByText('Sem conexão com o servidor.').waitFor()
  for (const [index, text] of texts.entries()) {
    await sendMessage(tabs[index % 2]!, text)
    await waitingMark(tabs[index % 2]!, text).waitFor()
  }
}

test('messages written offline alternately in two tabs arrive once, in the order of writing', async () => {
  const vera = await createCustomer('Vera')
  const other = await openTwice(vera)
  const texts = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']
  await writeInTurns([page, other], texts)
  proxy.restore()
  await expectPhone(vera, texts)
})

/** Replies of the conversation as a tab shows them. */
const shownReplies = async (on: Page) =>
  (await on.locator('[data-message]').allTextContents()).map((text) => /^m\d/.exec(text)?.[0]).filter(Boolean)

test('messages written offline in one tab beside another arrive once, in order, and both tabs show each once', async () => {
  const vera = await createCustomer('Vera')
  const other = await openTwice(vera)
  proxy.cut()
  for (const tab of [page, other]) await tab.getByText('Sem conexão com o servidor.').waitFor()
  const texts = ['m1', 'm2', 'm3']
  for (const text of texts) await sendMessage(page, text)
  await waitingMark(page, 'm3').waitFor()
  proxy.restore()
  await expectPhone(vera, texts)
  for (const tab of [page, other]) {
    // A tab that connects after the first message loads it again with the conversation.
    for (const text of texts) await waitForDelivery(tab, text)
    expect(await shownReplies(tab)).toEqual(texts)
  }
  await sendMessage(other, 'm4')
  await waitForDelivery(page, 'm4')
  await expectPhone(vera, [...texts, 'm4'])
})

test('unread mark and draft of one tab appear in another, and sending the draft in one empties it in the other', async () => {
  const [vera, zeca] = [await createCustomer('Vera'), await createCustomer('Zeca')]
  const other = await openTwice(zeca)
  await harness.control.send({ from: vera.number, to: shop.owner, content: 'tem bolo?' })
  const unread = (on: Page) => row(on, vera.name).getByText(/não lidas?$/)
  for (const tab of [page, other]) await unread(tab).waitFor({ state: 'attached' })
  await openTicket(vera)
  for (const tab of [page, other]) await unread(tab).waitFor({ state: 'detached' })
  await composer(page).fill('m1')
  await row(other, vera.name).getByText('Rascunho: m1').waitFor()
  await openTicket(vera, other)
  await waitForValue(composer(other), 'm1')
  await composer(page).press('Enter')
  await waitForValue(composer(other), '')
  await waitForDelivery(other, 'm1')
  await sendMessage(other, 'm2')
  await waitForDelivery(page, 'm2')
  await expectPhone(vera, ['m1', 'm2'])
})

test('messages of a tab closed while offline are sent by the other tab once, in the order of writing', async () => {
  const vera = await createCustomer('Vera')
  const other = await openTwice(vera)
  const texts = ['m1', 'm2', 'm3', 'm4', 'm5']
  await writeInTurns([page, other], texts)
  await page.close()
  proxy.restore()
  await expectPhone(vera, texts)
  await openNewPage()
  await page.goto(`${proxy.url}/tickets/${vera.uuid}`)
  await sendMessage(page, 'm6')
  await sendMessage(other, 'm7')
  await expectPhone(vera, [...texts, 'm6', 'm7'])
})
