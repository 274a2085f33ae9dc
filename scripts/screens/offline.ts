import type { Page } from 'playwright'
import { said } from './said'
import { button, type Screen } from './screen'
import { openTicket } from './ticket'

/** Button that opens the list of unsent messages, by its text: in English, the names of other buttons begin with "Show". */
const showUnsent = (page: Page) => page.locator('button').filter({ hasText: said('Ver') })

/** Sends a message while the line is cut, which keeps it in the browser. */
async function writeOffline(page: Page) {
  await openTicket(page)
  await page.context().setOffline(true)
  const field = page.getByRole('textbox', { name: said('Mensagem') })
  await field.fill('Já separei a caixa com os doces.')
  const conversation = page.locator('section').filter({ has: field })
  await conversation
    .getByRole('button', { name: said('Enviar') })
    .last()
    .click()
  await showUnsent(page).waitFor()
}

/** Discards the message, in the list of what waits or in the conversation, and ends the cut. */
async function discardUnsent(page: Page) {
  await button(page, said('Descartar'))
    .last()
    .click()
    .finally(() => page.context().setOffline(false))
}

/** States of the interface while the server cannot be reached. */
export const offlineScreens: Screen[] = [
  { name: 'offline', path: '/tickets', show: writeOffline, tidy: discardUnsent },
  {
    name: 'unsent',
    path: '/tickets',
    async show(page) {
      await writeOffline(page)
      await showUnsent(page).click()
      await page.getByRole('dialog').getByText('Já separei').waitFor()
    },
    tidy: discardUnsent,
  },
]
