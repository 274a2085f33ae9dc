import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { until } from './harness'
import { insertHistory } from './message-history'
import { acceptTicket, bubble, composer, row, sendMessage, signIn, tab, waitForValue } from './screen'
import { scrollUp, topMessage, trackPosition } from './scrolling'
import { createTicket } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** A conversation of twenty thousand messages. */

const messageCount = 20_000
let page: Page

setUpShop()
beforeAll(async () => {
  const { id } = await createTicket(harness, shop, 'Heitor')
  await createTicket(harness, shop, 'Íris')
  await shop.restart((db) => {
    insertHistory(db, id, messageCount)
    // What Heitor wrote goes below his past.
    db.query('update messages set id = id + ? where ticketId = ? and waId not like ?').run(
      2 * messageCount,
      id,
      'PAST%',
    )
  })
  page = await signIn(await harness.newContext(), shop.url, 'bia')
})

test('it opens at its end', async () => {
  await tab(page, 'Aguardando').click()
  await row(page, 'Heitor').waitFor()
  await acceptTicket(page, 'Heitor')
  await bubble(page, `${messageCount}.`).waitFor()
  // Its width is the conversation's too: beside it the lines break elsewhere.
  await page.getByRole('heading', { name: 'Detalhes do contato' }).waitFor()
  const rest = () =>
    page.evaluate(() => {
      const log = document.querySelector('[role=log]')!
      return log.scrollHeight - log.clientHeight - log.scrollTop
    })
  await until('its very end', async () => (await rest()) < 2)
})

test('older pages come in above without moving what is read', async () => {
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
    // One that was on its way before takes the reader down again.
    await until('an older page on its way', async () => {
      await page.evaluate(() => {
        const log = document.querySelector('[role=log]')!
        if (log.scrollTop < 500) return // near the top already
        // Without a hand on the wheel, so soon after opening, it is not the reader who goes up. Turn by turn: the list
        // measures what is passed, and rows below that it never drew would count when it makes room above.
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

test('scrolling through hundreds of messages draws few of them, and what arrives meanwhile moves nothing', async () => {
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

test('going to another conversation and back shows it at once', async () => {
  await acceptTicket(page, 'Íris')
  await row(page, 'Heitor').getByRole('link').click()
  await bubble(page, 'lá embaixo').waitFor()
  await sendMessage(page, 'resposta')
  await bubble(page, 'resposta').waitFor()
  await waitForValue(composer(page), '')
})
