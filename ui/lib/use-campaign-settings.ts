import { useEffect, useState } from 'react'
import type { CampaignSettings } from '../../src/shared/campaign/settings'
import { api, unwrapResponse } from './api'
import { useCan } from './can'
import { toastError } from './toast'

/** The company's settings of campaigns; null while they load, and for users who may not read them. */
export function useCampaignSettings(): CampaignSettings | null {
  const [settings, setSettings] = useState<CampaignSettings | null>(null)
  const mayRead = useCan('campaign:edit')
  useEffect(() => {
    if (!mayRead) return
    let isMounted = true
    unwrapResponse(api['campaign-settings'].get()).then(
      (answer) => isMounted && setSettings(answer.settings as CampaignSettings),
      toastError,
    )
    return () => {
      isMounted = false
    }
  }, [mayRead])
  return settings
}
