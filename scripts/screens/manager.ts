import type { Page } from 'playwright'
import { openAccount } from './around'
import { toCheckoutStep } from './checkout'
import { said, saidOf } from './said'
import { button, dialog, type Screen } from './screen'

/** Goes through the checkout to the Pix code. */
async function toPix(page: Page) {
  await toCheckoutStep(page, 2)
  await button(page, said('Gerar o Pix')).click()
  await page.getByRole('img', { name: said('QR Code do Pix') }).waitFor()
}

/** Clicks an action of a connection's card; on a phone it is in the card's menu. */
async function inCardMenu(page: Page, text: string) {
  await page.getByText(said('Conectada')).first().waitFor()
  const direct = button(page, said(text)).first()
  if (await direct.isVisible()) return direct.click()
  await button(page, said('Ações de {{name}}')).first().click()
  await page.getByRole('menuitem', { name: said(text) }).click()
}

/** Connections, people, queues, settings and payment, as a company's admin sees them. */
export const managerScreens: Screen[] = [
  { name: 'connections', path: '/connections', show: (page) => page.getByText(said('Conectada')).first().waitFor() },
  {
    name: 'connection',
    path: '/connections',
    async show(page) {
      await inCardMenu(page, 'Editar conexão')
      await page.getByRole('tab', { name: said('Setores e robô') }).click()
    },
  },
  {
    name: 'connection-health',
    path: '/connections/1/health',
    show: (page) => page.locator('svg.recharts-surface').first().waitFor(),
  },
  {
    name: 'connection-try',
    path: '/connections',
    async show(page) {
      await inCardMenu(page, 'Editar conexão')
      await page.getByRole('tab', { name: said('Testar') }).click()
      for (const text of ['Oi', '1', '2']) {
        await page.getByLabel(said('Mensagem do cliente')).fill(text)
        await page.getByLabel(said('Mensagem do cliente')).press('Enter')
      }
      await page.getByText(said('Resposta ao menu de setores.')).first().waitFor()
    },
  },
  {
    name: 'dashboard',
    path: '/',
    show: (page) => page.locator('.recharts-bar-rectangle').first().waitFor(),
  },
  {
    name: 'team',
    path: '/team',
    show: (page) => page.getByText('Encomendas').filter({ visible: true }).first().waitFor(),
  },
  { name: 'first-steps', path: '/first-steps', show: (page) => page.getByRole('listitem').first().waitFor() },
  {
    name: 'connection-hours',
    path: '/connections',
    async show(page) {
      await inCardMenu(page, 'Editar conexão')
      await page.getByRole('tab', { name: said('Horário') }).click()
    },
  },
  { name: 'users', path: '/users', show: (page) => page.getByText(said('Supervisor')).first().waitFor() },
  {
    name: 'user',
    path: '/users',
    async show(page) {
      await button(page, said('Novo usuário')).click()
      await page.getByRole('dialog').getByLabel(said('Nome')).fill('Clara Rocha')
    },
  },
  {
    name: 'invitation',
    path: '/users',
    async show(page) {
      await button(page, said('Convidar')).click()
      await page.getByRole('dialog').getByLabel(said('Nome')).fill('Clara Rocha')
    },
  },
  {
    name: 'sessions',
    path: '/users',
    async show(page) {
      await button(page, saidOf('Sessões de {{name}}', 'Marina Duarte')).filter({ visible: true }).click()
      await page.getByRole('dialog').getByText(said('Esta sessão')).waitFor()
    },
  },
  { name: 'profile', path: '/profile', show: (page) => page.getByText(said('Esta sessão')).waitFor() },
  {
    name: 'passkeys',
    path: '/profile',
    async show(page) {
      await page.getByText(said('Esta sessão')).waitFor()
      await page.getByRole('heading', { name: said('Chaves de acesso') }).evaluate((title) => title.scrollIntoView())
    },
  },
  { name: 'queues', path: '/queues', show: (page) => page.getByText('Encomendas').first().waitFor() },
  {
    name: 'queue',
    path: '/queues',
    async show(page) {
      await button(page, saidOf('Editar {{name}}', 'Encomendas')).click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'queue-menu',
    path: '/queues',
    async show(page) {
      await button(page, saidOf('Menu de {{name}}', 'Encomendas')).click()
      await page.getByRole('dialog').getByText('Fazer uma encomenda').first().waitFor()
    },
  },
  { name: 'helps', path: '/helps', show: (page) => page.getByText('Primeiros passos').waitFor() },
  {
    name: 'announcements',
    path: '/contacts',
    async show(page) {
      await openAccount(page)
      await dialog(page)
        .getByRole('button', {
          name: said('Informativos', 'Informativos: {{count}} novos', 'Informativos: {{count}} novo'),
        })
        .click()
      await page.getByText('Áudios mais leves').waitFor()
    },
  },
  { name: 'settings', path: '/settings', show: (page) => page.getByLabel(said('Expediente')).waitFor() },
  { name: 'audit', path: '/audit', show: (page) => page.getByText(said('Avaliação do atendimento')).first().waitFor() },
  {
    name: 'privacy',
    path: '/audit',
    show: (page) => page.getByRole('tab', { name: said('Privacidade') }).click(),
  },
  {
    name: 'financeiro',
    path: '/financeiro',
    show: (page) => page.getByText(said('Paga em {{date}}')).first().waitFor(),
  },
  {
    name: 'subscription',
    path: '/subscription',
    show: (page) => page.getByText(said('Ver as faturas')).first().waitFor(),
  },
  { name: 'checkout', path: '/subscription', show: toPix },
]
