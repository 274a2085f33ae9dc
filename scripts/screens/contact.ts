import { said } from './said'
import { button, type Screen } from './screen'
import { openDetails } from './ticket'

/** Dialogs about a contact. */
export const contactScreens: Screen[] = [
  {
    name: 'notes',
    path: '/tickets',
    async show(page, phone) {
      await openDetails(page, phone)
      await page.getByRole('heading', { name: said('Notas internas') }).evaluate((title) => title.scrollIntoView())
    },
  },
  {
    name: 'merge',
    path: '/tickets',
    async show(page, phone) {
      await openDetails(page, phone)
      await button(page, said('Mais ações do contato')).click()
      await page.getByRole('menuitem', { name: said('Mesclar') }).click()
      await page.getByRole('dialog').getByRole('combobox').fill('juliana')
      await page
        .getByRole('option', { name: /^Juliana/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'person-data',
    path: '/tickets',
    async show(page, phone) {
      await openDetails(page, phone)
      await page
        .getByRole('region', { name: said('Dados do contato') })
        .getByRole('button', { name: said('Editar') })
        .click()
      await button(page, said('Apagar tudo…')).click()
      await button(page, said('Apagar para sempre')).scrollIntoViewIfNeeded()
    },
  },
]
