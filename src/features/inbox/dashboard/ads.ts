import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { Ad } from '../../../shared/ads'
import { parseJson } from '../../../shared/json'
import { seesQueue } from '../team/seen-queues'
import type { Dashboard } from './model'
import type { Period } from './period'

/** Maximum number of ads in a report. */
const maxAds = 100

const adsOf = hot<{ from: string; to: string }>()((db, p) =>
  db
    .select('tickets')
    .select(({ fn }) => ['adName', 'queueId', fn.max('ad').as('ad'), fn.countAll<number>().as('tickets')])
    .where('adAt', '>=', p('from'))
    .where('adAt', '<', p('to'))
    .where('adAt', 'is not', null)
    .groupBy(['adName', 'queueId'])
    .orderBy('tickets', 'desc')
    .limit(1_000),
)

/** Returns how many tickets each ad brought in the period, the most frequent first, of the queues that the viewer sees. */
export async function countAds(scope: Scope, { days }: Period): Promise<Dashboard['ads']> {
  const rows = await scope.db.runAside(adsOf, { from: days[0]?.from ?? '', to: days.at(-1)?.to ?? '' })
  const counts = new Map<string, { tickets: number; ad: string | null }>()
  for (const { adName, queueId, tickets, ad } of rows) {
    if (!seesQueue(scope.viewer, queueId)) continue
    const name = adName ?? ''
    counts.set(name, { ad, tickets: tickets + (counts.get(name)?.tickets ?? 0) })
  }
  return [...counts]
    .sort(([, a], [, b]) => b.tickets - a.tickets)
    .slice(0, maxAds)
    .map(([name, { ad: json, tickets }]) => {
      const ad: Partial<Ad> = json === null ? {} : parseJson(json)
      return { ad: name, app: ad.app ?? '', link: ad.link ?? '', tickets }
    })
}
