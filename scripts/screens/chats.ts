import type { Page } from 'playwright'
import { said } from './said'
import { button, type Screen } from './screen'

async function openChat(page: Page) {
  await page.getByRole('link', { name: /Cozinha e vitrine/ }).click()
  await page.getByRole('log').getByText('baunilha').waitFor()
}
const chatField = (page: Page) => page.getByRole('textbox', { name: said('Mensagem para os colegas') })

/** Dialogs and menus of the internal chat. */
export const chatScreens: Screen[] = [
  {
    name: 'chat-new',
    path: '/chats',
    async show(page) {
      await button(page, said('Nova conversa')).first().click()
      await page.getByRole('dialog').getByRole('checkbox').first().check()
    },
  },
  {
    name: 'chat-mention',
    path: '/chats',
    async show(page) {
      await openChat(page)
      await chatField(page).click()
      await page.keyboard.type('Cabe sim, @')
      await page.getByRole('option').first().waitFor()
    },
    tidy: (page) => chatField(page).fill(''),
  },
  {
    name: 'chat-delete',
    path: '/chats',
    async show(page) {
      await openChat(page)
      await button(page, said('Ações da conversa')).click()
      await page.getByRole('menuitem', { name: said('Excluir') }).click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
]
