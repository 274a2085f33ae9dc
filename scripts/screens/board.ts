import { said } from './said'
import { button, type Screen } from './screen'

/** Menus of the Kanban board. */
export const boardScreens: Screen[] = [
  {
    name: 'kanban-queues',
    path: '/kanban',
    async show(page) {
      await page.locator('[data-card]').first().waitFor()
      await button(page, said('Todos os setores')).click()
      await page.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'kanban-lane',
    path: '/kanban',
    async show(page) {
      await button(page, said('Opções de {{name}}')).first().click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'kanban-move',
    path: '/kanban',
    async show(page) {
      await button(page, said('Mover {{name}} para…')).first().click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
]
