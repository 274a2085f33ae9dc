import { button, conversation, list } from '../screen'
import { type Agent, acceptNext, ensureField, field, isPhone, openAny, send, typeWords } from './agents-hour-agent'
import type { StepReport } from './agents-hour-report'

/** Steps of a scripted agent: types, sends, switches, reloads and loses the connection in a random order. */

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
  'edit and answer': [2, editAndAnswer],
  'close and answer the next': [3, closeOnScreen],
  'open any conversation': [4, openAny],
  'press Escape': [1, async ({ page }) => page.keyboard.press('Escape')],
}

/** Takes random steps until the end. */
export async function workUntil(agent: Agent, end: number, report: StepReport) {
  const all = Object.entries(steps).flatMap(([name, [weight]]) => Array<string>(weight).fill(name))
  while (Date.now() < end) {
    const name = agent.random.pick(all)
    await leaveDialog(agent)
    await report.run(agent.name, name, () => steps[name]![1](agent).finally(agent.proxy.restore))
    await Bun.sleep(agent.random.between(100, 900))
  }
}

/** Closes a dialog that asks, such as before an answer to a conversation that a colleague has answered meanwhile. */
async function leaveDialog({ page }: Agent) {
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  if (await dialog.first().isVisible()) await page.keyboard.press('Escape')
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
  await field(agent).waitFor()
}

/** Adds a word to the last message of the conversation, and answers before the server has answered. */
async function editAndAnswer(agent: Agent) {
  if (isPhone(agent)) return openAny(agent)
  await ensureField(agent)
  await field(agent).focus()
  if ((await field(agent).inputValue()) !== '') await send(agent)
  // In a text, the arrow would move the cursor up a line, and the next word would split another one.
  if ((await field(agent).inputValue()) === '') await field(agent).press('ArrowUp')
  const isEditing = await conversation(agent.page).getByText('Editando a mensagem').isVisible()
  await typeWords(agent, isEditing ? 'edit a message' : 'answer instead of an edit', 1, false)
  await send(agent)
  await typeWords(agent, 'answer after an edit', 1, false)
  await send(agent)
}

async function closeOnScreen(agent: Agent) {
  await typeWords(agent, 'close and answer the next', 1)
  await send(agent)
  if (isPhone(agent)) await chooseInMenu(agent, 'Mais ações', 'Encerrar')
  else await button(conversation(agent.page), 'Encerrar').first().click()
}
