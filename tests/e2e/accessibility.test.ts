import { afterAll, beforeAll, describe, test } from 'bun:test'
import type { Page } from 'playwright'
import type { WireContent } from '../../emulator/control/control-api'
import { expectAccessible } from '../expect-accessible'
import { hasTurn } from '../size'
import { phone } from './harness'
import {
  bubble,
  button,
  composer,
  conversation,
  openAccountMenu,
  row,
  searchField,
  searchResults,
  signIn,
  tab,
} from './screen'
import { createTicket, people } from './shop'
import { harness, setUpShop, shop } from './shop-setup'

/**
 * No serious finding of axe on a third of the screens each day, in both themes. The steps of a conversation are possible
 * each day, those of other pages when the page has its turn.
 */

setUpShop()
beforeAll(async () => {
  for (const name of ['Lara Pinho', 'Mateus Sá']) await sendEverything((await createTicket(harness, shop, name)).number)
  await createTicket(harness, shop, 'Nara Melo')
})

async function sendEverything(from: string) {
  const write = (content: WireContent) => harness.control.send({ from, to: shop.owner, content })
  await write('*Oi*, vi em https://padaria.test/bolos e ~não~ _achei_\n> o de milho\n- 1 kg')
  await write({ image: { sample: 'photo' }, caption: 'este' })
  await write({ audio: { sample: 'voice', seconds: 2 }, ptt: true, seconds: 2 })
  await write({ document: { sample: 'document' }, fileName: 'lista.pdf', mimetype: 'application/pdf' })
  await write({ location: { latitude: -23.5, longitude: -46.6, name: 'Praça' } })
  await write({ contact: { name: 'Nina', number: '5511900001111' } })
}

const devices = [
  { at: 'on a desktop', who: 'ana', customer: 'Lara Pinho', options: {}, isPhone: false },
  { at: 'on a phone', who: 'duda', customer: 'Mateus Sá', options: phone, isPhone: true },
] as const

