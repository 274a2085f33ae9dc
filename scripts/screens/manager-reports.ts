import type { Page } from 'playwright'
import { toCheckoutStep } from './checkout'
import { said } from './said'
import { button, dialog, logins, type Screen, scrollTo } from './screen'

async function openReportForm(page: Page) {
  await button(page, said('Relatórios salvos')).click()
  await page.getByRole('menuitem', { name: said('Salvar este relatório…') }).click()
  await dialog(page).getByLabel(said('Nome')).waitFor()
}

/** Dashboard, audit, payment and account. */
export const reportScreens: Screen[] = [
  {
    name: 'dashboard-agents',
    path: '/',
    async show(page) {
      await page.locator('.recharts-bar-rectangle').first().waitFor()
      await scrollTo(page, said('Atendentes'))
    },
  },
  {
    name: 'dashboard-parts',
    path: '/',
    async show(page) {
      await page.getByRole('tab', { name: said('Atendente'), exact: true }).click()
      await page.getByRole('tabpanel').getByRole('link').first().waitFor()
      await scrollTo(page, said('Por setor, atendente, etiqueta, número e campanha'))
    },
  },
  {
    name: 'dashboard-conversations',
    path: '/results/conversations?days=7&figure=finished',
    show: (page) => page.locator('#content').getByRole('listitem').first().waitFor(),
  },
  {
    name: 'dashboard-charts',
    path: '/',
    async show(page) {
      await page.locator('.recharts-bar-rectangle').first().waitFor()
      await scrollTo(page, said('Encerrados por setor'))
    },
  },
  {
    name: 'dashboard-dates',
    path: '/',
    show: (page) => page.getByLabel(said('Período')).selectOption('dates'),
  },
  {
    name: 'report-form',
    path: '/',
    show: openReportForm,
  },
  {
    name: 'report-opened',
    path: '/',
    async show(page) {
      await openReportForm(page)
      await dialog(page).getByLabel(said('Nome')).fill('Doce Aurora')
      await dialog(page)
        .getByRole('switch', { name: said('Compartilhar com a empresa') })
        .click()
      await button(dialog(page), said('Salvar')).click()
      await page.getByRole('region', { name: said('Relatório salvo') }).waitFor()
      await page.locator('.recharts-bar-rectangle').first().waitFor()
      await page.locator('#content').evaluate((content) => content.scrollTo(0, 0))
    },
    async tidy(page) {
      await button(page, said('Excluir relatório')).click()
      await button(dialog(page), said('Excluir relatório')).click()
      await page.getByRole('region', { name: said('Relatório salvo') }).waitFor({ state: 'detached' })
    },
  },
  { name: 'dashboard-export', path: '/', show: (page) => button(page, said('Exportar')).click() },
  {
    name: 'dashboard-supervisor',
    path: '/',
    who: 'rafael',
    show: (page) => page.locator('.recharts-bar-rectangle').first().waitFor(),
  },
  {
    name: 'audit-entry',
    path: '/audit',
    async show(page) {
      await page.locator('#content').getByRole('listitem').first().waitFor()
      // The entry is on the second page of a narrow list.
      await page.locator('#content').evaluate((content) => content.scrollTo(0, content.scrollHeight))
      const changed = page.getByRole('listitem').filter({ hasText: 'Rafael Nogueira' })
      await changed.last().locator('summary').click()
      await changed.last().scrollIntoViewIfNeeded()
    },
  },
  { name: 'audit-company', path: '/audit', show: (page) => page.getByRole('tab', { name: said('Empresa') }).click() },
  {
    name: 'audit-none',
    path: '/audit',
    async show(page) {
      await page.getByLabel(said('De')).fill('01/01/2020')
      await page.getByLabel(said('Até')).fill('02/01/2020')
      await page.getByText(said('Nada registrado com estes filtros')).waitFor()
    },
  },
  { name: 'messages-api-try', path: '/messages-api', show: (page) => scrollTo(page, said('Token')) },
  { name: 'checkout-payer', path: '/subscription', show: (page) => toCheckoutStep(page, 0) },
  { name: 'checkout-plan', path: '/subscription', show: (page) => toCheckoutStep(page, 1) },
  { name: 'checkout-review', path: '/subscription', show: (page) => toCheckoutStep(page, 2) },
  {
    name: 'second-factor',
    path: '/profile',
    async show(page) {
      await button(page, said('Ativar')).first().click()
      await dialog(page).getByLabel(said('Confirme sua senha')).fill(logins.marina.password)
      await dialog(page)
        .getByRole('button', { name: said('Continuar') })
        .click()
      await dialog(page)
        .getByRole('img', { name: said('QR Code para o aplicativo autenticador') })
        .waitFor()
    },
  },
  {
    name: 'subscription-supervisor',
    path: '/subscription',
    who: 'rafael',
    show: (page) => page.getByRole('heading', { level: 1 }).first().waitFor(),
  },
]
