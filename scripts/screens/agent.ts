import { staff } from '../../src/demo/people'
import { openBell, openPalette } from './around'
import { said } from './said'
import { button, type Screen } from './screen'
import { firstRow, openTicket } from './ticket'

const [marina, rafael] = staff

/** Screens of an agent. */
export const agentScreens: Screen[] = [
  { name: 'tickets', path: '/tickets', show: (page) => firstRow(page).waitFor() },
  { name: 'conversation', path: '/tickets', show: openTicket },
  {
    name: 'waiting',
    path: '/tickets',
    show: (page) => page.getByRole('tab', { name: said('Aguardando') }).click(),
  },
  {
    name: 'details',
    path: '/tickets',
    async show(page, phone) {
      await openTicket(page)
      if (phone) await button(page, said('Mostrar detalhes do contato')).click()
      await page.getByRole('heading', { name: said('Detalhes do contato') }).waitFor()
    },
  },
  {
    name: 'new-ticket',
    path: '/tickets',
    async show(page) {
      await button(page, said('Novo atendimento')).click()
      await page.getByRole('combobox', { name: said('Contato') }).fill('ana')
      await page.getByRole('option', { name: /^Ana/ }).first().waitFor()
    },
  },
  {
    name: 'transfer',
    path: '/tickets',
    async show(page, phone) {
      await openTicket(page)
      if (phone) {
        await button(page, said('Mais ações')).click()
        await page.getByRole('menuitem', { name: said('Transferir') }).click()
      } else await button(page, said('Transferir atendimento')).click()
      await page.getByRole('option', { name: rafael.name }).waitFor()
    },
  },
  {
    name: 'palette',
    path: '/tickets',
    async show(page) {
      await openPalette(page)
      await page.getByRole('combobox', { name: said('Buscar tudo') }).fill('chocolate')
      await page
        .getByRole('option', { name: /chocolate/i })
        .first()
        .waitFor()
    },
  },
  {
    name: 'notifications',
    path: '/contacts',
    show: openBell,
  },
  { name: 'kanban', path: '/kanban', show: (page) => page.locator('[data-card]').first().waitFor() },
  {
    name: 'kanban-card',
    path: '/kanban',
    async show(page) {
      await page.locator('[data-card]', { hasText: marina.name }).first().press('Enter')
      await page.locator('[data-message]').first().waitFor()
    },
  },
  { name: 'quick-messages', path: '/quick-messages', show: (page) => page.getByText('/pix').waitFor() },
  {
    name: 'quick-message',
    path: '/quick-messages',
    async show(page) {
      await button(page, said('Nova resposta rápida')).first().click()
      await page.getByRole('dialog').getByLabel(said('Atalho')).fill('entrega')
    },
  },
  {
    name: 'todolist',
    path: '/todolist',
    async show(page) {
      for (const task of [
        'Confirmar o bolo de sábado com a Juliana',
        'Pedir nota do fornecedor',
        'Ligar para o Paulo',
      ]) {
        await page.getByLabel(said('O que falta fazer?')).fill(task)
        await page.keyboard.press('Enter')
      }
      await page.getByText('Ligar para o Paulo').waitFor()
    },
  },
  { name: 'contacts', path: '/contacts', show: (page) => page.getByText('+55').first().waitFor() },
  {
    name: 'contact',
    path: '/contacts',
    async show(page, phone) {
      await page.getByText('+55').first().waitFor()
      if (phone)
        await page
          .getByRole('button', { name: said('Ações de {{name}}') })
          .first()
          .click()
      await page
        .getByRole(phone ? 'menuitem' : 'button', { name: said('Editar', 'Editar {{name}}') })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'contact-import',
    path: '/contacts',
    async show(page) {
      const direct = button(page, said('Importar contatos'))
      await page.getByText('+55').first().waitFor()
      if (await direct.isVisible()) await direct.click()
      else {
        await button(page, said('Importar e exportar')).click()
        await page.getByRole('menuitem', { name: said('Importar contatos') }).click()
      }
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'schedules',
    path: '/schedules',
    show: (page) =>
      page
        .getByRole('button', { name: /\d\d:\d\d/ })
        .first()
        .waitFor(),
  },
  {
    name: 'schedules-week',
    path: '/schedules',
    async show(page, phone) {
      if (!phone) {
        await button(page, said('Semana')).click()
        await button(page, said('Próximo período')).click()
      }
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'schedule',
    path: '/schedules?contactId=1',
    show: (page) =>
      page.getByRole('dialog').getByLabel(said('Mensagem')).fill('Oi, {{firstName}}! Tudo certo para sábado?'),
  },
  { name: 'tags', path: '/tags', show: (page) => page.getByText('Cliente fiel').waitFor() },
  {
    name: 'tag',
    path: '/tags',
    async show(page) {
      await button(page, said('Nova etiqueta')).first().click()
      await page.getByRole('dialog').getByLabel(said('Nome')).fill('Sem lactose')
    },
  },
  {
    name: 'chats',
    path: '/chats',
    async show(page) {
      await page.getByRole('link', { name: /Cozinha e vitrine/ }).click()
      await page.getByRole('log').getByText('baunilha').waitFor()
    },
  },
  {
    name: 'keys',
    path: '/tickets',
    async show(page) {
      await firstRow(page).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
]
