import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { bubble, button, composer, conversation, list, row, signIn } from '../screen'
import { createTicket, emailOf, password } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'

setUpShop()
beforeAll(() => createTicket(harness, shop, 'Nara Melo'))

/** Presses Tab until the named element has the focus; expects a visible focus mark on every element passed. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab') {
  for (let steps = 0; steps < 40; steps++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const looks = [element, ...element.querySelectorAll<HTMLElement>('*'), element.parentElement!].map((one) =>
        getComputedStyle(one),
      )
      const isRing = (style: CSSStyleDeclaration) =>
        style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
      const label =
        element.getAttribute('aria-label') ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        element.textContent ??
        ''
      return {
        label: label.trim(),
        // Body and link targets can have the focus, but are no tab stops.
        isStop: element.tabIndex >= 0 && element !== document.body,
        isSeen: looks.some(isRing) || element.matches('input, textarea'),
        box: element.getBoundingClientRect().width,
      }
    })
    if (focused.isStop)
      expect({ ...focused, isSeen: focused.isSeen && focused.box > 0 }).toMatchObject({ isSeen: true })
    if (typeof name === 'string' ? focused.label === name : name.test(focused.label)) return
    await page.keyboard.press(key)
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

test('login, accepting, replying, navigating and closing work with the keyboard alone', async () => {
  const page = await (await harness.newContext()).newPage()
  await page.goto(`${shop.url}/login`)
  await page.getByLabel('E-mail').waitFor()
  await tabTo(page, 'E-mail')
  await page.keyboard.type(emailOf('bia'))
  await tabTo(page, 'Senha')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await list(page).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Ir para o conteúdo' }).waitFor()
  await page.keyboard.press('Enter')
  await tabTo(page, /^Meus/)
  await page.keyboard.press('ArrowRight')
  await row(page, 'Nara Melo').waitFor()
  await tabTo(page, /^Aceitar o atendimento de/)
  for (
    let steps = 0;
    steps < 2 &&
    !(await button(page, 'Aceitar o atendimento de Nara Melo').evaluate((one) => one === document.activeElement));
    steps++
  )
    await page.keyboard.press(steps ? 'ArrowUp' : 'ArrowDown')
  await page.keyboard.press('Enter')
  await composer(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await page.keyboard.type('Oi, Nara')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('tudo bem?')
  await page.keyboard.press('Enter')
  // A message has a menu once the server has confirmed it.
  await bubble(page, 'tudo bem?')
    .getByRole('img', { name: /Enviada|Entregue/ })
    .waitFor()

  await tabTo(page, 'Mensagens', 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('menu', { name: 'Ações da mensagem' }).waitFor()
  await page.keyboard.press('Escape')
  await tabTo(page, 'Encerrar', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Atendimento encerrado.').waitFor()
  await conversation(page).waitFor({ state: 'detached' })
  // The focus moves from the closed conversation to the list, where Tab continues.
  await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Lista de atendimentos')
})

test('reduced motion disables transitions and animations', async () => {
  const page = await signIn(await harness.newContext({ reducedMotion: 'reduce' }), shop.url, 'caio')
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((one) => {
        const { transitionDuration, animationDuration } = getComputedStyle(one)
        return [transitionDuration, animationDuration].some((text) => Number.parseFloat(text) > 0.01)
      })
      .map((one) => one.outerHTML.slice(0, 200)),
  )
  expect(moving).toEqual([])
})
