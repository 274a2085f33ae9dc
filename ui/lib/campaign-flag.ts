import { useEffect } from 'react'
import { useMe } from './session'
import { keys, writeStored } from './storage'

/**
 * Stores a flag in the browser while the company's plan has flows or campaigns. The plan decides which screens exist;
 * nothing in the interface reads the flag.
 */
export function useCampaignFlag() {
  const { useIntegrations, useCampaigns } = useMe().company.plan
  const isShown = useIntegrations || useCampaigns
  useEffect(() => writeStored(keys.campaigns, isShown ? 'persistent' : null), [isShown])
}
