import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { until } from '../harness'
import { acceptTicket, bubble, composer, row, sendMessage, signIn, tab, waitForValue } from '../screen'
import { scrollUp, topMessage, trackPosition } from '../scrolling'
import { createTicket, writeDatabase } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'
import { insertHistory } from './message-history'

/** A conversation of 20,000 messages. */

const messageCount = 20_000
let page: Page

setUpShop()
beforeAll(async () => {
  const { id } = await createTicket(harness, shop, 'Heitor')
  await createTicket(harness, shop, 'Íris')
  writeDatabase(shop.serving.dataDir, (db) => {
    insertHistory(db, id, messageCount)
    // Moves the message Heitor wrote below the inserted history.
    db.query('update messages set id = id + ? where ticketId = ? and waId not like ?').run(
      2 * messageCount,
      id,
      'PAST%',
    )
  })
  page = await signIn(await harness.newContext(), shop.url, 'bia')
})

test('a conversation opens at its end', async () => {
  await tab(page, 'Aguardando').click()
  await row(page, 'Heitor').waitFor()
  await acceptTicket(page, 'Heitor')
  await bubble(page, `${messageCount}.`).waitFor()
  // The details panel narrows the conversation and changes its line breaks.
  await page.getByRole('heading', { name: 'Detalhes do contato' }).waitFor()
  const rest = () =>
    page.evaluate(() => {
      const log = document.querySelector('[role=log]')!
      return log.scrollHeight - log.clientHeight - log.scrollTop
    })
  await until('the end of the list', async () => (await rest()) < 2)
})

test('loading an older page does not move the visible messages', async () => {
  // Height of the whole list in px. The first drawn message is no measure: rows far above the view are not drawn.
  const listHeight = () => page.evaluate(() => document.querySelector('[role=log]')!.scrollHeight)
  for (let times = 0; times < 4; times++) {
    let hasArrived = false
    const seen = Promise.withResolvers<void>()
    await page.route(
      /\/api\/messages\/\d+\?cursor/,
      async (route) => {
        const response = await route.fetch()
        hasArrived = true
        await seen.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    // A request in flight may scroll the list down again.
    await until('an older page on its way', async () => {
      await page.evaluate(() => {
        const log = document.querySelector('[role=log]')!
        if (log.scrollTop < 500) return // near the top already
        // The wheel event marks the scrolling as the user's, otherwise the list stays at its end right after opening.
        // Small steps let the list measure each row; unmeasured rows below would move it when rows are added above.
        log.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }))
        log.scrollTop -= 240
      })
      return hasArrived
    })
    const height = await listHeight()
    const { id } = await topMessage(page)
    const moved = await trackPosition(page, id)
    seen.resolve()
    await until('the older page', async () => (await listHeight()) > height + 300)
    expect(Math.abs(await moved())).toBeLessThanOrEqual(2)
  }
})

test('scrolling through hundreds of messages renders fewer than 120, and an incoming message moves none', async () => {
  expect(await scrollUp(page, 60_000)).toBeGreaterThan(10_000)
  const drawn = await page.locator('[data-message]').count()
  expect(drawn).toBeLessThan(120)

  const before = await topMessage(page)
  const { number } = (await harness.control.customers()).find(({ name }) => name === 'Heitor')!
  await harness.control.send({ from: number, to: shop.owner, content: 'lá embaixo' })
  await page.getByRole('button', { name: '1 mensagem nova' }).waitFor()
  expect(await topMessage(page)).toEqual(before)
  await page.getByRole('button', { name: '1 mensagem nova' }).click()
  await bubble(page, 'lá embaixo').waitFor()
})

test('the conversation is displayed and usable after switching to another one and back', async () => {
  await acceptTicket(page, 'Íris')
  await row(page, 'Heitor').getByRole('link').click()
  await bubble(page, 'lá embaixo').waitFor()
  await sendMessage(page, 'resposta')
  await bubble(page, 'resposta').waitFor()
  await waitForValue(composer(page), '')
})
