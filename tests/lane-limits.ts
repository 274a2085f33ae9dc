import type { CampaignSettings } from '../src/shared/campaign/settings'
import { warmUpSteps } from '../src/shared/campaign/warm-up'

const hour = 3_600_000
export const day = 24 * hour

/** Highest number of sends in any period of this length. */
function densest(sends: number[], length: number): number {
  let most = 0
  for (let from = 0, to = 0; to < sends.length; to++) {
    while ((sends[to] as number) - (sends[from] as number) >= length) from++
    most = Math.max(most, to - from + 1)
  }
  return most
}

export const shortestGap = (sends: number[]) =>
  Math.min(...sends.slice(1).map((at, n) => at - (sends[n] as number)), Number.MAX_SAFE_INTEGER)

type Caps = Pick<CampaignSettings, 'hourlyCap' | 'dailyCap' | 'warmUp'>

/** Limits that some period exceeds, for times of sends in order and a number in use since `since`. */
export function exceededCaps({ hourlyCap, dailyCap, warmUp }: Caps, since: number, sends: number[]) {
  const young = (days: number) => sends.filter((at) => at - since < days * day)
  const limits = [
    { cap: hourlyCap, most: densest(sends, hour) },
    { cap: dailyCap, most: densest(sends, day) },
    ...warmUpSteps.map(({ days, cap }) => ({ cap: warmUp ? cap : 0, most: densest(young(days), day) })),
  ]
  return limits.filter(({ cap, most }) => cap > 0 && most > cap)
}
