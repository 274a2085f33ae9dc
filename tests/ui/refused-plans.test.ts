import './browser'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import * as allEn from '../../ui/i18n/en/all'
import * as flowBuilderEn from '../../ui/i18n/en/flow-builder'
import * as flowListEn from '../../ui/i18n/en/flow-list-page'
import * as phrasesEn from '../../ui/i18n/en/phrases'
import * as allEs from '../../ui/i18n/es/all'
import * as flowBuilderEs from '../../ui/i18n/es/flow-builder'
import * as flowListEs from '../../ui/i18n/es/flow-list-page'
import * as phrasesEs from '../../ui/i18n/es/phrases'
import * as allPt from '../../ui/i18n/pt/all'
import * as flowBuilderPt from '../../ui/i18n/pt/flow-builder'
import * as flowListPt from '../../ui/i18n/pt/flow-list-page'
import * as phrasesPt from '../../ui/i18n/pt/phrases'

const ui = join(import.meta.dir, '../../ui')
const call = /useLeaveWithoutPlan\('(\w+)', t\('(\w+)\.(\w+)'\)\)/g

/** Plan flag and text key of each screen that the plan may leave out. */
const screens: [flag: string, group: string, key: string][] = []
for (const path of new Glob('pages/**/*.tsx').scanSync(ui)) {
  const code = await Bun.file(join(ui, path)).text()
  for (const [, flag = '', group = '', key = ''] of code.matchAll(call)) screens.push([flag, group, key])
}

test.each([
  [
    'Portuguese',
    { ...allPt, ...flowBuilderPt, ...flowListPt, ...phrasesPt },
    'A sua empresa não tem permissão para usar ',
  ],
  ['English', { ...allEn, ...flowBuilderEn, ...flowListEn, ...phrasesEn }, 'Your company has no permission to use '],
  ['Spanish', { ...allEs, ...flowBuilderEs, ...flowListEs, ...phrasesEs }, 'Su empresa no tiene permiso para usar '],
])('screens that the plan leaves out refuse in the same words in %s', (_, texts, start) => {
  const groups = texts as unknown as Record<string, Record<string, string>>
  const refusals = screens.map(([flag, group, key]) => ({ flag, text: groups[group]?.[key] ?? '' }))
  expect(refusals.length).toBeGreaterThan(10)
  for (const { text } of refusals) expect(text).toStartWith(start)
  const ofCampaigns = refusals.filter(({ flag }) => flag === 'useCampaigns').map(({ text }) => text)
  expect(new Set(ofCampaigns).size).toBe(1)
})
