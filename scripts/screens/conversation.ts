import { said } from './said'
import { button, type Screen } from './screen'
import { firstRow, inTicketMenu, openDetails, openTicket } from './ticket'

const dialogOf =
  (entry: string): NonNullable<Screen['show']> =>
  async (page) => {
    await inTicketMenu(page, entry)
    await page.getByRole('dialog').getByRole('heading').first().waitFor()
  }

/** Menus and dialogs of a conversation. */
export const conversationScreens: Screen[] = [
  {
    name: 'ticket-menu',
    path: '/tickets',
    async show(page) {
      await openTicket(page)
      await button(page, said('Mais ações')).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  { name: 'close-ticket', path: '/tickets', show: dialogOf('Opções de encerramento') },
  { name: 'snooze', path: '/tickets', show: dialogOf('Adiar') },
  { name: 'start-flow', path: '/tickets', show: dialogOf('Iniciar fluxo') },
  { name: 'delete-ticket', path: '/tickets', show: dialogOf('Excluir atendimento') },
  {
    name: 'find',
    path: '/tickets',
    async show(page) {
      await inTicketMenu(page, 'Buscar nesta conversa')
      await page.getByRole('textbox', { name: said('Buscar nesta conversa') }).fill('de')
      await button(page, said('Mensagem anterior')).and(page.locator(':enabled')).waitFor()
    },
  },
  {
    name: 'ticket-tags',
    path: '/tickets',
    async show(page, phone) {
      await openDetails(page, phone)
      await button(page, said('Etiquetas do atendimento')).filter({ visible: true }).last().click()
      await page.getByRole('checkbox', { name: 'Cliente fiel' }).waitFor()
    },
  },
  {
    name: 'picture',
    path: '/tickets',
    async show(page) {
      await page.locator('[data-ticket]', { hasText: 'Fica pronto' }).getByRole('link').click()
      await button(page, said('Abrir a imagem')).last().click()
      await button(page, said('Aproximar')).waitFor()
    },
  },
  {
    name: 'closed-ticket',
    path: '/tickets',
    async show(page) {
      await page.getByRole('tab', { name: said('Encerrados') }).click()
      await page.getByRole('list', { name: said('Encerrados') }).waitFor()
      await firstRow(page).getByRole('link').click()
      await page.locator('[data-message]').last().waitFor()
    },
  },
]
