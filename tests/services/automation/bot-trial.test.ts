import { expect, test } from 'bun:test'
import type { BotRules } from '../../../src/shared/bot/rules'
import { invalidOptionText } from '../../../src/shared/bot/texts'
import { answerTrial, newTrial } from '../../../src/shared/bot/trial'
import type { BotMenus } from '../../../src/shared/bot/turn-model'
import { usualHours } from '../../../src/shared/hours'

const queue = (id: number, name: string) => ({
  ...{ id, name, greeting: `${name}, olá.`, outOfHours: '', hours: usualHours, hasOptions: false, program: null },
})
const rules: BotRules = {
  ...{ language: 'pt', timeZone: 'America/Sao_Paulo', mayAct: true, useIntegrations: false, useOpenAi: false },
  ...{ scheduleType: 'company', companyHours: usualHours, greetsOneQueue: false },
  invalidOption: invalidOptionText('pt'),
  phrases: [],
  connection: {
    ...{ name: 'Loja', greeting: 'Escolha:', outOfHours: 'Fechado.', hours: usualHours },
    ...{ maxMenus: 3, menuSilence: 0, program: null, flows: { welcome: null, noPhrase: null } },
  },
  queues: [queue(1, 'Suporte'), queue(2, 'Vendas')],
}
const menus: BotMenus = { queue: async () => undefined, option: async () => undefined, options: async () => [] }
const tuesday = new Date('2026-03-03T13:00:00.000Z')
/** Sunday, 23:00 in São Paulo. */
const sunday = new Date('2026-03-02T02:00:00.000Z')

test('the test panel answers like the robot, with the reason of each answer', async () => {
  const asked = await answerTrial(rules, menus, newTrial(rules), { text: 'Oi', now: tuesday })
  expect([asked.reason, asked.says.map(({ text }) => text)]).toEqual([
    'noQueue',
    ['Escolha:\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas'],
  ])
  const chosen = await answerTrial(rules, menus, asked.trial, { text: '2', now: tuesday })
  expect(chosen).toMatchObject({
    reason: 'queueAsked',
    end: 'queue',
    says: [{ text: 'Vendas, olá.', speaker: 'Vendas' }],
  })
  const after = await answerTrial(rules, menus, chosen.trial, { text: 'Oi?', now: tuesday })
  expect([after.reason, after.says]).toEqual(['people', []])
})

test('the clock of the test panel may be moved to closed hours', async () => {
  const closed = await answerTrial(rules, menus, newTrial(rules), { text: 'Oi', now: sunday })
  expect([closed.reason, closed.says.map(({ text }) => text)]).toEqual(['closed', ['Fechado.']])
  const again = await answerTrial(rules, menus, closed.trial, { text: 'Oi?', now: sunday })
  expect([again.reason, again.says]).toEqual(['closedBefore', []])
})
