import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../expect-accessible'
import { phone } from './harness'
import { button, horizontalOverflow, openPage, openWithoutReload, signIn, waitForValue } from './screen'
import { emailOf, password } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/** The bar that saves the forms of a page, with the profile and the texts of the settings as examples. */

setUpShop()

const bar = (page: Page) => page.getByRole('region', { name: 'Alterações não salvas' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Descartar as alterações?' })
const nameField = (page: Page) => page.getByLabel('Nome', { exact: true })

async function openProfile(options = {}) {
  const page = await signIn(await harness.newContext(options), shop.url, 'ana')
  await openWithoutReload(page, 'tags')
  await openWithoutReload(page, 'profile')
  await nameField(page).waitFor()
  return page
}

/** Answers the question, which must have come, with "no"; the typed word is still there. */
async function stay(page: Page) {
  await button(question(page), 'Cancelar').click()
  await question(page).waitFor({ state: 'detached' })
  await waitForValue(nameField(page), 'Digitado')
  expect(new URL(page.url()).pathname).toBe('/profile')
}

/** Bodies of the requests that change something, from now on. */
function recordChanges(page: Page) {
  const changes: { path: string; body: unknown }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT')
      changes.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() })
  })
  return changes
}

const isFocused = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((element) => element === document.activeElement)

describe('the save bar of a page', () => {
  test('comes with a change and goes with its opposite; Ctrl+S saves by one request and leaves the focus', async () => {
    const page = await openProfile()
    const changes = recordChanges(page)
    const name = await nameField(page).inputValue()
    expect(await bar(page).count()).toBe(0)
    await nameField(page).fill('Ana Prado Lima')
    await bar(page).waitFor()
    await expectAccessible(page, 'save bar')
    await nameField(page).fill(name)
    await bar(page).waitFor({ state: 'detached' })
    await nameField(page).fill('Ana Prado Lima')
    await page.keyboard.press('Control+s')
    await bar(page).waitFor({ state: 'detached' })
    expect(changes.length).toBe(1)
    expect(changes[0]).toMatchObject({ body: { name: 'Ana Prado Lima' } })
    expect(await isFocused(page, 'Nome')).toBe(true)
    await page.context().close()
  })

  test('a value that is refused, here or by the server, is named at its field, which gets the focus', async () => {
    const page = await openProfile()
    const changes = recordChanges(page)
    await nameField(page).fill('')
    await button(bar(page), 'Salvar').click()
    await page.getByText('Preencha este campo.').waitFor()
    expect([await isFocused(page, 'Nome'), changes.length]).toEqual([true, 0])
    await nameField(page).fill('Ana')
    await page.getByLabel('E-mail', { exact: true }).fill(emailOf('bia'))
    await page.getByLabel('Senha atual', { exact: true }).first().fill(password)
    await button(bar(page), 'Salvar').click()
    await page.locator('[aria-invalid=true]').waitFor()
    expect([await isFocused(page, 'E-mail'), changes.length]).toEqual([true, 1])
    await button(bar(page), 'Descartar').click()
    await button(question(page), 'Descartar').click()
    await bar(page).waitFor({ state: 'detached' })
    await waitForValue(page.getByLabel('E-mail', { exact: true }), emailOf('ana'))
    await page.context().close()
  })

  test('leaving asks, by links and by Back; a discarded change is gone when the page is opened again', async () => {
    const page = await openProfile()
    const name = await nameField(page).inputValue()
    await nameField(page).fill('Digitado')
    await bar(page).waitFor()
    await openPage(page, 'Contatos')
    await stay(page)
    await page.goBack()
    await stay(page)
    await openPage(page, 'Contatos')
    await button(question(page), 'Descartar').click()
    await page.waitForURL('**/contacts')
    await page.goBack()
    await page.waitForURL('**/profile')
    await waitForValue(nameField(page), name)
    await nameField(page).fill('Digitado')
    await bar(page).waitFor()
    await page.goBack()
    await button(question(page), 'Descartar').click()
    await page.waitForURL('**/tags')
    await page.context().close()
  })

  test('a text of the settings is saved alone, and a switch beside it at once', async () => {
    const page = await signIn(await harness.newContext(), shop.url, 'ana')
    const changes = recordChanges(page)
    await openWithoutReload(page, 'settings?part=messages')
    const text = page.locator('#content textarea').first()
    await text.fill('Até logo!')
    await bar(page).waitFor()
    await page.locator('#content').getByRole('switch').first().click()
    await page.getByText('Configuração salva.').first().waitFor()
    expect([changes.length, await text.inputValue()]).toEqual([1, 'Até logo!'])
    await button(bar(page), 'Salvar').click()
    await bar(page).waitFor({ state: 'detached' })
    expect(changes.map(({ body }) => body).slice(1)).toEqual([{ value: 'Até logo!' }])
    await page.context().close()
  })

  test('is above the bottom bar of a phone and covers no field that has the focus', async () => {
    const page = await openProfile(phone)
    await nameField(page).fill('Digitado')
    await bar(page).waitFor()
    const [own, below] = [await bar(page).boundingBox(), await page.locator('nav').last().boundingBox()]
    expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    expect(await horizontalOverflow(page)).toBe(0)
    await expectAccessible(page, 'save bar on a phone')
    const covered = await page.evaluate(() => {
      const top = document.querySelector('.save-bar section')?.getBoundingClientRect().top ?? 0
      const controls = [
        ...document.querySelectorAll<HTMLElement>('#content .page :is(input, select, button):not([hidden])'),
      ]
      return controls.filter((control) => {
        control.focus()
        return document.activeElement === control && control.getBoundingClientRect().bottom > top
      }).length
    })
    expect(covered).toBe(0)
    await page.context().close()
  })
})
