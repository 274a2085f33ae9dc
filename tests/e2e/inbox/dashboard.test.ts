import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { button, horizontalOverflow, signIn, verticalOverflow } from '../screen'
import { createTicket } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

/** The dashboard: counters, figures by date, tables and export. */

setUpShop()
beforeAll(async () => {
  await createTicket(harness, shop, 'Maria Souza')
})

const counter = (page: Page, name: string) => page.locator('dt', { hasText: name }).locator('+ dd')

test('the dashboard shows pending tickets, online users and tickets per day, as charts and tables', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.getByRole('heading', { name: 'Painel' }).waitFor()
  await counter(page, 'Aguardando').filter({ hasText: /^1$/ }).waitFor()
  await page.getByRole('rowheader', { name: 'Ana Prado online' }).waitFor()
  await page.getByRole('rowheader', { name: 'Caio Lima offline' }).waitFor()
  const byName = page.getByRole('columnheader', { name: 'Atendente' })
  await button(byName, 'Atendente').click()
  await byName.and(page.locator('[aria-sort=ascending]')).waitFor()
  await page.getByRole('region', { name: 'Atendimentos por dia' }).locator('.recharts-bar-rectangle').first().waitFor()
  await expectAccessible(page, 'dashboard')

  await button(page, 'Ver como tabela: Atendimentos por dia').click()
  const perDay = page.getByRole('region', { name: 'Atendimentos por dia' }).first()
  await perDay.getByRole('columnheader', { name: 'Novos' }).waitFor()
  await page.getByLabel('Período').selectOption({ label: 'Escolher datas…' })
  await button(page, 'Filtrar').click()
  await page.getByText('Escolha um período ou as duas datas.').waitFor()
  await page.getByLabel('De', { exact: true }).fill('01022024')
  await page.getByLabel('Até', { exact: true }).fill('01022024')
  await button(page, 'Filtrar').click()
  await page.getByText('01/02/2024', { exact: true }).waitFor()
  await page
    .getByRole('region', { name: 'Atendimentos por hora' })
    .getByText('Nenhum atendimento no período.')
    .waitFor()
  const file = page.waitForEvent('download')
  await button(page, 'Exportar').click()
  await page.getByRole('menuitem', { name: 'Atendentes, planilha (Excel)' }).click()
  expect((await file).suggestedFilename()).toBe('atendentes-2024-02-01-2024-02-01.xlsx')
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await verticalOverflow(page)).toBeLessThanOrEqual(0)
})

test('a figure, a part and an hour open the conversations that they count', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const { id } = await createTicket(harness, shop, 'Nina Prado')
  for (const status of ['open', 'closed']) await shop.request('PUT', `/tickets/${id}`, { status })
  await page.goto(shop.url)
  await counter(page, 'Encerrados').getByRole('link', { name: '1', exact: true }).click()
  await page.getByRole('heading', { name: 'Atendimentos encerrados' }).waitFor()
  await page.getByText('1 atendimento', { exact: true }).waitFor()
  const found = page.getByRole('list', { name: 'Atendimentos encerrados' })
  await found.getByRole('link', { name: 'Nina Prado' }).waitFor()
  await expectAccessible(page, 'conversations of a figure')

  await page.getByRole('link', { name: 'Resultados' }).first().click()
  const parts = page.getByRole('tabpanel', { name: 'Atendente' })
  await page.getByRole('tab', { name: 'Atendente' }).click()
  const row = parts.getByRole('row', { name: /^Padaria Estrela/ })
  await row.getByRole('link').last().click()
  await page.getByRole('heading', { name: 'Atendimentos encerrados · Padaria Estrela' }).waitFor()
  await page.getByRole('link', { name: 'Nina Prado' }).click()
  await page.waitForURL(/\/tickets\/.+/)
})

/** Contrasts by WCAG: of the two bars with each other, and of each bar's edge with the page. */
function contrastsOfBars(page: Page) {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')!
    const luminance = (color: string) => {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      }) as [number, number, number]
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (...colors: [string, string]) => {
      const [dark, light] = colors.map(luminance).sort((a, b) => a - b) as [number, number]
      return (light + 0.05) / (dark + 0.05)
    }
    const [began, finished] = [...document.querySelectorAll('section .recharts-bar')].map((bar) =>
      getComputedStyle(bar.querySelector('path')!),
    )
    const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface')
    return {
      each: contrast(began!.fill, finished!.fill),
      edges: [contrast(began!.fill, surface), contrast(finished!.stroke, surface)],
    }
  })
}

test('the two bars of a day differ in brightness, and their edges from the page, in both themes', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'ana')
  const { id } = await createTicket(harness, shop, 'Rui Lopes')
  for (const status of ['open', 'closed']) await shop.request('PUT', `/tickets/${id}`, { status })
  await page.goto(shop.url)
  await page.getByRole('region', { name: 'Atendimentos por dia' }).locator('.recharts-bar path').nth(1).waitFor()
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    const { each, edges } = await contrastsOfBars(page)
    expect([theme, each > 1.5, ...edges.map((edge) => edge >= 3)]).toEqual([theme, true, true, true])
  }
})

test('an agent has no dashboard and starts on the tickets page', async () => {
  const page = await signIn(await harness.newContext(), shop.url, 'bia')
  expect(await page.getByRole('link', { name: 'Painel' }).count()).toBe(0)
  await page.goto(shop.url)
  await page.waitForURL('**/tickets')
})
