import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { cleanUp, type Serving, serve, superUser } from '../../executable/balcao'
import { expectAccessible } from '../../expect-accessible'
import { png } from '../../sample-files'
import { type Harness, openHarness, phone, until } from '../harness'
import { button, fillLogin, horizontalOverflow } from '../screen'

/** The provider gives the product a name, colour, pictures and support contact, which strangers see at the sign-in. */

let harness: Harness
let serving: Serving
let root: Page

beforeAll(async () => {
  harness = await openHarness()
  serving = await serve({ ...harness.whatsapp })
  root = await (await harness.newContext()).newPage()
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

async function openLogin(size = {}): Promise<Page> {
  const page = await (await harness.newContext(size)).newPage()
  await page.goto(`${serving.url}/login`)
  return page
}
const brandOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim())
const iconOf = (page: Page) => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href)

test('a form and two pictures change name, colour, icon and logo', async () => {
  await root.goto(`${serving.url}/login`)
  await fillLogin(root, superUser.email, superUser.password)
  await button(root, 'Sua conta').waitFor()
  await root.goto(`${serving.url}/settings?tab=look`)
  await root.getByRole('textbox', { name: 'Nome do produto' }).fill('Atende Já')
  await root.getByRole('textbox', { name: /^Cor\b/ }).fill('#a3330d')
  await root.getByRole('textbox', { name: 'WhatsApp do suporte' }).fill('+55 11 98888-7777')
  await root.getByRole('textbox', { name: 'E-mail do suporte' }).fill('ajuda@atende.test')
  await root.keyboard.press('Control+s')
  await root.getByRole('region', { name: 'Alterações não salvas' }).waitFor({ state: 'detached' })
  const choose = (label: string, width: number, height: number) =>
    root
      .locator(`input[type=file][aria-label="${label}"]`)
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png(width, height)) })
  await choose('Ícone', 300, 200)
  await root.getByText('O ícone precisa ser quadrado.').waitFor()
  await choose('Ícone', 256, 256)
  await root.getByRole('group', { name: 'Ícone' }).getByRole('button', { name: 'Remover' }).waitFor()
  await choose('Logo', 400, 100)
  await root.getByRole('group', { name: 'Logo' }).getByRole('button', { name: 'Remover' }).waitFor()
  await expectAccessible(root, 'brand')
})

test.each([
  ['desk', {}],
  ['phone', phone],
])('a stranger on a %s sees name, colour, logo and support at once', async (_, size) => {
  const page = await openLogin(size)
  await page.getByRole('img', { name: 'Atende Já' }).waitFor()
  await page.getByRole('link', { name: 'WhatsApp +5511988887777' }).waitFor()
  await page.getByRole('link', { name: 'ajuda@atende.test' }).waitFor()
  expect(await page.title()).toContain('Atende Já')
  expect(await brandOf(page)).toBe('#a3330d')
  await until('the icon', async () => /\/api\/look\/files\/[0-9a-f]{64}\.png$/.test((await iconOf(page)) ?? ''))
  expect(await page.evaluate(async () => (await (await fetch('/manifest.webmanifest')).json()).name)).toBe('Atende Já')
  expect(await horizontalOverflow(page)).toBe(0)
  await expectAccessible(page, 'sign-in')
  await page.context().close()
})

test('without a name, colour and pictures the product has its own again', async () => {
  for (const kind of ['Ícone', 'Logo']) {
    const group = root.getByRole('group', { name: kind })
    await group.getByRole('button', { name: 'Remover' }).click()
    await root.getByRole('alertdialog').or(root.getByRole('dialog')).getByRole('button', { name: 'Remover' }).click()
    await group.getByRole('button', { name: 'Escolher imagem' }).waitFor()
  }
  await root.getByRole('textbox', { name: 'Nome do produto' }).fill('')
  await root.getByRole('textbox', { name: /^Cor\b/ }).fill('')
  await root.keyboard.press('Control+s')
  const page = await openLogin()
  await until('the own name', async () => {
    await page.reload()
    return (await page.title()).includes('Balcão')
  })
  expect(await brandOf(page)).toBe('#0b7a4b')
  await page.context().close()
})
