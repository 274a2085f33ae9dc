import type { Page } from 'playwright'
import { said, saidOf } from './said'
import { button, dialog, type Screen, scrollTo } from './screen'

const optician = 'Ótica Sol Nascente'

/** Clicks an entry of a company's menu. */
async function inCompanyMenu(page: Page, text: string) {
  await button(page, saidOf('Mais ações de {{name}}', optician)).click()
  await page.getByRole('menuitem', { name: said(text) }).click()
  await dialog(page).getByRole('heading').first().waitFor()
}

async function visit(page: Page) {
  await inCompanyMenu(page, 'Entrar para dar suporte')
  await dialog(page).getByLabel(said('Motivo')).fill('Chamado 123: a conexão não sobe')
  await button(page, said('Entrar agora')).click()
  await button(page, said('Encerrar suporte')).waitFor()
}

/** Ends the visit; its report opens in the own company. */
async function endVisit(page: Page) {
  await button(page, said('Encerrar suporte')).click()
  await dialog(page)
    .getByRole('heading', { name: said('O que a visita fez') })
    .waitFor()
}

const settings = (name: string, tab: string, show: Screen['show']): Screen => ({
  ...{ name, path: `/settings?tab=${tab}`, who: 'provider' },
  show,
})

/** Forms of the provider, and a support visit. */
export const providerForms: Screen[] = [
  settings('provider-options', 'options', (page) => scrollTo(page, said('Instalação'))),
  settings('provider-company-new', 'companies', async (page) => {
    await button(page, said('Nova empresa')).click()
    await dialog(page).getByLabel(said('Nome da empresa')).fill('Floricultura Girassol')
    await dialog(page).getByLabel(said('Plano')).selectOption({ label: 'Essencial' })
  }),
  settings('provider-company-menu', 'companies', async (page) => {
    await button(page, saidOf('Mais ações de {{name}}', optician)).click()
    await page.getByRole('menuitem').first().waitFor()
  }),
  settings('provider-company-renewal', 'companies', async (page) => {
    await button(page, saidOf('Renovar {{name}}', optician)).click()
    await dialog(page).getByRole('heading').first().waitFor()
  }),
  settings('provider-company-copy', 'companies', (page) => inCompanyMenu(page, 'Exportar a empresa')),
  settings('provider-company-removal', 'companies', (page) => inCompanyMenu(page, 'Excluir')),
  settings('provider-visit-start', 'companies', async (page) => {
    await inCompanyMenu(page, 'Entrar para dar suporte')
    await dialog(page).getByLabel(said('Motivo')).fill('Chamado 123: a conexão não sobe')
  }),
  settings('provider-plan', 'plans', async (page) => {
    await button(page, saidOf('Editar {{name}}', 'Essencial')).click()
    await dialog(page).getByRole('heading').first().waitFor()
  }),
  settings('provider-plan-removal', 'plans', (page) => button(page, saidOf('Excluir {{name}}', 'Essencial')).click()),
  settings('provider-help', 'helps', async (page) => {
    await button(page, saidOf('Editar {{title}}', 'Primeiros passos')).click()
    await dialog(page).getByRole('heading').first().waitFor()
  }),
  settings('provider-efi', 'payments', async (page) => {
    await page.getByLabel(said('Forma de recebimento')).selectOption('efi')
    await page.getByLabel(said('Ambiente')).selectOption('sandbox')
  }),
  {
    name: 'provider-announcement',
    path: '/announcements',
    who: 'provider',
    async show(page) {
      await button(page, saidOf('Editar {{title}}', 'Manutenção no domingo')).click()
      await dialog(page).getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'provider-financeiro-paid',
    path: '/financeiro',
    who: 'provider',
    async show(page) {
      await page.getByRole('tab', { name: said('Todas as empresas') }).click()
      await page.getByLabel(said('Situação')).selectOption('paid')
    },
  },
  {
    name: 'provider-financeiro-confirm',
    path: '/financeiro',
    who: 'provider',
    async show(page) {
      await page.getByRole('tab', { name: said('Todas as empresas') }).click()
      await button(page, said('Confirmar o pagamento de {{company}}, vencimento {{date}}')).first().click()
      await dialog(page).getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'provider-company-import',
    path: '/audit',
    who: 'provider',
    show: (page) => page.getByRole('tab', { name: said('Empresa') }).click(),
  },
  { name: 'provider-visit', path: '/settings?tab=companies', who: 'provider', show: visit, tidy: endVisit },
  settings('provider-visit-report', 'companies', async (page) => {
    await visit(page)
    await endVisit(page)
  }),
]
