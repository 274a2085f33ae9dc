import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { phone } from '../harness'
import {
  acceptTicket,
  accountButton,
  bubble,
  button,
  composer,
  conversation,
  horizontalOverflow,
  list,
  openAccountMenu,
  row,
  tab,
} from '../screen'
import { type createTicket, people } from '../shop'
import { harness, setUpShop, shop } from '../shop-setup'
import {
  customerSheet,
  expectExportedContacts,
  expectNote,
  openPages,
  prepareWorkingDay,
  raceForJoana,
  waitForEditAndDeletion,
} from './working-day-steps'

/** Working day of two agents and a supervisor on phones of 360 × 780 px. */

let bia: Page
let caio: Page
let duda: Page
/** Name of the agent who uses the page `caio`. */
let loser: string
let joana: Awaited<ReturnType<typeof createTicket>>
let heitor: Awaited<ReturnType<typeof createTicket>>

setUpShop()
beforeAll(async () => {
  ;({ joana, heitor } = await prepareWorkingDay(harness, shop))
})

const fits = async (page: Page) => expect([page.url(), await horizontalOverflow(page)]).toEqual([page.url(), 0])

/** Sends with the button, since Enter does not send on a phone. */
async function say(page: Page, text: string) {
  await composer(page).fill(text)
  await button(page, 'Enviar').tap()
}

/** Long-presses a message and taps an item of its menu. */
async function choose(page: Page, text: string, item: string) {
  const held = bubble(page, text)
  await held
    .getByRole('img', { name: /Enviada|Entregue|Lida/ })
    .first()
    .waitFor()
  await held.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 200, clientY: 300 })
  await page.getByRole('menuitem', { name: item }).tap()
  await held.dispatchEvent('pointerup', { pointerType: 'touch' })
}

async function back(page: Page) {
  await page.getByRole('link', { name: 'Voltar para a lista' }).tap()
  await list(page).waitFor()
}

/** Opens a page by the bottom bar or its sheet, which a conversation on a phone does not show. */
async function goTo(page: Page, name: string) {
  if (await page.getByRole('link', { name: 'Voltar para a lista' }).isVisible()) await back(page)
  const link = page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link', { name })
  if (await link.isVisible()) return link.tap()
  await accountButton(page).tap()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .tap()
}

const dialog = (page: Page) => page.getByRole('dialog')

test('of two agents who accept the same ticket, one gets it', async () => {
  const pages = await openPages(harness, shop, phone)
  duda = pages.duda
  const outcome = await raceForJoana(pages, joana.id)
  ;[bia, caio] = [outcome.winner.page, outcome.loser.page]
  loser = outcome.loser.name
  expect(await composer(caio).isVisible()).toBe(false)
  await back(bia)
  await acceptTicket(bia, 'Heitor Lima')
  await back(bia)
  await row(bia, 'Joana Reis').getByRole('link').tap()
  await bubble(bia, 'torta de limão').waitFor()
  await fits(bia)
})

test('a quick message, an edit, a deletion and a note: the customer receives all but the note', async () => {
  await composer(bia).pressSequentially('/pro')
  await bia.getByRole('option', { name: /\/pronto/ }).tap()
  await button(bia, 'Enviar').tap()
  await harness.control.waitForMessage({ phone: joana.number, contains: 'Oi, Joana! Seu pedido fica pronto às 15h.' })

  await say(bia, 'São 80 reais')
  await choose(bia, 'São 80 reais', 'Editar')
  await composer(bia).fill('São 90 reais')
  await button(bia, 'Salvar a edição').tap()
  await bubble(bia, 'São 90 reais').getByText('editada').waitFor()
  await say(bia, 'Recado da outra cliente')
  await choose(bia, 'Recado da outra cliente', 'Apagar para todos')
  await button(dialog(bia), 'Apagar para todos').tap()
  await bubble(bia, 'Recado da outra cliente').getByText('Mensagem apagada').waitFor()
  await waitForEditAndDeletion(harness, shop, joana.number)

  await button(bia, 'Mais opções da mensagem').tap()
  await bia.getByRole('menuitem', { name: 'Nota interna' }).tap()
  await bia.getByRole('textbox', { name: 'Nota interna' }).fill('Paga sempre por Pix')
  await button(bia, 'Salvar a nota').tap()
  await expectNote(bia, harness, shop, joana.number)
  await fits(bia)
})

