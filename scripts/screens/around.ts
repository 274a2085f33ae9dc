import type { Page } from 'playwright'
import { said } from './said'
import { button, dialog, type Screen } from './screen'
import { firstRow } from './ticket'

async function openDrawer(page: Page) {
  await button(page, said('Abrir o menu')).click()
  await page.getByRole('dialog').getByRole('navigation').waitFor()
}

/** Parts around the screens: top bar, menu, palette; and states of the board and of the internal chat. */
export const aroundScreens: Screen[] = [
  {
    name: 'menu',
    path: '/tickets',
    async show(page, phone) {
      await firstRow(page).waitFor()
      if (phone) return openDrawer(page)
      const expand = button(page, said('Mostrar os nomes do menu'))
      if (await expand.isVisible()) await expand.click()
    },
    async tidy(page) {
      const collapse = button(page, said('Ocultar os nomes do menu'))
      if (await collapse.isVisible()) await collapse.click()
    },
  },
  {
    name: 'preferences',
    path: '/contacts',
    async show(page, phone) {
      if (phone) return openDrawer(page)
      await button(page, said('Volume dos avisos sonoros')).click()
    },
  },
  {
    name: 'languages',
    path: '/contacts',
    async show(page) {
      await button(page, said('Sua conta')).waitFor()
      const direct = button(page, said('Idioma'))
      if (await direct.isVisible()) return direct.click()
      await openDrawer(page)
      await page.getByRole('dialog').getByLabel(said('Idioma')).click()
    },
  },
  { name: 'not-found', path: '/bolos', show: (page) => page.getByText(said('Página não encontrada')).waitFor() },
  {
    name: 'account-menu',
    path: '/contacts',
    show: (page) => button(page, said('Sua conta')).click(),
  },
  {
    name: 'notification-history',
    path: '/contacts',
    async show(page) {
      await button(page, said('Notificações')).click()
      await page.getByRole('tab', { name: said('Histórico') }).click()
    },
  },
  {
    name: 'notification-settings',
    path: '/contacts',
    async show(page) {
      await button(page, said('Notificações')).click()
      await button(page, said('Ajustes de notificações')).click()
      await page.getByRole('dialog').getByText(said('Sons')).waitFor()
    },
  },
  {
    name: 'palette-filters',
    path: '/tickets',
    async show(page) {
      await button(page, said('Buscar tudo')).first().click()
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
      await button(page, said('Buscar tudo')).first().click()
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
