import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { expectAccessible } from '../../expect-accessible'
import { phone } from '../harness'
import { accountButton, button, list, openAccountMenu, openPage, railLink, signIn, waitForValue } from '../screen'
import { harness, setUpShop, shop } from '../shop-setup'

/** Rail, second panel, settings hub, account menu and the bottom bar of a phone. */

let ana: Page
setUpShop()
beforeAll(async () => {
  ana = await signIn(await harness.newContext(), shop.url, 'ana')
})

const rail = (page = ana) => page.getByRole('complementary', { name: 'Menu' })
const panel = (name: string) => ana.getByRole('navigation', { name, exact: true })
const menu = (page = ana) => page.getByRole('dialog', { name: 'Sua conta' })

describe('the rail', () => {
  test('shows all entries of an admin in a window of 1280 × 720 without scrolling, and no top bar', async () => {
    await ana.setViewportSize({ width: 1280, height: 720 })
    const entries = rail().getByRole('navigation')
    expect(await entries.getByRole('link').count()).toBe(8)
    expect(await entries.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
    expect((await rail().boundingBox())?.width).toBe(84)
    for (const last of [railLink(ana, 'Configurações'), accountButton(ana)]) {
      const box = (await last.boundingBox())!
      expect(box.y + box.height).toBeLessThanOrEqual(720)
    }
    expect((await list(ana).boundingBox())?.y).toBe(0)
    expect(await ana.getByRole('banner').count()).toBe(0)
  })

  test.each(['en', 'es', 'pt'])('has room for its captions in %s', async (language) => {
    await ana.evaluate((chosen) => localStorage.setItem('i18nextLng', chosen), language)
    await ana.reload()
    const captions = ana.locator('aside nav a .truncate')
    await captions.first().waitFor()
    const cut = await captions.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    )
    expect(cut).toEqual([])
  })

  test('has five entries for an agent', async () => {
    const bia = await signIn(await harness.newContext(), shop.url, 'bia')
    expect(await rail(bia).getByRole('navigation').getByRole('link').count()).toBe(5)
    await bia.context().close()
  })

  test('is as wide as the placeholder of the start', async () => {
    for (const width of [1024, 1700]) {
      await ana.setViewportSize({ width, height: 800 })
      const gate = Promise.withResolvers<void>()
      await ana.route('**/api/auth/refresh_token', (route) => gate.promise.then(() => route.continue()))
      await ana.reload()
      const placeholder = ana.getByRole('status', { name: 'Abrindo o Balcão…' }).locator('> div').first()
      const before = (await placeholder.boundingBox())?.width
      gate.resolve()
      await rail().waitFor()
      expect([width, before]).toEqual([width, (await rail().boundingBox())?.width])
      await ana.unrouteAll()
    }
    await ana.setViewportSize({ width: 1440, height: 900 })
  })

  test('leads to the tabs of a place and to the second panel of a section', async () => {
    await openPage(ana, 'Minhas tarefas')
    await ana.getByLabel('O que falta fazer?').waitFor()
    await openPage(ana, 'Resultados')
    await ana.waitForURL((url) => url.pathname === '/')
    await openPage(ana, 'Descadastros')
    await ana.getByRole('heading', { level: 1, name: 'Descadastros' }).waitFor()
    expect(await panel('Campanhas').getByRole('link').count()).toBe(4)
    expect((await panel('Campanhas').boundingBox())?.width).toBe(216)
    await panel('Campanhas').getByText('Quem não quer receber campanhas').waitFor()
    await expectAccessible(ana, 'second panel', { includeMinor: true })
  })
})

describe('the settings hub', () => {
  test('finds a setting by its explaining line, and Enter opens it', async () => {
    await railLink(ana, 'Configurações').click()
    await ana.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor()
    await expectAccessible(ana, 'settings hub', { includeMinor: true })
    await ana.keyboard.press('/')
    const field = ana.getByRole('main').getByRole('textbox', { name: 'Buscar uma configuração' })
    await field.and(ana.locator(':focus')).waitFor()
    await ana.keyboard.type('numeros')
    await waitForValue(field, 'numeros')
    expect(await ana.getByRole('main').getByRole('link').count()).toBe(1)
    await ana.keyboard.press('Enter')
    await ana.getByRole('heading', { level: 1, name: 'Conexões' }).waitFor()
  })

  test('has a panel beside its pages, whose search filters it, and short pages of settings', async () => {
    await panel('Configurações').getByRole('textbox').fill('senha')
    await panel('Configurações').getByRole('link', { name: 'Segurança' }).click()
    await ana.getByRole('heading', { level: 1, name: 'Segurança' }).waitFor()
    await ana.getByLabel('Tamanho mínimo das senhas novas').waitFor()
    expect(await ana.getByLabel('Expediente').count()).toBe(0)
    await expectAccessible(ana, 'part of the settings', { includeMinor: true })
  })
})

