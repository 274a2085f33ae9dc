import { expect, test } from 'bun:test'
import { type CampaignSettings, campaignDefaults } from '../../../src/shared/campaign/settings'
import { riskySettingsOf } from '../../../ui/pages/campaigns/settings/safety'

test('the defaults, and more cautious values, are safe', () => {
  expect(riskySettingsOf(campaignDefaults)).toEqual([])
  const cautious = { longerIntervalAfter: 5, greaterInterval: 120, hourlyCap: 10, dailyCap: 20, windowDays: [1] }
  expect(riskySettingsOf({ ...campaignDefaults, ...cautious, windowStart: '09:00', windowEnd: '17:00' })).toEqual([])
})

test.each<[string, Partial<CampaignSettings>, string]>([
  ['a short interval', { messageInterval: 15 }, 'messageInterval'],
  ['no longer pause', { longerIntervalAfter: 0 }, 'longerIntervalAfter'],
  ['a longer pause after many messages', { longerIntervalAfter: 40 }, 'longerIntervalAfter'],
  ['a short pause', { greaterInterval: 40 }, 'greaterInterval'],
  ['no hourly cap', { hourlyCap: 0 }, 'hourlyCap'],
  ['a high daily cap', { dailyCap: 1501 }, 'dailyCap'],
  ['the whole day', { windowStart: '08:00', windowEnd: '08:00' }, 'window'],
  ['a window over midnight', { windowStart: '19:00', windowEnd: '09:00' }, 'window'],
  ['early hours', { windowStart: '07:59' }, 'window'],
  ['late hours', { windowEnd: '20:01' }, 'window'],
  ['Sundays', { windowDays: [0, 1] }, 'window'],
  ['no warm-up', { warmUp: false }, 'warmUp'],
])('%s endangers the number', (_, change, setting) => {
  expect(riskySettingsOf({ ...campaignDefaults, ...change })).toEqual([setting as 'window'])
})
