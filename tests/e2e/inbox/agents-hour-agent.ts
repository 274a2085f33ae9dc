import type { Page } from 'playwright'
import type { Random } from '../../../src/demo/random'
import { desktop } from '../harness'
import type { NetworkProxy } from '../network-proxy'
import { button, composer, conversation, list } from '../screen'
import type { Words } from './agents-hour-words'

/** A scripted agent in the browser: opens conversations, types and sends. */

export interface Agent {
  name: string
  page: Page
  proxy: NetworkProxy
  random: Random
  words: Words
}

export const isPhone = ({ page }: Agent) => (page.viewportSize()?.width ?? desktop.width) < 600
export const field = ({ page }: Agent) => composer(conversation(page)).first()

/** Opens an open conversation, or accepts the next customer, unless a conversation to write in is on the screen. */
export async function ensureField(agent: Agent) {
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
export async function typeWords(agent: Agent, during: string, count: number, focuses = true) {
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

export const send = (agent: Agent) =>
  isPhone(agent)
    ? agent.page.getByRole('button', { name: 'Enviar', exact: true }).tap()
    : agent.page.keyboard.press('Enter')

async function toList(agent: Agent) {
  const back = agent.page.getByRole('link', { name: 'Voltar para a lista' })
  if (isPhone(agent) && (await back.isVisible())) await back.tap()
  await list(agent.page).waitFor()
}

export async function acceptNext(agent: Agent) {
  await toList(agent)
  await button(list(agent.page), 'Atender próximo').click()
  await field(agent).waitFor()
}

export async function openAny(agent: Agent) {
  await toList(agent)
  const rows = list(agent.page).locator('[data-ticket] a[data-main]')
  const count = await rows.count()
  if (count > 0) await rows.nth(agent.random.between(0, count - 1)).click()
}
