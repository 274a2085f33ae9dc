import type { Page } from 'playwright'
import { said } from './said'
import { button, dialog, type Screen } from './screen'
import { firstRow } from './ticket'

/** Opens the account menu, which is in the sheet of a phone's bottom bar. */
export async function openAccount(page: Page) {
  await button(page, said('Sua conta')).or(page.locator('nav button[aria-haspopup=dialog]')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: said('Sair') })
    .waitFor()
}

/** Opens the palette from the account menu. */
export async function openPalette(page: Page) {
  await openAccount(page)
  await dialog(page)
    .getByRole('button', { name: said('Buscar tudo') })
    .click()
}

/** Opens the bell, which is in the sheet of a phone's bottom bar. */
export async function openBell(page: Page) {
  const bell = button(page, said('Notificações'))
  await button(page, said('Sua conta')).or(page.locator('nav button[aria-haspopup=dialog]')).waitFor()
  if (!(await bell.isVisible())) await openAccount(page)
  await bell.first().click()
}

/** Parts around the screens: account menu, settings hub, palette, notifications. */
export const aroundScreens: Screen[] = [
  {
    name: 'settings-hub',
    path: '/all-settings',
    show: (page) => page.getByRole('heading', { name: said('Conteúdo') }).waitFor(),
  },
  {
    name: 'settings-search',
    path: '/all-settings',
    async show(page) {
      await page.getByRole('textbox', { name: said('Buscar uma configuração') }).fill('whatsapp')
      await page.getByRole('heading', { name: said('Conteúdo') }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'settings-part',
    path: '/settings?part=security',
    show: (page) => page.getByRole('switch').first().waitFor(),
  },
  {
    name: 'preferences',
    path: '/contacts',
    async show(page) {
      await openAccount(page)
      await page.getByRole('slider', { name: said('Volume dos avisos sonoros') }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'not-found', path: '/bolos', show: (page) => page.getByText(said('Página não encontrada')).waitFor() },
  {
    name: 'account-menu',
    path: '/contacts',
    show: openAccount,
  },
  {
    name: 'notification-history',
    path: '/contacts',
    async show(page) {
      await openBell(page)
      await page.getByRole('tab', { name: said('Histórico') }).click()
    },
  },
  {
    name: 'notification-settings',
    path: '/contacts',
    async show(page) {
      await openBell(page)
      await button(page, said('Ajustes de notificações')).click()
      await page.getByRole('dialog').getByText(said('Sons')).waitFor()
    },
  },
  {
    name: 'palette-filters',
    path: '/tickets',
    async show(page) {
      await openPalette(page)
      await page.getByRole('combobox', { name: said('Buscar tudo') }).fill('chocolate')
      await dialog(page)
        .getByRole('button', { name: said('Filtros') })
        .click()
      await dialog(page)
        .getByRole('switch', { name: said('Só com mídia') })
        .click()
      await page
        .getByRole('option', { name: /chocolate/i })
        .first()
        .waitFor()
    },
  },
  {
    name: 'palette-empty',
    path: '/tickets',
    async show(page) {
      await openPalette(page)
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'key-change',
    path: '/tickets',
    async show(page) {
      await firstRow(page).waitFor()
      await page.keyboard.press('?')
      await button(page, said('Mudar a tecla de “{{action}}”')).nth(6).click()
      await button(page, said('Pressione a nova tecla')).waitFor()
    },
  },
]
