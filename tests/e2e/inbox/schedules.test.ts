import { beforeAll, expect, test } from 'bun:test'
import type { Locator } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { desktop, phone, until } from '../harness'
import { button, horizontalOverflow, signIn, waitForValue } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** Scheduled messages, the calendar, quick messages and tasks. */

let maria: { number: string; contactId: number }

setUpShop()
beforeAll(async () => {
  maria = (await createTicket(harness, shop, 'Maria Souza')) as never
})

test('a scheduled message is moved and sent with its variables filled in', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  await page.goto(`${shop.url}/schedules?contactId=${maria.contactId}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Maria Souza').waitFor()
  await button(dialog, 'Agendar').click()
  await dialog.getByText('Preencha este campo.').waitFor()
  await dialog.getByLabel('Mensagem').fill('Oi')
  await dialog.getByText('Use pelo menos 5 caracteres.').waitFor()
  // The outline of the focused field has the colour of its border, which says that its text is wrong.
  await until('a red outline', () =>
    dialog.getByLabel('Mensagem').evaluate((field) => {
      const { outlineColor, borderTopColor, outlineStyle } = getComputedStyle(field)
      return outlineStyle !== 'none' && outlineColor === borderTopColor
    }),
  )
  await dialog.getByLabel('Mensagem').fill('Até amanhã, {{firstName}}')
  await dialog.getByText('Até amanhã, Maria').waitFor()
  await expectAccessible(page, 'schedule form')
  await button(dialog, 'Amanhã às 9:00').click()
  await waitForValue(dialog.getByLabel('Hora'), '09:00')
  await button(dialog, 'Daqui a 1 hora').click()
  await button(dialog, 'Agendar').click()
  const grid = page.getByRole('grid')
  const planned = button(grid, /Maria Souza\W+Agendada$/)
  await planned.waitFor()
  await page.waitForURL((url) => url.search === '')
  await expectAccessible(page, 'month')

  // Olga reschedules it to now: the calendar shows it as sent, and Maria receives it.
  const { schedules } = await shop.request<{ schedules: { id: number }[] }>('GET', '/schedules')
  await shop.request('PUT', `/schedules/${schedules[0]?.id}`, { sendAt: new Date().toISOString() })
  await button(grid, /Maria Souza\W+Enviada$/).click()
  await dialog.getByText('Enviada em').waitFor()
  expect(await button(dialog, 'Salvar').count()).toBe(0)
  const received = () => harness.control.inbox({ phone: maria.number })
  await until('the message', async () => (await received()).some(({ text }) => text === 'Até amanhã, Maria'))
  await button(dialog, 'Fechar').last().click()

  // Cards show the text as Maria reads it.
  await button(page, 'Semana').click()
  await page.getByRole('article').getByText('Até amanhã, Maria').waitFor()
  await button(page, 'Mês').click()

  // A day of the month has no room for buttons: the dialog deletes.
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  await shop.request('POST', '/schedules', { contactId: maria.contactId, body: 'Não vai mais', sendAt })
  await planned.click()
  await button(dialog, 'Excluir').click()
  await button(page.getByRole('dialog').last(), 'Excluir').click()
  await planned.waitFor({ state: 'detached' })
  await page.context().close()
})

test('a weekly message with a document shows its next days, is paused and skipped', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  await page.goto(`${shop.url}/schedules?contactId=${maria.contactId}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Maria Souza').waitFor()
  await dialog.getByLabel('Mensagem').fill('Cardápio da semana')
  await button(dialog, 'Amanhã às 9:00').click()
  await dialog.getByLabel('Repetir').selectOption({ label: 'Toda semana' })
  await dialog.getByLabel('Termina').selectOption({ label: 'Depois de um número de envios' })
  await dialog.getByLabel('Envios restantes').fill('3')
  await dialog.getByText(/Próximos envios, às 09:00: \S+ \d\d\/\d\d\/\d{4}, .+, [^…]+$/).waitFor()
  const file = { name: 'cardápio.csv', mimeType: 'text/csv', buffer: Buffer.from('pão;1') }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expectAccessible(page, 'schedule form with a repetition')
  await button(dialog, 'Agendar').click()
  await dialog.waitFor({ state: 'detached' })
  const { schedules } = await shop.request<{ schedules: { id: number; repeat: object; mediaName: string }[] }>(
    'GET',
    '/schedules?searchParam=semana',
  )
  expect(schedules).toMatchObject([{ mediaName: 'cardápio.csv', repeat: { every: 'week', left: 3, time: '09:00' } }])
  await shop.request('DELETE', `/schedules/${schedules[0]?.id}`)

  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const daily = { contactId: maria.contactId, body: 'Todo dia às dez', sendAt, repeat: { every: 'day' } }
  const { id } = await shop.request<{ id: number }>('POST', '/schedules', daily)
  const grid = page.getByRole('grid')
  await button(grid, /Maria Souza\W+Agendada$/).click()
  await button(dialog, 'Pausar').click()
  await button(grid, /Maria Souza\W+Pausada$/).click()
  await button(dialog, 'Retomar').click()
  await button(grid, /Maria Souza\W+Agendada$/).click()
  await button(dialog, 'Pular o próximo').click()
  await dialog.waitFor({ state: 'detached' })
  const skipped = await shop.request<{ sendAt: string }>('GET', `/schedules/${id}`)
  expect(Date.parse(skipped.sendAt)).toBeGreaterThan(Date.parse(sendAt))
  await shop.request('DELETE', `/schedules/${id}`)
  await page.context().close()
})

