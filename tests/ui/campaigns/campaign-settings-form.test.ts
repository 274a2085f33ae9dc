import { expect, test } from 'bun:test'
import { campaignDefaults } from '../../../src/shared/campaign/settings'
import { makeSettingsForm, restoreSafeValues, settingsInput } from '../../../ui/pages/campaigns/settings/settings-form'

test('the form of campaign settings sends the chosen basis, and null for none', () => {
  const form = makeSettingsForm({ ...campaignDefaults, basis: 'consent' })
  expect(settingsInput(form.values()).basis).toBe('consent')
  form.field('basis').value.value = ''
  expect(settingsInput(form.values()).basis).toBeNull()
})

test('restoring the safe values leaves the basis, which endangers no number', () => {
  const form = makeSettingsForm({ ...campaignDefaults, basis: 'request', hourlyCap: 0 })
  restoreSafeValues(form)
  expect(settingsInput(form.values())).toMatchObject({ basis: 'request', hourlyCap: campaignDefaults.hourlyCap })
})
