import i18n from 'i18next'
import { useEffect } from 'react'
import type { ColdLane, ColdLaneInput } from '../../../../src/features/numbers/pace/model'
import { api, unwrapResponse } from '../../../lib/api'
import { createLiveValue } from '../../../lib/live-value'
import { useLive } from '../../../lib/realtime'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useValue } from '../../../lib/use-value'

const lanes = createLiveValue<ColdLane[] | null>(null)

/** Errors are shown by the settings above, which load from the same server. */
const loadLanes = () =>
  lanes.load(async () => (await unwrapResponse(api['campaign-lanes'].get())).lanes).catch(() => undefined)

const putLane = (lane: ColdLane) =>
  lanes.change((all) => all?.map((one) => (one.whatsappId === lane.whatsappId ? lane : one)) ?? null)

/** Pace of each number, live; null while it loads. */
export function useLanes(): ColdLane[] | null {
  useEffect(() => void loadLanes(), [])
  useLive({ coldLane: ({ coldLane }) => putLane(coldLane), whatsapp: () => void loadLanes() }, loadLanes)
  return useValue(lanes.value)
}

/** Changes the pause or the declared age of a number. */
export async function changeLane({ whatsappId }: ColdLane, change: ColdLaneInput) {
  try {
    putLane(await unwrapResponse<ColdLane>(api['campaign-lanes']({ id: whatsappId }).put(change)))
    toastSuccess(i18n.t('campaignConfig.numberSaved'))
  } catch (thrown) {
    toastError(thrown)
  }
}

const day = 86_400_000
/** End of a pause of one day, UTC ISO. */
export const pausedUntilTomorrow = () => new Date(Date.now() + day).toISOString()
