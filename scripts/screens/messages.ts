import type { Page } from 'playwright'
import { said } from './said'
import { button, type Screen } from './screen'
import { openMessageMenu, openTicket } from './ticket'

/** Last message of the company, which has more actions than one of the customer. */
const ownMessage = (page: Page) => page.locator('[data-message].items-end').last()

async function inMessageMenu(page: Page, phone: boolean, entry: string) {
  await openTicket(page)
  await openMessageMenu(page, phone, ownMessage(page))
  await page.getByRole('menuitem', { name: said(entry) }).click()
}

/** Selects two messages of the conversation. */
async function selectMessages(page: Page, phone: boolean) {
  await inMessageMenu(page, phone, 'Selecionar mensagens')
  await page.getByRole('checkbox', { checked: false }).last().click()
}

/** Actions on the messages of a conversation. */
export const messageScreens: Screen[] = [
  {
    name: 'message-menu',
    path: '/tickets',
    async show(page, phone) {
      await openTicket(page)
      await openMessageMenu(page, phone, ownMessage(page))
    },
  },
  {
    name: 'message-info',
    path: '/tickets',
    async show(page, phone) {
      await inMessageMenu(page, phone, 'Dados da mensagem')
      await page.getByRole('dialog').getByText(said('Entregue')).waitFor()
    },
  },
  {
    name: 'message-reaction',
    path: '/tickets',
    async show(page, phone) {
      await inMessageMenu(page, phone, 'Outra reação')
      await page.getByRole('dialog').getByRole('button', { name: '😀' }).or(page.getByText('😀')).first().waitFor()
    },
  },
  {
    name: 'message-stars',
    path: '/tickets',
    async show(page, phone) {
      await inMessageMenu(page, phone, 'Marcar com estrela')
      await ownMessage(page)
        .getByRole('img', { name: said('Com estrela') })
        .waitFor()
      if (phone) await page.goBack()
      await button(page, said('Mais listas e visões')).first().click()
      await page.getByRole('menuitem', { name: said('Mensagens com estrela') }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
    async tidy(page) {
      await button(page, said('Remover a estrela')).first().click()
      await page.getByRole('dialog').getByText(said('Nenhuma mensagem com estrela')).waitFor()
    },
  },
  {
    name: 'message-delete',
    path: '/tickets',
    async show(page, phone) {
      await inMessageMenu(page, phone, 'Apagar para todos')
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'message-reply',
    path: '/tickets',
    async show(page, phone) {
      await inMessageMenu(page, phone, 'Responder')
      await button(page, said('Cancelar a resposta')).waitFor()
    },
  },
  { name: 'message-selection', path: '/tickets', show: selectMessages },
  {
    name: 'forward',
    path: '/tickets',
    async show(page, phone) {
      await selectMessages(page, phone)
      await button(page, said('Encaminhar')).click()
      const boxes = page.getByRole('dialog').getByRole('checkbox')
      for (const at of [0, 1]) await boxes.nth(at).check()
    },
  },
]
