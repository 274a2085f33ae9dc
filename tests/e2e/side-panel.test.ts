import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../expect-accessible'
import { phone } from './harness'
import { button, openPage, openWithoutReload, signIn } from './screen'
import { harness, setUpShop, shop } from './shop-setup'

/** Forms beside the page, with quick messages as the example. */

setUpShop()

const form = (page: Page) => page.getByRole('dialog', { name: 'Editar resposta rápida' })
const shortcode = (page: Page) => form(page).getByLabel('Atalho')
const question = (page: Page) => page.getByRole('dialog', { name: 'Descartar as alterações?' })
const edit = (page: Page, name: string) => button(page, `Editar /${name}`)

async function openForm(page: Page, name: string) {
  await edit(page, name).click()
  await form(page).waitFor()
}

/** Answers the question, which must have come, with "no"; the typed word is still there. */
async function stay(page: Page) {
  await button(question(page), 'Cancelar').click()
  await question(page).waitFor({ state: 'detached' })
  expect(await shortcode(page).inputValue()).toBe('digitado')
}

/** Presses Tab until the focus is at the first field again; it is never in the page behind the form. */
async function expectFocusInside(page: Page) {
  await shortcode(page).focus()
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const { isOutside, isFirst } = await page.evaluate(() => {
      const focused = document.activeElement
      const isInPage = focused !== document.body && focused?.closest('#root') !== null
      const first = document.querySelector('[role=dialog] input')
      return { isOutside: isInPage && !focused?.closest('[role=dialog]'), isFirst: focused === first }
    })
    expect(isOutside).toBe(false)
    if (isFirst) return
  }
  throw new Error('Tab does not return to the first field')
}

beforeAll(async () => {
  for (const [shortcode, message] of [
    ['horario', 'Abrimos às 7h.'],
    ['endereco', 'Rua das Flores, 10.'],
  ])
    await shop.request('POST', '/quick-messages', { shortcode, message, geral: true })
})

describe('a form beside the page', () => {
  test('leaves the list usable: another row takes its place, Escape closes it, and the focus returns', async () => {
    const page = await signIn(await harness.newContext(), shop.url, 'ana')
    await openWithoutReload(page, 'quick-messages')
    await openForm(page, 'horario')
    expect(await page.locator('#content').evaluate((element) => element.closest('[inert]'))).toBeNull()
    expect((await form(page).boundingBox())?.width).toBe(480)
    expect(await edit(page, 'horario').evaluate((element) => element.closest('[data-edited]')?.tagName)).toBe('LI')
    await expectAccessible(page, 'form beside the page')
    await edit(page, 'endereco').click()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value === 'endereco',
    )
    expect(await shortcode(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await form(page).waitFor({ state: 'detached' })
    expect(await edit(page, 'endereco').evaluate((element) => element === document.activeElement)).toBe(true)
    await page.context().close()
  })

  test('asks before typed words are lost: on Escape, Back, another row, a click in the page and navigation', async () => {
    const page = await signIn(await harness.newContext(), shop.url, 'ana')
    await openWithoutReload(page, 'tags')
    await openWithoutReload(page, 'quick-messages')
    await openForm(page, 'horario')
    await shortcode(page).fill('digitado')
    await page.keyboard.press('Escape')
    await stay(page)
    await page.goBack()
    await stay(page)
    await page.goBack()
    await stay(page)
    await page.evaluate(() => history.go(-2))
    await stay(page)
    expect(new URL(page.url()).pathname).toBe('/quick-messages')
    await page.getByRole('heading', { name: 'Respostas rápidas' }).click()
    await stay(page)
    await button(form(page), 'Fechar').click()
    await stay(page)
    await openPage(page, 'Contatos')
    await stay(page)
    await edit(page, 'endereco').click()
    await button(question(page), 'Descartar').click()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value === 'endereco',
    )
    await shortcode(page).fill('digitado')
    await openPage(page, 'Contatos')
    await button(question(page), 'Descartar').click()
    await page.waitForURL('**/contacts')
    expect(await form(page).count()).toBe(0)
    await page.context().close()
  })

  test('closes by Back when nothing was typed, and leaves no entry in the history', async () => {
    const page = await signIn(await harness.newContext(), shop.url, 'ana')
    await openWithoutReload(page, 'tags')
    await openWithoutReload(page, 'quick-messages')
    await openForm(page, 'horario')
    await page.goBack()
    await form(page).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/quick-messages')
    await openForm(page, 'horario')
    await button(form(page), 'Cancelar').click()
    await form(page).waitFor({ state: 'detached' })
    await page.waitForFunction(() => !(history.state as { entryId?: string } | null)?.entryId)
    await page.goBack()
    await page.waitForURL('**/tags')
    await page.context().close()
  })

  test('has the whole screen of a phone, and Tab stays in it', async () => {
    const page = await signIn(await harness.newContext(phone), shop.url, 'ana')
    await openWithoutReload(page, 'quick-messages')
    await openForm(page, 'horario')
    expect(await form(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 780 })
    await expectFocusInside(page)
    await expectAccessible(page, 'form on a phone')
    await shortcode(page).fill('balcao')
    await button(form(page), 'Salvar').tap()
    await form(page).waitFor({ state: 'detached' })
    await page.getByText('/balcao').waitFor()
    await page.context().close()
  })
})
