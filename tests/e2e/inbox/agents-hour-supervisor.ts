import type { Page } from 'playwright'
import { staff } from '../../../src/demo/people'
import type { Random } from '../../../src/demo/random'
import { button, conversation, list } from '../screen'
import type { StepReport } from './agents-hour-report'
import type { Words } from './agents-hour-words'

/** A scripted supervisor: looks at the team, moves conversations between the agents and leaves notes in them. */

interface Supervisor {
  page: Page
  url: string
  random: Random
  words: Words
}

const name = 'Raf'
const [marina, , bia] = staff

export async function superviseUntil(supervisor: Supervisor, end: number, report: StepReport) {
  while (Date.now() < end) {
    await report.run(name, 'look at the team', () => lookAtTeam(supervisor))
    await report.run(name, 'move a conversation', () => moveConversation(supervisor))
    if (supervisor.random.next() < 0.3) await report.run(name, 'write a note', () => writeNote(supervisor))
    await Bun.sleep(supervisor.random.between(4000, 12_000))
  }
}

async function lookAtTeam({ page, url }: Supervisor) {
  await page.goto(`${url}/team`)
  for (const { name: agent } of [marina, bia]) await page.getByText(agent).first().waitFor()
}

/** Opens a random conversation from the list of all agents. */
async function openAny({ page, url, random }: Supervisor) {
  await page.goto(`${url}/tickets`)
  const lists = button(list(page), /Mais listas e visões/)
  await lists.waitFor()
  if (!/^Lista Todos/.test((await lists.getAttribute('aria-label')) ?? '')) {
    await lists.click()
    await page.getByRole('menuitem', { name: 'Todos' }).click()
  }
  const rows = list(page).locator('[data-ticket] a[data-main]')
  await rows.first().waitFor()
  await rows.nth(random.between(0, (await rows.count()) - 1)).click()
  await conversation(page).waitFor()
}

async function moveConversation(supervisor: Supervisor) {
  const { page, random } = supervisor
  await openAny(supervisor)
  await button(conversation(page), 'Transferir atendimento').click()
  const dialog = page.getByRole('dialog')
  // The list lacks the agent who has the conversation.
  const agents = page.getByRole('option', { name: new RegExp(`${bia.name}|${marina.name}`) })
  await agents.first().waitFor()
  await agents.nth(random.between(0, (await agents.count()) - 1)).click()
  await button(dialog, 'Transferir').last().click()
  await dialog.waitFor({ state: 'detached' })
}

async function writeNote(supervisor: Supervisor) {
  const { page, words } = supervisor
  await openAny(supervisor)
  await button(conversation(page), 'Nota interna').click()
  const word = words.next(name)
  const note = page.getByRole('textbox', { name: 'Nota interna' })
  await note.pressSequentially(`${word} `, { delay: 15 })
  if (!(await note.inputValue()).includes(word)) throw new Error(`the note lacks ${word}`)
  words.typed.push({ word, by: name, during: 'write a note', at: Date.now() })
  await button(conversation(page), 'Salvar a nota').click()
  await conversation(page).getByRole('article').getByText(word).waitFor()
}
