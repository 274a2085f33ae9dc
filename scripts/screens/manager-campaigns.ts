import type { Page } from 'playwright'
import { said, saidOf } from './said'
import { button, type Screen } from './screen'

const openLists = (page: Page) => page.getByRole('link', { name: 'Clientes do fim de ano' }).waitFor()

/** Opens the campaign of the demonstration that is scheduled for a later day. */
async function openCampaign(page: Page, tab: string) {
  await button(page, saidOf('Editar {{name}}', 'Aniversariantes do mês')).click()
  await page
    .getByRole('dialog')
    .getByRole('tab', { name: said(tab) })
    .click()
}

/** Lists, campaigns, opt-outs and files, as a company's admin sees them. */
export const campaignScreens: Screen[] = [
  { name: 'opt-outs', path: '/opt-outs', show: (page) => page.getByText('Pediu por telefone').waitFor() },
  {
    name: 'opt-out-removal',
    path: '/opt-outs',
    async show(page) {
      await button(page, said('Remover {{name}} da lista')).first().click()
      await page.getByRole('heading', { name: said('Voltar a enviar campanhas?') }).waitFor()
    },
  },
  { name: 'contact-lists', path: '/contact-lists', show: openLists },
  {
    name: 'contact-list',
    path: '/contact-lists',
    async show(page) {
      await openLists(page)
      await page.getByRole('link', { name: 'Clientes do fim de ano' }).click()
      await page.getByText(said('{{count}} fora do WhatsApp')).first().waitFor()
    },
  },
  {
    name: 'campaigns',
    path: '/campaigns',
    show: (page) => page.getByText(said('Espera: número pausado')).first().waitFor(),
  },
  {
    name: 'campaign',
    path: '/campaigns',
    async show(page) {
      await openCampaign(page, 'Pessoas')
      await page.getByRole('dialog').getByText(said('Conectada.')).waitFor()
    },
  },
  {
    name: 'campaign-messages',
    path: '/campaigns',
    async show(page) {
      await openCampaign(page, 'Mensagens')
      await page.getByRole('dialog').getByText('Feliz aniversário,').last().waitFor()
    },
  },
  {
    name: 'campaign-start',
    path: '/campaigns',
    async show(page) {
      await openCampaign(page, 'Início')
      await page
        .getByRole('dialog')
        .getByText(said('Termina por volta de {{when}}, no ritmo e no horário das configurações.'))
        .waitFor()
    },
  },
  {
    name: 'campaign-report',
    path: '/campaigns',
    async show(page) {
      await button(page, saidOf('Relatório de {{name}}', 'Panetones de fim de ano')).click()
      await page.locator('.recharts-bar-rectangle').first().waitFor()
    },
  },
  {
    name: 'campaign-texts',
    path: '/campaigns',
    async show(page) {
      await button(page, saidOf('Relatório de {{name}}', 'Panetones de fim de ano')).click()
      await page.locator('.recharts-bar-rectangle').first().waitFor()
      await page
        .getByRole('heading', { name: said('Qual texto funciona melhor') })
        .evaluate((title) => title.scrollIntoView())
    },
  },
  {
    name: 'campaigns-config',
    path: '/campaigns-config',
    show: (page) => page.getByText(said('Todos os valores são seguros.')).waitFor(),
  },
  { name: 'files', path: '/files', show: (page) => page.getByText('Cardápio de festas').waitFor() },
  {
    name: 'file',
    path: '/files',
    async show(page) {
      await button(page, saidOf('Editar {{name}}', 'Cardápio de festas')).click()
      await page.getByRole('dialog').getByText('Docinhos.pdf').first().waitFor()
    },
  },
]
