import { useEffect } from 'react'
import { useMe } from './session'
import { keys, writeStored } from './storage'

/**
 * Stores the flag by which the specification shows the screens of flows and campaigns (part 2 §2) while the company's
 * plan has one of them. The plan decides; nothing here reads the flag.
 */
export function useCampaignFlag() {
  const { useIntegrations, useCampaigns } = useMe().company.plan
  const isShown = useIntegrations || useCampaigns
  useEffect(() => writeStored(keys.campaigns, isShown ? 'persistent' : null), [isShown])
}
