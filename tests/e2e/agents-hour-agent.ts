import type { Page } from 'playwright'
import type { Random } from '../../src/demo/random'
import type { StepReport } from './agents-hour-report'
import type { Words } from './agents-hour-words'
import { desktop } from './harness'
import type { NetworkProxy } from './network-proxy'
import { button, composer, conversation, list } from './screen'

/** A scripted agent: types, sends, switches, reloads and loses the connection in a random order. */

export interface Agent {
  name: string
  page: Page
  proxy: NetworkProxy
  random: Random
  words: Words
}

type Step = (agent: Agent) => Promise<unknown>

/** Steps with their weights. */
const steps: Record<string, [weight: number, step: Step]> = {
  'answer the next customer': [5, answerNext],
  'answer on screen': [6, (agent) => typeWords(agent, 'answer on screen', 3).then(() => send(agent))],
  'answer in two lines': [1, answerInTwoLines],
  'leave words and switch': [4, leaveWordsAndSwitch],
  'type outside of the field': [3, typeOutsideOfField],
  'reload while typing': [2, reloadWhileTyping],
  'send offline and switch': [2, sendOffline],
  'leave to another page': [2, leaveToPage],
  'write a note': [2, writeNote],
  'close and answer the next': [3, closeOnScreen],
  'open any conversation': [4, openAny],
  'press Escape': [1, async ({ page }) => page.keyboard.press('Escape')],
}

/** Takes random steps until the end. */
export async function workUntil(agent: Agent, end: number, report: StepReport) {
  const all = Object.entries(steps).flatMap(([name, [weight]]) => Array<string>(weight).fill(name))
  while (Date.now() < end) {
    const name = agent.random.pick(all)
    await report.run(agent.name, name, () => steps[name]![1](agent).finally(agent.proxy.restore))
    await Bun.sleep(agent.random.between(100, 900))
  }
}

const isPhone = ({ page }: Agent) => (page.viewportSize()?.width ?? desktop.width) < 600
const field = ({ page }: Agent) => composer(conversation(page)).first()

/** Opens an open conversation, or accepts the next customer, unless a conversation to write in is on the screen. */
async function ensureField(agent: Agent) {
  const isOpen = () =>
    field(agent)
      .waitFor({ timeout: 1500 })
      .then(
        () => true,
        () => false,
      )
  if (await field(agent).isVisible()) return
  await openAny(agent)
  if (await isOpen()) return
  await acceptNext(agent)
}

/** Types words letter by letter where the focus is, and enters them as typed once the field contains them. */
async function typeWords(agent: Agent, during: string, count: number, focuses = true) {
  const { page, words, name, random } = agent
  if (focuses) {
    await ensureField(agent)
    await field(agent).focus()
  }
  for (let typed = 0; typed < count; typed++) {
    const word = words.next(name)
    await page.keyboard.type(`${word} `, { delay: random.between(5, 40) })
    const value = await field(agent).inputValue()
    if (!value.includes(word)) throw new Error(`the field holds ${value} without ${word}`)
    words.typed.push({ word, by: name, during, at: Date.now() })
  }
}

const send = (agent: Agent) =>
  isPhone(agent)
    ? agent.page.getByRole('button', { name: 'Enviar', exact: true }).tap()
    : agent.page.keyboard.press('Enter')

async function toList(agent: Agent) {
  const back = agent.page.getByRole('link', { name: 'Voltar para a lista' })
  if (isPhone(agent) && (await back.isVisible())) await back.tap()
  await list(agent.page).waitFor()
}

async function acceptNext(agent: Agent) {
  await toList(agent)
  await button(list(agent.page), 'Atender o próximo').click()
  await field(agent).waitFor()
}

async function answerNext(agent: Agent) {
  await acceptNext(agent)
  await typeWords(agent, 'answer the next customer', 2)
  await send(agent)
}

async function answerInTwoLines(agent: Agent) {
  await typeWords(agent, 'answer in two lines', 1)
  await agent.page.keyboard.press('Shift+Enter')
  await typeWords(agent, 'answer in two lines', 1, false)
  await send(agent)
}

async function openAny(agent: Agent) {
  await toList(agent)
  const rows = list(agent.page).locator('[data-ticket] a[data-main]')
  const count = await rows.count()
  if (count > 0) await rows.nth(agent.random.between(0, count - 1)).click()
}

async function leaveWordsAndSwitch(agent: Agent) {
  await typeWords(agent, 'leave words and switch', 2)
  await openAny(agent)
}

/** Presses keys while a bubble or the list has the focus: type-to-focus passes them to the field. */
async function typeOutsideOfField(agent: Agent) {
  if (isPhone(agent)) return openAny(agent)
  await ensureField(agent)
  const before = await field(agent).inputValue()
  await conversation(agent.page)
    .getByRole('log')
    .click({ position: { x: 4, y: 4 } })
  const word = agent.words.next(agent.name)
  await agent.page.keyboard.type(`${word} `, { delay: 20 })
  const after = await field(agent).inputValue()
  if (after === before) throw new Error('the field received no keys')
  agent.words.typed.push({ word, by: agent.name, during: 'type outside of the field', at: Date.now() })
}

async function reloadWhileTyping(agent: Agent) {
  await typeWords(agent, 'reload while typing', 2)
  await agent.page.reload()
  await list(agent.page).or(conversation(agent.page)).first().waitFor()
}

async function sendOffline(agent: Agent) {
  await ensureField(agent)
  agent.proxy.cut()
  await typeWords(agent, 'send offline and switch', 2)
  await send(agent)
  await Bun.sleep(agent.random.between(0, 2500))
  if (agent.random.next() < 0.5) await openAny(agent)
  else await agent.page.reload().catch(() => undefined)
  agent.proxy.restore()
  if (!agent.page.url().startsWith(agent.proxy.url)) await agent.page.goto(`${agent.proxy.url}/tickets`)
}

async function leaveToPage(agent: Agent) {
  await typeWords(agent, 'leave to another page', 1)
  await agent.page.goto(`${agent.proxy.url}/contacts`)
  await agent.page.goBack()
}

/** Chooses an entry of a menu, which a phone shows instead of the button. */
async function chooseInMenu({ page }: Agent, menu: string, entry: string) {
  await button(conversation(page), menu).tap()
  await page.getByRole('menuitem', { name: entry, exact: true }).tap()
}

async function writeNote(agent: Agent) {
  const { page, words, name } = agent
  await ensureField(agent)
  if (isPhone(agent)) await chooseInMenu(agent, 'Mais opções da mensagem', 'Nota interna')
  else await button(conversation(page), 'Nota interna').click()
  const note = page.getByRole('textbox', { name: 'Nota interna' })
  const word = words.next(name)
  await note.pressSequentially(`${word} `, { delay: 15 })
  if (!(await note.inputValue()).includes(word)) throw new Error(`the note lacks ${word}`)
  words.typed.push({ word, by: name, during: 'write a note', at: Date.now() })
  await button(conversation(page), 'Salvar a nota').click()
  await button(conversation(page), 'Responder').last().click()
  await field(agent).waitFor()
}

async function closeOnScreen(agent: Agent) {
  await typeWords(agent, 'close and answer the next', 1)
  await send(agent)
  if (isPhone(agent)) await chooseInMenu(agent, 'Mais ações', 'Encerrar')
  else await button(conversation(agent.page), 'Encerrar').first().click()
}
