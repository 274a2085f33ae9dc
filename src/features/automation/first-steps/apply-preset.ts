import type { Platform, Scope } from '../../../core/scope'
import type { Language } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { colors } from '../../../shared/palette'
import { foldText } from '../../../shared/text'
import { listAllTags } from '../../contacts/tags/read'
import { createTag } from '../../contacts/tags/service'
import { createQuickMessage } from '../../inbox/quick-messages/service'
import { companyLanguage } from '../../platform/company/language'
import { updateCompanyHours } from '../../platform/company/opening-hours'
import { changeSetting, readSetting } from '../../platform/settings/service'
import { createQueue, listQueues } from '../queues/service'
import { linkQueuesToOnlyNumber } from './link-queues'
import type { PresetResult } from './model'
import type { Preset, Words } from './presets/preset'
import { type PresetKind, presets } from './presets/preset-table'

/**
 * Creates queues, texts and hours of a kind of business, in the company's language. Names and shortcuts that exist are
 * left as they are, queues stop at the plan's limit, and opening hours are set only while none apply. Rows and hours are
 * two transactions, because hours are a fact of the company; the same preset again completes the rest. The only number
 * of the company gets the queues if it has none.
 */
export async function applyPreset(outer: Scope, platform: Platform, kind: PresetKind): Promise<PresetResult> {
  const preset: Preset = presets[kind]
  const made = await outer.transaction(async (scope) => {
    const language = await companyLanguage(scope)
    const namesOf = (words: Words[]) => words.map((word) => word[language])
    return {
      queues: await createQueues(scope, namesOf(preset.queues)),
      number: await linkQueuesToOnlyNumber(scope, language),
      tags: await createTags(scope, namesOf(preset.tags)),
      quickMessages: await createReplies(scope, preset, language),
    }
  })
  return { ...made, hours: await setHours(outer, platform, preset) }
}

async function createQueues(scope: Scope, names: string[]): Promise<number> {
  const present = await listQueues(scope)
  const missing = withoutNames(names, present)
  const free = colors.filter((color) => !present.some((queue) => queue.color === color))
  let made = 0
  for (const [at, name] of missing.entries()) {
    const color = free[at]
    if (!color || !(await createWithinPlan(scope, name, color))) break
    made++
  }
  return made
}

/** Creates a queue; false at the plan's limit. */
async function createWithinPlan(scope: Scope, name: string, color: string): Promise<boolean> {
  try {
    await createQueue(scope, { name, color })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_PLAN_LIMIT') return false
    throw error
  }
}

async function createTags(scope: Scope, names: string[]): Promise<number> {
  const missing = withoutNames(names, await listAllTags(scope))
  for (const name of missing) await createTag(scope, { name })
  return missing.length
}

async function createReplies(scope: Scope, { replies }: Preset, language: Language): Promise<number> {
  const present = await scope.db.select('quick_messages').select('code').where('geral', '=', 1).execute()
  const codes = new Set(present.map(({ code }) => code))
  const missing = replies.filter(([shortcode]) => !codes.has(foldText(shortcode[language])))
  for (const [shortcode, text] of missing)
    await createQuickMessage(scope, { shortcode: shortcode[language], message: text[language], geral: true })
  return missing.length
}

async function setHours(scope: Scope, platform: Platform, preset: Preset): Promise<boolean> {
  if ((await readSetting(scope.db, 'scheduleType')) !== 'disabled') return false
  const { weekdays, saturday, sunday } = preset
  const days = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map(
    (day) => [day, weekdays] as const,
  )
  const week = [...days, ['saturday', saturday] as const, ['sunday', sunday] as const]
  const schedules = week.map(([weekdayEn, times]) => ({
    weekdayEn,
    startTime: times?.[0] ?? '00:00',
    endTime: times?.[1] ?? '00:00',
  }))
  await updateCompanyHours(scope, platform, scope.companyId, { schedules })
  await changeSetting(scope, platform, 'scheduleType', 'company')
  return true
}

function withoutNames(names: string[], present: { name: string }[]): string[] {
  const folded = new Set(present.map(({ name }) => foldText(name)))
  return names.filter((name) => !folded.has(foldText(name)))
}
