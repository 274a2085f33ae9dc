import type { Page } from 'playwright'
import { said, saidOf } from './said'
import { button, dialog, type Screen, scrollTo } from './screen'

const loaded = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first().waitFor()

/** Opens a dialog by a button of the page's head. */
async function open(page: Page, text: string) {
  await button(page, said(text)).first().click()
  await dialog(page).getByRole('heading').first().waitFor()
}

/** Opens the dialog of a queue at one of its tabs. */
async function openQueue(page: Page, tab: string) {
  await button(page, saidOf('Editar {{name}}', 'Encomendas')).click()
  await dialog(page)
    .getByRole('tab', { name: said(tab) })
    .click()
}

/** Opens the list of contacts of the demonstration. */
async function openList(page: Page) {
  await page.getByRole('link', { name: 'Clientes do fim de ano' }).click()
  await page.getByText(said('{{count}} fora do WhatsApp')).first().waitFor()
}

/** Forms of people, queues, lists and campaigns. */
export const managerForms: Screen[] = [
  {
    name: 'user-rights',
    path: '/users',
    async show(page) {
      await button(page, saidOf('Editar {{name}}', 'Rafael Nogueira')).click()
      await dialog(page).getByLabel(said('Idioma')).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'user-mistakes',
    path: '/users',
    async show(page) {
      await open(page, 'Novo usuário')
      await dialog(page).getByLabel(said('Nome')).fill('C')
      await dialog(page).getByLabel(said('E-mail')).fill('clara')
      await button(page, said('Salvar')).click()
      await dialog(page).locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'user-removal',
    path: '/users',
    show: (page) => button(page, saidOf('Excluir {{name}}', 'Bia Campos')).click(),
  },
  {
    name: 'queue-new',
    path: '/queues',
    async show(page) {
      await loaded(page, 'Encomendas')
      await open(page, 'Novo setor')
      await dialog(page).getByLabel(said('Nome')).fill('Eventos')
    },
  },
  { name: 'queue-targets', path: '/queues', show: (page) => openQueue(page, 'Prazos') },
  { name: 'queue-hours', path: '/queues', show: (page) => openQueue(page, 'Horário') },
  { name: 'queue-try', path: '/queues', show: (page) => openQueue(page, 'Testar') },
  {
    name: 'queue-menu-edit',
    path: '/queues',
    async show(page) {
      await button(page, saidOf('Menu de {{name}}', 'Encomendas')).click()
      await button(page, said('Editar menu')).click()
      await button(page, said('Adicionar opção em {{name}}')).last().click()
    },
  },
  {
    name: 'queue-removal',
    path: '/queues',
    async show(page) {
      await button(page, saidOf('Excluir {{name}}', 'Encomendas')).click()
      // Refused, because customers wait in this queue; the dialog then asks for another one.
      await dialog(page)
        .getByRole('button', { name: said('Excluir') })
        .click()
      await dialog(page)
        .getByRole('heading', { name: saidOf('{{name}} ainda está em uso', 'Encomendas') })
        .waitFor()
    },
  },
  {
    name: 'team-transfer',
    path: '/team',
    async show(page) {
      await button(page, said('Transferir o atendimento de {{name}}')).first().click()
      await dialog(page).getByRole('heading').first().waitFor()
    },
  },
  { name: 'contact-list-new', path: '/contact-lists', show: (page) => open(page, 'Nova lista') },
  { name: 'contact-list-from', path: '/contact-lists', show: (page) => open(page, 'Lista a partir de…') },
  {
    name: 'contact-list-removal',
    path: '/contact-lists',
    show: (page) => button(page, saidOf('Excluir {{name}}', 'Clientes do fim de ano')).click(),
  },
  {
    name: 'contact-list-import',
    path: '/contact-lists',
    async show(page) {
      await openList(page)
      await open(page, 'Importar contatos')
    },
  },
  {
    name: 'contact-list-person',
    path: '/contact-lists',
    async show(page) {
      await openList(page)
      await open(page, 'Adicionar contato')
      await dialog(page).getByLabel(said('Nome')).fill('Paula Azevedo')
    },
  },
  {
    name: 'campaign-new',
    path: '/campaigns',
    async show(page) {
      await open(page, 'Nova campanha')
      await dialog(page).getByLabel(said('Nome')).fill('Páscoa')
    },
  },
  {
    name: 'campaign-sequence',
    path: '/campaigns',
    async show(page) {
      await button(page, saidOf('Editar {{name}}', 'Aniversariantes do mês')).click()
      await dialog(page)
        .getByRole('tab', { name: said('Sequência') })
        .click()
      await dialog(page).getByLabel(said('Texto da mensagem seguinte {{n}}')).first().waitFor()
    },
  },
  {
    name: 'campaign-recipients',
    path: '/campaigns',
    async show(page) {
      await button(page, saidOf('Relatório de {{name}}', 'Panetones de fim de ano')).click()
      await page.locator('.recharts-bar-rectangle').first().waitFor()
      await scrollTo(page, said('Destinatários'))
    },
  },
  {
    name: 'opt-out-new',
    path: '/opt-outs',
    async show(page) {
      await open(page, 'Adicionar pessoa')
      await dialog(page).getByLabel(said('Número')).fill('(11) 98765-4321')
    },
  },
  {
    name: 'opt-out-import',
    path: '/opt-outs',
    async show(page) {
      await button(page, said('Mais ações')).click()
      await page.getByRole('menuitem', { name: said('Importar números') }).click()
      await dialog(page).getByLabel(said('Números')).fill('(11) 98765-4321\n(21) 99876-5432')
    },
  },
  {
    name: 'file-new',
    path: '/files',
    async show(page) {
      await loaded(page, 'Cardápio de festas')
      await open(page, 'Nova lista')
      await dialog(page).getByLabel(said('Nome')).first().fill('Kit de Natal')
      await button(page, said('Adicionar arquivo')).click()
    },
  },
]
