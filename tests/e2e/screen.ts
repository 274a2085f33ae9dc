import type { BrowserContext, Locator, Page } from 'playwright'
import { keys } from '../../ui/lib/storage'
import { until } from './harness'
import { emailOf, type PersonName, password } from './shop'

/** Steps on the screens. Elements are found by their Portuguese text and their role. */

/**
 * Opens a tab with the tickets page of a person whom a request has logged in; the login page is not loaded. The own list
 * has the latest change first, because tests name the next conversation by it.
 */
export async function signIn(context: BrowserContext, url: string, name: PersonName): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/readyz`)
  await page.evaluate(logIn, { key: keys.companyId, email: emailOf(name), password })
  await page.goto(`${url}/tickets`)
  await list(page).waitFor()
  return page
}

/**
 * Runs in the page: gets the login's cookie, and remembers in `key` that there is one, as the login page does. Stores the
 * order of the lists.
 */
async function logIn({ key, ...login }: { key: string; email: string; password: string }) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(login) })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${login.email} cannot log in: ${JSON.stringify(answer)}`)
  localStorage.setItem(key, `${answer.user.companyId}`)
  localStorage.setItem(`ticketSort.${answer.user.id}`, 'mine:latest,all:latest')
}

/** Opens a page of another title, or one that leads to another page, and waits until its data are loaded. */
export async function openWithoutReload(page: Page, path: string) {
  const before = await page.title()
  await page.evaluate((path) => history.pushState(null, '', path), `/${path}`)
  await page.waitForFunction(
    ({ before, path }) =>
      (document.title !== before || location.pathname !== path) &&
      !document.querySelector('.skeleton, [aria-busy="true"]'),
    { before, path: `/${path}`.replace(/\?.*/, '') },
  )
}

export async function fillLogin(page: Page, email: string, secret: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** Picture in the rail, or the last entry of a phone's bottom bar. */
export const accountButton = (page: Page, name = 'Sua conta') =>
  button(page, name).or(page.locator('nav button[aria-haspopup=dialog]'))

/** Opens the menu of the signed-in person, from the picture in the rail or, on a phone, the sheet with everything. */
export async function openAccountMenu(page: Page) {
  await accountButton(page).click()
  await button(page.getByRole('dialog'), 'Sair').waitFor()
}

/** Waits until this person is signed in: their menu greets them by name. */
export async function waitForGreeting(page: Page, name: string) {
  await openAccountMenu(page)
  await page.getByRole('dialog').getByText(`Olá, ${name}`, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

/** Place of the rail with a second panel or tabs that leads to a page; all others are in the settings hub. */
const sectionOf: Record<string, string> = {
  'Fluxos de conversa': 'Automação',
  'Frases de gatilho': 'Automação',
  'Prompts de IA': 'Automação',
  'Listas de contatos': 'Campanhas',
  Descadastros: 'Campanhas',
  'Velocidade de envio': 'Campanhas',
  'Minhas tarefas': 'Agenda',
  Resultados: 'Painel',
}
const railNames = ['Atendimentos', 'Kanban', 'Contatos', 'Agenda', 'Chat interno', 'Painel', 'Campanhas', 'Automação']

/** Opens a page on a desk through the navigation: by the rail, a section, or the settings hub. */
export async function openPage(page: Page, name: string) {
  if (railNames.includes(name)) return railLink(page, name).click()
  await railLink(page, sectionOf[name] ?? 'Configurações').click()
  await page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .filter({ visible: true })
    .first()
    .click()
}
/** Link of the rail; the gear's name is longer while something needs attention. */
export const railLink = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Menu' }).getByRole('link', { name: new RegExp(`^${name}`) })

export const list = (page: Page) => page.getByRole('region', { name: 'Lista de atendimentos' })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
export const row = (page: Page, name: string) => page.locator('[data-ticket]', { hasText: name })
export const conversation = (page: Page) => page.getByRole('region', { name: /^Conversa com/ })
export const bubble = (page: Page, text: string | RegExp) => page.locator('[data-message]', { hasText: text })
export const composer = (within: Page | Locator) => within.getByRole('textbox', { name: 'Mensagem', exact: true })
export const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })

/** Field of the search above the lists. */
export const searchField = (page: Page) => page.getByRole('textbox', { name: 'Buscar por nome, número ou mensagem' })
/** Results of the search, in place of the list. */
export const searchResults = (page: Page) => page.getByRole('region', { name: 'Resultados da busca' })

/** Accepts a pending ticket and waits until its conversation is open. */
export async function acceptTicket(page: Page, name: string, from: 'Aguardando' | 'Robô' = 'Aguardando') {
  await tab(page, from).click()
  await button(page, `Aceitar o atendimento de ${name}`).click()
  // The conversation open before has a composer too.
  await composer(page.getByRole('region', { name: `Conversa com ${name}` })).waitFor()
}

export async function sendMessage(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** Waits until the field has exactly this value. */
export const waitForValue = (field: Locator, words: string) =>
  until(`${field} to hold ${JSON.stringify(words)}`, async () => (await field.inputValue()) === words)

/** Waits until the title of the page matches. */
export const waitForTitle = (page: Page, title: RegExp) =>
  until(`a tab called ${title}`, async () => title.test(await page.title()))

/** Number of pixels by which the page is wider than the window. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Number of pixels by which the whole page can be scrolled, with its bars; only its content should scroll. */
export const verticalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)

/** Presses on all pages and holds their requests until every page has sent its own, so that they compete. */
async function sendTogether(pages: Page[], path: string, press: (page: Page) => Promise<void>) {
  const gate = Promise.withResolvers<void>()
  let waiting = 0
  for (const page of pages)
    await page.route(
      `**${path}`,
      async (route) => {
        if (++waiting === pages.length) gate.resolve()
        await gate.promise
        await route.continue()
      },
      { times: 1 },
    )
  await Promise.all(pages.map(press))
}

/** One of two agents who accept the same ticket: page and displayed name. */
interface Racer {
  page: Page
  name: string
}

/** Lets both accept the pending ticket at the same time. Returns who got it and who was told to be late. */
export async function raceToAccept({ id, name }: { id: number; name: string }, racers: [Racer, Racer]) {
  for (const { page } of racers) {
    await tab(page, 'Aguardando').click()
    await row(page, name).waitFor()
  }
  const pages = racers.map(({ page }) => page)
  await sendTogether(pages, `/api/tickets/${id}`, (page) => button(page, `Aceitar o atendimento de ${name}`).click())
  const outcome = async (winner: Racer, loser: Racer) => {
    await loser.page.getByText(`${winner.name} aceitou este atendimento antes de você.`).waitFor()
    return { winner, loser }
  }
  const [one, other] = racers
  const ended = await Promise.any([outcome(one, other), outcome(other, one)])
  await composer(ended.winner.page).waitFor()
  return ended
}

/** Waits until the message has been sent, opens its menu and clicks an item. */
export async function chooseMessageAction(page: Page, text: string, item: string) {
  const ours = bubble(page, text)
  await ours
    .getByRole('img', { name: /Enviada|Entregue|Lida/ })
    .first()
    .waitFor()
  await ours.hover()
  await button(ours, 'Ações da mensagem').click()
  await page.getByRole('menuitem', { name: item }).click()
}
