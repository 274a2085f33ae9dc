import type { Page } from 'playwright'
import { said } from './said'
import { button, dialog, type Screen, scrollTo } from './screen'

/** Name of the connection that exists only while its QR code is shown. */
const added = 'Loja Centro'

/** Opens a tab of a connection; on a phone its form is in the card's menu. */
async function openConnection(page: Page, tab: string) {
  await inMenu(page, 'Editar conexão')
  await dialog(page)
    .getByRole('tab', { name: said(tab) })
    .click()
}

/** Clicks an action of a connection; on a phone it is in the card's menu. */
async function inMenu(page: Page, text: string, name = 'WhatsApp da loja') {
  const row = page.getByRole('main').locator('tr, li').filter({ hasText: name })
  const menu = row.getByRole('button', { name: said('Ações de {{name}}') })
  const direct = row.getByRole('button', { name: said(text) })
  await direct.or(menu).first().waitFor()
  if (await direct.isVisible()) return direct.click()
  await menu.click()
  await page.getByRole('menuitem', { name: said(text) }).click()
}

/** Adds a connection and waits for its QR code. */
async function addConnection(page: Page) {
  await button(page, said('Nova conexão')).first().click()
  await dialog(page).getByLabel(said('Nome')).fill(added)
  await button(page, said('Salvar')).click()
  await page.getByRole('img', { name: said('QR Code para conectar {{name}}') }).waitFor()
}

async function removeConnection(page: Page) {
  await page.keyboard.press('Escape')
  await inMenu(page, 'Excluir', added)
  await dialog(page)
    .getByRole('button', { name: said('Excluir') })
    .click()
  await page.getByText(said('Conexão excluída.')).waitFor()
}

const part = (name: string, heading: string): Screen => ({
  name,
  path: '/settings',
  show: (page) => scrollTo(page, said(heading)),
})

/** Settings and connections. */
export const settingsScreens: Screen[] = [
  part('settings-messages', 'Mensagens automáticas'),
  part('settings-campaigns', 'Saída de campanhas'),
  part('settings-security', 'Segurança'),
  {
    name: 'settings-outcomes',
    path: '/settings',
    async show(page) {
      await page.getByLabel(said('Motivos de encerramento')).fill('Vendido\nSem estoque\nSó perguntou')
      await page.getByLabel(said('Motivos de encerramento')).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-macro',
    path: '/settings',
    async show(page) {
      await button(page, said('Nova macro')).click()
      await dialog(page).getByLabel(said('Nome')).fill('Pedido entregue')
      await button(page, said('Adicionar ação')).click()
      await button(page, said('Adicionar ação')).click()
      await dialog(page).getByLabel(said('Ação {{number}}')).last().selectOption('close')
    },
  },
  {
    name: 'settings-refused',
    path: '/settings',
    who: 'bia',
    show: (page) => page.getByText(said('Só administradores podem alterar as configurações')).waitFor(),
  },
  { name: 'connection-texts', path: '/connections', show: (page) => openConnection(page, 'Mensagens') },
  { name: 'connection-token', path: '/connections', show: (page) => openConnection(page, 'API') },
  {
    name: 'connection-removal',
    path: '/connections',
    async show(page) {
      await inMenu(page, 'Excluir')
      await dialog(page).getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'connection-new',
    path: '/connections',
    async show(page) {
      await button(page, said('Nova conexão')).first().click()
      await dialog(page).getByLabel(said('Nome')).fill(added)
    },
  },
  { name: 'connection-qr', path: '/connections', show: addConnection, tidy: removeConnection },
  {
    name: 'connection-pairing',
    path: '/connections',
    async show(page) {
      await addConnection(page)
      await button(page, said('Conectar com o número de telefone')).click()
      await dialog(page).getByLabel(said('Número com código do país e DDD')).fill('55 11 91234-5678')
    },
    tidy: removeConnection,
  },
]
