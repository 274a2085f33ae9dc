import type { Page } from 'playwright'
import { said } from './said'
import { button, type Screen } from './screen'
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
]
