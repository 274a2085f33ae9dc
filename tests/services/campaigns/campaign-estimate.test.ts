import { expect, test } from 'bun:test'
import { estimateEndOf } from '../../../src/features/campaigns/recipients/estimate'
import { pauseCampaigns } from '../../../src/features/numbers/health/pause'
import { createCampaignCompany } from '../../campaign-company'

test('the estimated end of a campaign counts the pause of its number', async () => {
  const { scopeOf, whatsappId } = await createCampaignCompany({ people: 0 })
  const scope = scopeOf('ana')
  const campaign = { recipients: 1, startsAt: new Date().toISOString(), whatsappId }
  const { pausedUntil } = await pauseCampaigns(scope, whatsappId, 6)
  expect(pausedUntil).not.toBeNull()
  expect((await estimateEndOf(scope, campaign))! >= pausedUntil!).toBe(true)
  await pauseCampaigns(scope, whatsappId, 0)
  expect((await estimateEndOf(scope, campaign))! < pausedUntil!).toBe(true)
})