test('the calendar is navigated by keyboard and wheel, by month and by week', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'duda')
  await page.goto(`${shop.url}/schedules`)
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)
  const today = page.locator('[aria-current="date"]')
  await today.focus()
  const from = await focused()
  for (const key of ['ArrowDown', 'ArrowRight', 'PageDown', 'PageUp', 'ArrowLeft', 'ArrowUp']) {
    const before = await focused()
    await page.keyboard.press(key)
    await until(`another day after ${key}`, async () => ![before, undefined].includes(await focused()))
  }
  expect(await focused()).toBe(from)
  await page.keyboard.press('Enter')
  const shown = from?.split('-').reverse().join('/') as string
  await waitForValue(page.getByRole('dialog').getByLabel('Data', { exact: true }), shown)
  // The first Escape closes the open list of contacts.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // In a low window the last week is out of view; focus and wheel scroll to it.
  await page.setViewportSize({ width: 1366, height: 560 })
  const last = page.getByRole('row').last()
  const below = (one: Locator) =>
    one.evaluate((week) => {
      const seen = week.closest('[role=grid]')!.getBoundingClientRect()
      return Math.round(week.getBoundingClientRect().bottom - Math.min(seen.bottom, innerHeight))
    })
  const cut = () => below(last)
  await page.getByRole('grid').hover()
  expect(await cut()).toBeGreaterThan(0)
  await page.mouse.wheel(0, 1000)
  await until('the last week by the wheel', async () => (await cut()) <= 0)
  await today.focus()
  await page.keyboard.press('Home')
  const isLast = () => last.evaluate((week) => week.contains(document.activeElement))
  for (let week = 0; week < 6 && !(await isLast()); week++) {
    const before = await focused()
    await page.keyboard.press('ArrowDown')
    await until('the next week', async () => ![before, undefined].includes(await focused()))
  }
  expect([await isLast(), (await cut()) <= 0]).toEqual([true, true])
  await page.reload()
  await today.waitFor()
  expect(await below(today)).toBeLessThanOrEqual(0)
  await page.setViewportSize(desktop)
  await button(page, 'Semana').click()
  await page.getByRole('article').first().waitFor()
  await expectAccessible(page, 'week')
  await page.context().close()
})

test('on a phone, a quick message is created, found and deleted, and a task is kept over a reload', async () => {
  const page = await signIn(await harness.newContext(phone), shop.url, 'caio')
  await page.goto(`${shop.url}/quick-messages`)
  await button(page, 'Nova resposta rápida').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Atalho').fill('/pix')
  await dialog.getByLabel('Mensagem').fill('A chave é {{protocol}}')
  await expectAccessible(page, 'quick messages')
  await button(dialog, 'Salvar').click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('/pix', { exact: true }).waitFor()
  await page.getByLabel('Buscar por atalho ou texto').fill('chave')
  await button(page, 'Excluir /pix').click()
  await button(page.getByRole('dialog'), 'Excluir').click()
  await page.getByText('Nada encontrado').waitFor()
  await page.goto(`${shop.url}/schedules`)
  await page.getByRole('article').first().waitFor()
  await expectAccessible(page, 'schedules on a phone')
  expect(await horizontalOverflow(page)).toBe(0)

  await page.goto(`${shop.url}/todolist`)
  await page.getByLabel('O que falta fazer?').fill('Ligar para Maria')
  await page.keyboard.press('Enter')
  await page.reload()
  await page.getByText('Ligar para Maria').waitFor()
  expect(await horizontalOverflow(page)).toBe(0)
  await page.context().close()
})