test('a message is forwarded to another customer, and one is scheduled', async () => {
  await choose(bia, 'Seu pedido fica pronto', 'Encaminhar')
  await dialog(bia)
    .getByRole('checkbox', { name: /Heitor Lima/ })
    .check()
  await fits(bia)
  await button(bia, 'Encaminhar para 1').tap()
  await bia.getByText('Mensagem encaminhada.').waitFor()
  await harness.control.waitForMessage({ phone: heitor.number, contains: 'Seu pedido fica pronto' })

  await composer(bia).fill('Pode retirar, {{firstName}}')
  await button(bia, 'Mais opções da mensagem').tap()
  await bia.getByRole('menuitem', { name: 'Enviar mais tarde' }).tap()
  await fits(bia)
  await button(dialog(bia), 'Agendar').tap()
  await dialog(bia).waitFor({ state: 'detached' })
  await goTo(duda, 'Agenda')
  await duda.getByText('Joana Reis').first().waitFor()
  await fits(duda)
})

test('a transferred ticket reaches the colleague with its notes', async () => {
  await button(conversation(bia), 'Mais ações').tap()
  await bia.getByRole('menuitem', { name: 'Transferir atendimento' }).tap()
  await bia.getByRole('combobox', { name: /^Atendente/ }).fill(loser.slice(0, 3))
  await bia.getByRole('option', { name: loser }).tap()
  await fits(bia)
  await button(dialog(bia), 'Transferir').last().tap()
  await bia.getByRole('heading', { name: 'Joana Reis' }).waitFor({ state: 'detached' })
  await tab(caio, 'Meus').tap()
  await row(caio, 'Joana Reis').getByRole('link').tap()
  await composer(caio).waitFor()
  await conversation(caio).getByText('Paga sempre por Pix').first().waitFor()
})

test('a message in the internal chat reaches a colleague', async () => {
  await goTo(duda, 'Chat interno')
  await button(duda, 'Nova conversa').first().tap()
  await duda.getByLabel('Título').fill('Tarde')
  for (const { name } of [people.bia, people.caio]) await duda.getByLabel(name).check()
  await fits(duda)
  await button(duda, 'Iniciar conversa').tap()
  await duda.getByRole('textbox', { name: 'Mensagem para os colegas' }).fill('a Joana está com quem?')
  await button(duda, 'Enviar').tap()
  await back(caio)
  await caio.getByText('1 conversa com mensagens novas').waitFor()
  await goTo(caio, 'Chat interno')
  await caio.getByRole('link', { name: /Tarde/ }).tap()
  await caio.getByRole('log', { name: 'Mensagens' }).getByText('a Joana está com quem?').waitFor()
  await fits(caio)
})

test('the global search finds a message, and a tap opens it', async () => {
  await openAccountMenu(caio)
  await fits(caio)
  await button(caio, 'Buscar tudo').tap()
  await caio.getByRole('combobox', { name: 'Buscar tudo' }).fill('torta de limao')
  await fits(caio)
  await caio.getByRole('option', { name: /Joana Reis/ }).tap()
  await bubble(caio, 'torta de limão').waitFor()
  await fits(caio)
})

test('the supervisor moves a card on the board and imports and exports contacts', async () => {
  await goTo(duda, 'Kanban')
  await button(duda, 'Mover Joana Reis para…').tap()
  await duda.getByRole('menuitem', { name: 'Encomenda' }).tap()
  await duda.getByText('Joana Reis foi para Encomenda.').waitFor({ state: 'attached' })

  await goTo(duda, 'Contatos')
  await button(duda, 'Importar e exportar').tap()
  await duda.getByRole('menuitem', { name: 'Importar contatos' }).tap()
  const sheet = dialog(duda)
  await sheet.getByLabel('Escolher arquivo').setInputFiles(await customerSheet())
  await sheet.getByText('1 linha fica de fora, porque não tem um número.').waitFor()
  await fits(duda)
  await button(sheet, 'Importar').tap()
  await duda.getByText('1 adicionado · 1 inválido').waitFor()
  await fits(duda)
  await button(duda, 'Importar e exportar').tap()
  const download = duda.waitForEvent('download')
  await duda.getByRole('menuitem', { name: 'Exportar contatos.csv' }).tap()
  await expectExportedContacts(await download)
})

test('a closed ticket leaves the list', async () => {
  await button(conversation(caio), 'Mais ações').tap()
  await caio.getByRole('menuitem', { name: 'Encerrar' }).tap()
  await caio.getByText('Atendimento encerrado.').waitFor()
  await list(caio).waitFor()
  expect(await shop.request('GET', `/tickets/${joana.id}`)).toMatchObject({ status: 'closed' })
})