describe('the account menu', () => {
  test('works with the keyboard alone', async () => {
    await accountButton(ana).focus()
    await ana.keyboard.press('Enter')
    await menu().getByText('Olá, Ana Prado').waitFor()
    await expectAccessible(ana, 'account menu', { includeMinor: true })
    await ana.keyboard.press('Tab')
    await menu().getByRole('radio', { name: 'Disponível' }).and(ana.locator(':focus')).waitFor()
    await ana.keyboard.press('ArrowRight')
    await ana.getByText('Você está ausente').first().waitFor()
    await menu().getByRole('radio', { name: 'Em pausa', checked: true }).waitFor()
    await ana.keyboard.press('ArrowLeft')
    await menu().getByRole('radio', { name: 'Disponível', checked: true }).waitFor()
    await ana.keyboard.press('Tab')
    await menu().getByRole('link', { name: 'Meu perfil' }).and(ana.locator(':focus')).waitFor()
    await ana.keyboard.press('Escape')
    await menu().waitFor({ state: 'hidden' })
    await accountButton(ana).and(ana.locator(':focus')).waitFor()
  })

  test('sets theme and language, opens the sounds and the keys', async () => {
    await openAccountMenu(ana)
    await menu().getByRole('radio', { name: 'Escuro' }).check()
    expect(await ana.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await menu().getByRole('radio', { name: 'Claro' }).check()
    // The texts of a language are loaded before they are shown.
    await menu().getByRole('radio', { name: 'English' }).click()
    await ana.getByRole('radio', { name: 'Light' }).waitFor()
    await ana.getByRole('radio', { name: 'Português' }).click()
    await menu().getByRole('radio', { name: 'Claro' }).waitFor()
    await button(menu(), 'Notificações e sons').click()
    await ana.getByRole('heading', { name: 'Ajustes de notificações' }).waitFor()
    await ana.keyboard.press('Escape')
    await openAccountMenu(ana)
    await button(menu(), 'Teclas de atalho').click()
    await ana.getByRole('heading', { name: 'Teclas de atalho' }).waitFor()
    await ana.keyboard.press('Escape')
  })

  test('gives way to the palette, which has each of its entries', async () => {
    await openAccountMenu(ana)
    await ana.keyboard.press('Control+k')
    await menu().waitFor({ state: 'hidden' })
    const field = ana.getByRole('combobox', { name: 'Buscar tudo' })
    for (const [text, found] of [
      ['tema', 'Usar o tema escuro'],
      ['idioma', 'Idioma: Español'],
      ['informativos', 'Informativos'],
      ['seguranca', 'Segurança'],
      ['gatilho', 'Frases de gatilho'],
      ['configuracoes', 'Configurações'],
    ] as const) {
      await field.fill(text)
      await ana.getByRole('option', { name: found }).first().waitFor()
    }
    await ana.keyboard.press('Escape')
  })
})

describe('the bottom bar of a phone', () => {
  test('has five entries of 56 px and a sheet with everything else', async () => {
    const page = await signIn(await harness.newContext(phone), shop.url, 'caio')
    const bar = page.getByRole('navigation', { name: 'Navegação principal' })
    expect(await bar.getByRole('listitem').count()).toBe(5)
    for (const entry of await bar.getByRole('link').all()) expect((await entry.boundingBox())?.height).toBe(56)
    await openAccountMenu(page)
    const sheet = page.getByRole('dialog', { name: 'Mais' })
    await sheet.getByText('Olá, Caio Lima').waitFor()
    await expectAccessible(page, 'sheet of the phone', { includeMinor: true })
    await sheet.getByRole('link', { name: 'Respostas rápidas' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Respostas rápidas' }).waitFor()
    await page.getByRole('link', { name: 'Configurações' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor()
    await bar.getByRole('link', { name: 'Atender' }).tap()
    await list(page).waitFor()
    await page.context().close()
  })
})
