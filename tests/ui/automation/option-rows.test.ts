import '../browser'
import { expect, test } from 'bun:test'
import { limits } from '../../../src/shared/limits'
import { type SettingRule, settingRules } from '../../../src/shared/settings'
import { isOffered, optionGroups } from '../../../ui/pages/platform/settings/option-rows'

const offered = (values: Record<string, string>, devices = 1) =>
  optionGroups.flatMap(({ rows }) =>
    rows.filter((row) => isOffered(row, new Map(Object.entries(values)), devices)).map(({ key }) => key),
  )

test('the text of an automatic message is offered while the message is switched on', () => {
  const texts = ['acceptedMessage', 'transferMessage', 'ratingScaleMessage'] as const
  for (const key of texts) expect(offered({})).not.toContain(key)
  expect(offered({ sendGreetingAccepted: 'enabled', sendMsgTransfTicket: 'enabled', userRating: 'enabled' })).toEqual(
    expect.arrayContaining([...texts]),
  )
})

test('several devices are offered when the plan has them, the flag of campaigns never', () => {
  expect(offered({}, 2)).toContain('severalDevices')
  expect(offered({}, 1)).not.toContain('severalDevices')
  expect(offered({})).not.toContain('campaignsEnabled')
})

test('every offered choice and switch has at least two values', () => {
  const shown = optionGroups.flatMap(({ rows }) => rows).filter(({ isAuditOnly }) => !isAuditOnly)
  const rows = shown.filter(({ kind }) => kind === 'select' || kind === 'switch')
  const valuesOf = (rule: SettingRule) => rule.values ?? []
  const dead = rows.filter(({ key }) => valuesOf(settingRules[key]).length < 2).map(({ key }) => key)
  expect([rows.length > 10, dead]).toEqual([true, []])
})

test('only a message to customers has the field with variables and the maximum of a message', () => {
  const rows = optionGroups
    .flatMap(({ rows }) => rows)
    .filter(({ kind, isAuditOnly }) => kind === 'text' && !isAuditOnly)
  const maximumOf = (rule: SettingRule) => rule.text?.max
  const others = rows.filter(({ key }) => maximumOf(settingRules[key]) !== limits.automaticText.max)
  expect([rows.length > 4, others.map(({ key }) => key)]).toEqual([true, []])
})
