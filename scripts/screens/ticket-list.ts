import type { Page } from 'playwright'
import { said } from './said'
import { button, type Screen } from './screen'
import { firstRow, holdFinger } from './ticket'

const row = (page: Page, at: number) => page.locator('[data-ticket]').nth(at)

async function openRowMenu(page: Page, phone: boolean) {
  await firstRow(page).waitFor()
  if (phone) await holdFinger(page, firstRow(page))
  else await firstRow(page).click({ button: 'right' })
  await page.getByRole('menu').waitFor()
}

/** Selects three rows, the first through the menu of its row, so that it works by touch. */
async function selectRows(page: Page, phone: boolean) {
  await openRowMenu(page, phone)
  await page.getByRole('menuitem', { name: said('Selecionar') }).click()
  for (const at of [2, 3]) await row(page, at).getByRole('checkbox').check()
}

async function openFilters(page: Page) {
  await firstRow(page).waitFor()
  await button(page, said('Filtros')).click()
  await page.getByRole('checkbox', { name: said('Sem resposta') }).check()
}

/** States of the list of tickets. */
export const ticketListScreens: Screen[] = [
  {
    name: 'list-filters',
    path: '/tickets',
    show: openFilters,
    tidy: (page) => button(page, said('Limpar filtros')).click(),
  },
  {
    name: 'list-views',
    path: '/tickets',
    async show(page) {
      await openFilters(page)
      await button(page, said('Salvar como visão')).click()
      await page.getByRole('textbox', { name: said('Nome da visão') }).fill('Esperam resposta')
      await page.keyboard.press('Enter')
      await button(page, said('Excluir {{name}}')).waitFor()
    },
    async tidy(page) {
      await button(page, said('Excluir {{name}}')).click()
      await button(page, said('Limpar filtros')).click()
    },
  },
  { name: 'list-row-menu', path: '/tickets', show: openRowMenu },
  { name: 'list-selection', path: '/tickets', show: selectRows },
  {
    name: 'list-close-all',
    path: '/tickets',
    async show(page, phone) {
      await selectRows(page, phone)
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: said('Encerrar') })
        .click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'list-search',
    path: '/tickets',
    async show(page) {
      await page.getByRole('textbox', { name: said('Buscar por nome, número ou mensagem') }).fill('chocolate')
      await firstRow(page).waitFor()
    },
  },
  {
    name: 'list-nothing-found',
    path: '/tickets',
    async show(page) {
      await page.getByRole('textbox', { name: said('Buscar por nome, número ou mensagem') }).fill('panetone trufado')
      await page
        .getByText(said('Confira a escrita ou busque por outra parte do nome, do número ou da mensagem.'))
        .waitFor()
    },
  },
  {
    name: 'peek',
    path: '/tickets',
    async show(page) {
      await page.getByRole('tab', { name: said('Aguardando') }).click()
      await page
        .getByRole('button', { name: said('Aceitar o atendimento de {{name}}') })
        .first()
        .waitFor()
      await firstRow(page).locator('button[title]').first().click()
      await page.getByRole('dialog').locator('[data-message]').first().waitFor()
    },
  },
  {
    name: 'new-contact',
    path: '/tickets',
    async show(page) {
      await button(page, said('Novo atendimento')).click()
      await page.getByRole('combobox', { name: said('Contato') }).fill('Clara Rocha')
      await page.getByRole('option', { name: said('Novo contato') }).click()
      await page.getByLabel(said('Número do WhatsApp')).fill('11 91234-5678')
    },
  },
]