/** Number of tests that have turns so far. */
let position = 0
for (const { at, who, customer, options, isPhone } of devices)
  describe(`accessibility ${at}`, () => {
    let page: Page
    /** Checks a screen with axe. Colours are checked on the desktop only, since phones use the same. */
    const audit = (screen: string) =>
      expectAccessible(page, screen, { includeToasts: screen === 'toast', ...(isPhone && { themes: [] }) })
    const check = async (screen: string) => {
      if (hasTurn(`${at} ${screen}`)) await audit(screen)
    }
    /** A test of pages that no other test needs; each has its turn on one of three days. */
    const testInTurn = (name: string, run: () => Promise<void>) => test.if(hasTurn(position++))(name, run)
    const go = (path: string) => page.goto(`${shop.url}/${path}`)
    const dialog = () => page.getByRole('dialog')
    const shown = () => dialog().getByRole('heading').first().waitFor()

    beforeAll(async () => {
      page = await signIn(await harness.newContext(options), shop.url, who)
    })
    afterAll(() => page.context().close())

    testInTurn('login, sign-up and set-up have no serious finding', async () => {
      const mine = page
      page = await (await harness.newContext(options)).newPage()
      for (const path of ['login', 'signup', 'setup']) {
        await go(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await audit(path)
      }
      await go('signup')
      await button(page, 'Criar conta').click()
      await page.getByText('Preencha este campo.').first().waitFor()
      await audit('sign-up with mistakes')
      await page.context().close()
      page = mine
    })

    test('the ticket lists, the search and the form of a new ticket have no serious finding', async () => {
      await check('tickets')
      await tab(page, 'Aguardando').click()
      await row(page, customer).waitFor()
      await check('waiting')
      await tab(page, 'Encerrados').click()
      await check('closed')
      await tab(page, 'Robô').click()
      await page.getByText('Nenhuma conversa com o robô').waitFor()
      await check('robot')
      await searchField(page).click()
      await check('search without words')
      await searchField(page).fill('nara')
      await searchResults(page).getByRole('listitem').first().waitFor()
      await check('search')
      await searchField(page).fill('')
      await button(page, 'Novo atendimento').click()
      await page.getByRole('combobox', { name: 'Contato' }).fill('nara')
      await page.getByRole('option', { name: /Nara Melo/ }).waitFor()
      await check('new ticket')
      await page.getByRole('option', { name: /Nara Melo/ }).click()
      await button(dialog(), 'Cancelar').click()
    })

    test('a conversation with its menus and dialogs has no serious finding', async () => {
      await tab(page, 'Meus').click()
      await tab(page, 'Aguardando').click()
      await button(page, `Aceitar o atendimento de ${customer}`).click()
      await bubble(page, 'lista.pdf').waitFor()
      await check('conversation')
      const spoken = bubble(page, 'Oi').first()
      if (isPhone) await spoken.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 90, clientY: 300 })
      else {
        await spoken.locator('> div').first().hover()
        await button(spoken, 'Ações da mensagem').click()
      }
      await page.getByRole('menuitem', { name: 'Responder' }).waitFor()
      await check('message menu')
      await page.getByRole('menuitem', { name: 'Encaminhar' }).click()
      await shown()
      await check('forward')
      await button(dialog(), 'Cancelar').click()
      await button(page, 'Abrir a imagem').click()
      await dialog().getByRole('img').waitFor()
      await check('lightbox')
      await page.keyboard.press('Escape')
      if (isPhone) {
        await button(page, 'Mostrar detalhes do contato').click()
        await page.getByRole('heading', { name: 'Detalhes do contato' }).waitFor()
        await check('details')
        await page.goBack()
      }
      await dialog().waitFor({ state: 'detached' })
    })

    test('composer, notes, attachments and recording have no serious finding', async () => {
      await composer(page).fill('com *marcas*')
      await check('composer')
      await composer(page).fill('')
      if (isPhone) {
        await button(page, 'Mais opções da mensagem').click()
        await page.getByRole('menuitem', { name: 'Nota interna' }).click()
      } else await button(page, 'Nota interna').click()
      await page.getByRole('textbox', { name: 'Nota interna' }).fill('Gosta de milho')
      await button(page, 'Salvar a nota').first().click()
      await page.getByRole('article', { name: /^Nota de/ }).waitFor()
      await check('note')
      const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') }
      await page.locator('input[type=file]').setInputFiles(file)
      await dialog().getByText('a.pdf').waitFor()
      await check('attachments')
      await button(dialog(), 'Remover a.pdf').click()
      await button(page, 'Gravar mensagem de voz').click()
      await page
        .getByRole('region', { name: 'Gravando' })
        .getByText(/^0:0[1-9]$/)
        .waitFor()
      await check('recording')
      await button(page, 'Parar e ouvir').click()
      await page.getByRole('region', { name: 'Ouça antes de enviar' }).waitFor()
      await check('voice preview')
      await button(page, 'Descartar a gravação').click()
    })

    test('unsent messages have no serious finding', async () => {
      const address = page.url()
      await page.route('**/api/messages/*', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      await composer(page).fill('espera')
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await bubble(page, 'espera').getByText('Aguardando a conexão').waitFor()
      await check('waiting message')
      await go('contacts')
      await page.getByText('1 mensagem espera para sair.').waitFor()
      await page.getByRole('button', { name: 'Ver', exact: true }).click()
      await shown()
      await check('unsent messages')
      await button(dialog(), 'Descartar').click()
      await dialog().getByText('Tudo foi enviado.').waitFor()
      await page.unrouteAll()
      await page.goto(address)
      await composer(page).waitFor()
    })

    test('transfer and return to the queue have no serious finding', async () => {
      await chooseAction('Transferir', 'Transferir atendimento')
      await shown()
      await check('transfer')
      await button(dialog(), 'Cancelar').click()
      await chooseAction('Devolver para a fila', 'Devolver para a fila')
      await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Desfazer' }).hover() // a toast stays meanwhile
      await check('toast')
      await button(page, 'Desfazer').click()
      await composer(page).waitFor()
    })
    /** Clicks an action of the conversation; on a phone it is in the menu. */
    async function chooseAction(item: string, label: string) {
      if (!isPhone && label !== 'Devolver para a fila') return button(conversation(page), label).click()
      await button(conversation(page), 'Mais ações').click()
      await page.getByRole('menuitem', { name: item }).click()
    }

    test('account menu, notifications and search have no serious finding', async () => {
      const back = page.getByRole('link', { name: 'Voltar para a lista' })
      if (await back.isVisible()) await back.click()
      await openAccountMenu(page)
      await page.getByRole('slider', { name: 'Volume' }).waitFor()
      await check('account menu')
      if (!isPhone) await page.keyboard.press('Escape')
      await button(page, /^Notificações(:|$)/).click()
      await dialog().getByRole('tab').first().waitFor()
      await check('notifications')
      await page.keyboard.press('Escape')
      if (isPhone) await page.keyboard.press('Escape')
      await openAccountMenu(page)
      await button(page, 'Buscar tudo').click()
      await page.getByRole('option').first().waitFor()
      await check('palette as opened')
      await page.getByRole('combobox', { name: 'Buscar tudo' }).fill('nara')
      await page
        .getByRole('option', { name: /Nara Melo/ })
        .first()
        .waitFor()
      await check('palette')
      await page.keyboard.press('Escape')
      if (isPhone) return
      await page.keyboard.press('Alt+?')
      await shown()
      await check('keys')
    })

    testInTurn('contacts and tags have no serious finding', async () => {
      await go('contacts')
      await page.getByRole('listitem').filter({ hasText: 'Nara Melo' }).waitFor()
      await audit('contacts')
      await button(page, 'Novo contato').click()
      await button(dialog(), 'Salvar').click()
      await dialog().getByText('Preencha este campo.').first().waitFor()
      await audit('contact form with mistakes')
      await go('tags')
      await button(page, 'Nova etiqueta').first().click()
      await dialog()
        .getByLabel('Nome')
        .fill(isPhone ? 'Retirada' : 'Casamento')
      await audit('tag form')
      await button(dialog(), 'Salvar').click()
      await dialog().waitFor({ state: 'detached' })
      await audit('tags')
    })

    testInTurn('board and internal chat have no serious finding', async () => {
      await go('kanban')
      await page.locator('[data-card]').first().waitFor()
      await audit('board')
      await go('chats')
      await button(page, 'Nova conversa').first().click()
      await dialog()
        .getByLabel('Título')
        .fill(isPhone ? 'Entregas' : 'Cozinha')
      await dialog().getByLabel(people.caio.name).check()
      await audit('chat form')
      await button(dialog(), 'Iniciar conversa').click()
      const words = page.getByRole('textbox', { name: 'Mensagem para os colegas' })
      await words.fill('Bom dia')
      await words.press('Enter')
      await page.getByRole('log', { name: 'Mensagens' }).getByText('Bom dia').waitFor()
      await audit('chat')
    })

    testInTurn('quick messages, tasks and schedules have no serious finding', async () => {
      await go('quick-messages')
      await button(page, 'Nova resposta rápida').first().click()
      await dialog()
        .getByLabel('Atalho')
        .fill(isPhone ? 'oi' : 'bomdia')
      await dialog().getByLabel('Mensagem').fill('{{greeting}}, {{firstName}}')
      await button(dialog(), 'Salvar').click()
      await dialog().waitFor({ state: 'detached' })
      await audit('quick answers')
      await go('todolist')
      await page.getByLabel('O que falta fazer?').fill('Ligar para Nara')
      await page.keyboard.press('Enter')
      await audit('tasks')
      if (!isPhone) return // schedules.test.ts checks the calendar
      await go('schedules')
      await button(page, 'Agendar mensagem').first().click()
      await shown()
      await audit('schedule form')
    })

    testInTurn('connections with their dialogs have no serious finding', async () => {
      await go('connections')
      await page.getByText('Conectada', { exact: true }).waitFor()
      await audit('connections')
      await button(page, 'Nova conexão').click()
      await dialog()
        .getByLabel('Nome')
        .fill(isPhone ? 'Celular' : 'Mesa')
      await audit('connection form')
      await button(dialog(), 'Salvar').click()
      await page.getByRole('img', { name: /^QR Code para conectar/ }).waitFor()
      await audit('QR code')
      await button(dialog(), 'Conectar com o número de telefone').click()
      await dialog().getByLabel('Número com código do país').waitFor()
      await audit('pairing code')
      await page.keyboard.press('Escape')
      await button(page, 'Desconectar').first().click()
      await button(page.getByRole('alertdialog').or(dialog()), 'Cancelar').waitFor()
      await audit('question')
    })
  })
