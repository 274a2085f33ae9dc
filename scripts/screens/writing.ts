import type { Page } from 'playwright'
import { createSample } from '../../emulator/control/samples'
import { said } from './said'
import { button, type Screen } from './screen'
import { openTicket } from './ticket'

const field = (page: Page) => page.getByRole('textbox', { name: said('Mensagem') })
const noteField = (page: Page) => page.getByRole('textbox', { name: said('Nota interna') })

/** Types into the field by keys, which also opens the suggestions. */
async function type(page: Page, text: string) {
  await openTicket(page)
  await field(page).click()
  await page.keyboard.type(text)
}

/** A draft would stay in the list of tickets. */
const emptyField = (page: Page) => field(page).fill('')

/** A reload closes the dialog without its question. */
async function leaveDialog(page: Page) {
  await page.reload()
  await emptyField(page)
}

/** Writes a note; a narrow conversation has it in the menu. */
async function writeNote(page: Page, text: string) {
  await openTicket(page)
  const direct = button(page, said('Nota interna'))
  if (await direct.isVisible()) await direct.click()
  else await inComposerMenu(page, 'Nota interna')
  await noteField(page).click()
  await page.keyboard.type(text)
}
const emptyNote = (page: Page) => noteField(page).fill('')

async function inComposerMenu(page: Page, entry: string) {
  await button(page, said('Mais opções da mensagem')).filter({ visible: true }).click()
  await page.getByRole('menuitem', { name: said(entry) }).click()
}

const pictures = (...names: string[]) =>
  names.map((name, at) => ({ name, mimeType: 'image/png', buffer: createSample('cake', at + 2).bytes }))

async function attach(page: Page, ...names: string[]) {
  await openTicket(page)
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles(pictures(...names))
  await page.getByRole('dialog').getByRole('img').or(page.getByRole('dialog').locator('img')).first().waitFor()
}

/** Opens the dialog of an entry of the composer's menu. */
async function openDialog(page: Page, entry: string) {
  await openTicket(page)
  await inComposerMenu(page, entry)
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
}

/** List of suggestions that typed characters open. */
const suggestions = (name: string, typed: string): Screen => ({
  name,
  path: '/tickets',
  async show(page) {
    await type(page, typed)
    await page.getByRole('option').first().waitFor()
  },
  tidy: emptyField,
})

/** States of the field that writes to the customer or to the team. */
export const writingScreens: Screen[] = [
  {
    name: 'composer-menu',
    path: '/tickets',
    async show(page) {
      await openTicket(page)
      await button(page, said('Mais opções da mensagem')).filter({ visible: true }).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  { name: 'attachment', path: '/tickets', show: (page) => attach(page, 'bolo-de-casamento.png') },
  {
    name: 'attachments',
    path: '/tickets',
    async show(page) {
      await attach(page, 'bolo-de-casamento.png', 'bolo-de-aniversario.png', 'bolo-da-vitrine.png')
      await page.getByLabel(said('Legenda de {{name}}')).first().fill('O de três andares, com flores')
    },
    tidy: leaveDialog,
  },
  suggestions('quick-replies', '/'),
  suggestions('variables', '{{'),
  {
    // A touch screen has its own emojis, so the panel is missing there; the list by words is on both.
    name: 'emoji',
    path: '/tickets',
    async show(page, phone) {
      if (phone) await type(page, 'Parabéns :bo')
      else {
        await openTicket(page)
        await button(page, said('Emoji')).click()
      }
      await page
        .getByRole(phone ? 'option' : 'button', { name: phone ? undefined : said('Rostos e emoções') })
        .first()
        .waitFor()
    },
    tidy: emptyField,
  },
  {
    name: 'note',
    path: '/tickets',
    show: (page) => writeNote(page, 'Prefere retirar na loja. Confirmar o horário na véspera.'),
    tidy: emptyNote,
  },
  {
    name: 'note-mention',
    path: '/tickets',
    async show(page) {
      await writeNote(page, 'Combinei a entrega para sábado, @')
      await page.getByRole('option').first().waitFor()
    },
    tidy: emptyNote,
  },
  {
    name: 'send-later',
    path: '/tickets',
    async show(page) {
      await type(page, 'Bom dia! Seu bolo fica pronto às 15h.')
      await inComposerMenu(page, 'Enviar mais tarde')
      await page.getByRole('dialog').getByLabel(said('Data')).waitFor()
    },
    tidy: leaveDialog,
  },
  {
    name: 'save-quick-reply',
    path: '/tickets',
    async show(page) {
      await type(page, 'Estamos na Rua das Acácias, 215, de terça a sábado, das 9h às 18h.')
      await inComposerMenu(page, 'Salvar como resposta rápida')
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
    },
    tidy: leaveDialog,
  },
  {
    name: 'send-contact',
    path: '/tickets',
    async show(page) {
      await openDialog(page, 'Enviar contato')
      await page.getByRole('dialog').getByRole('combobox').fill('ana')
      await page.getByRole('option', { name: /^Ana/ }).first().waitFor()
    },
  },
  { name: 'send-location', path: '/tickets', show: (page) => openDialog(page, 'Enviar localização') },
]
