import { useEffect, useState } from 'react'
import type { CompanyCampaignSettings } from '../../src/shared/campaign/settings'
import { api, unwrapResponse } from './api'
import { useCan } from './can'
import { toastError } from './toast'

/** The company's settings of campaigns; null while they load, and for users who may not read them. */
export function useCampaignSettings(): CompanyCampaignSettings | null {
  const [settings, setSettings] = useState<CompanyCampaignSettings | null>(null)
  const mayRead = useCan('campaign:edit')
  useEffect(() => {
    if (!mayRead) return
    let isMounted = true
    unwrapResponse(api['campaign-settings'].get()).then(
      (answer) => isMounted && setSettings(answer.settings as CompanyCampaignSettings),
      toastError,
    )
    return () => {
      isMounted = false
    }
  }, [mayRead])
  return settings
}
