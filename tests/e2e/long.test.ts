import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { percentile } from '../../bench/figures'
import { givePast } from './past'
import { setScene, shop, stage } from './scene'
import { accept, bubble, composer, row, say, signIn, tab } from './screen'
import { scrollUp, startWatching, topMessage } from './scrolling'
import { newTicket } from './shop'
import { until } from './stage'

/** A conversation of twenty thousand messages. */

const count = 20_000
let page: Page

setScene()
beforeAll(async () => {
  const { id } = await newTicket(stage, shop, 'Heitor')
  await newTicket(stage, shop, 'Íris')
  await shop.restart((db) => {
    givePast(db, id, count)
    // What Heitor wrote goes below his past.
    db.query('update messages set id = id + ? where ticketId = ? and waId not like ?').run(2 * count, id, 'PAST%')
  })
  page = await signIn(await stage.visit(), shop.url, 'bia')
})

test('it opens at its end, soon', async () => {
  await tab(page, 'Aguardando').click()
  await row(page, 'Heitor').waitFor()
  const started = performance.now()
  await accept(page, 'Heitor')
  await bubble(page, `${count}.`).waitFor()
  expect(performance.now() - started).toBeLessThan(3000)
  // Its width is the conversation's too: beside it the lines break elsewhere.
  await page.getByRole('heading', { name: 'Detalhes do contato' }).waitFor()
  const rest = await page.evaluate(() => {
    const log = document.querySelector('[role=log]')!
    return log.scrollHeight - log.clientHeight - log.scrollTop
  })
  expect(rest).toBeLessThan(2)
})

test('older pages come in above without moving what is read', async () => {
  const oldest = () => page.locator('[data-message]').first().getAttribute('data-message')
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
        // Without a hand on the wheel, so soon after opening, it is not the reader who goes up.
        log.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }))
        log.scrollTop = 100
      })
      return hasArrived
    })
    const first = await oldest()
    const { id } = await topMessage(page)
    const moved = await startWatching(page, id)
    seen.resolve()
    await until('the older page', async () => (await oldest()) !== first)
    expect(Math.abs(await moved())).toBeLessThanOrEqual(2)
  }
})

test('scrolling through hundreds of messages stays smooth, and what arrives meanwhile moves nothing', async () => {
  const { frames, way } = await scrollUp(page, 60_000)
  const slow = frames.filter((each) => each > 50).length
  console.error(
    `scrolled ${Math.round(way)} px in ${frames.length} frames: median ${percentile(frames, 0.5).toFixed(1)} ms, 95 % ${percentile(frames, 0.95).toFixed(1)} ms, worst ${Math.max(...frames).toFixed(0)} ms, ${slow} over 50 ms`,
  )
  expect(way).toBeGreaterThan(10_000)
  expect(percentile(frames, 0.95)).toBeLessThan(200)
  const drawn = await page.locator('[data-message]').count()
  expect(drawn).toBeLessThan(120)

  const before = await topMessage(page)
  const { number } = (await stage.control.customers()).find(({ name }) => name === 'Heitor')!
  await stage.control.send({ from: number, to: shop.owner, content: 'lá embaixo' })
  await page.getByRole('button', { name: '1 mensagem nova' }).waitFor()
  expect(await topMessage(page)).toEqual(before)
  await page.getByRole('button', { name: '1 mensagem nova' }).click()
  await bubble(page, 'lá embaixo').waitFor()
})

test('going to another conversation and back shows it at once', async () => {
  await accept(page, 'Íris')
  await row(page, 'Heitor').getByRole('link').click()
  await bubble(page, 'lá embaixo').waitFor()
  await say(page, 'resposta')
  await bubble(page, 'resposta').waitFor()
  expect(await composer(page).inputValue()).toBe('')
})
