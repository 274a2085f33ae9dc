import type { Platform } from '../../../core/scope'

/** Requests to webhooks and integrations that wait, by kind of receiver. */
export async function countWaitingDeliveries({ db }: Platform): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('deliveries_waiting')
    .select(({ fn }) => ['source', fn.sum<number>('waiting').as('count')])
    .groupBy('source')
    .execute()
  return { webhook: 0, integration: 0, ...Object.fromEntries(rows.map(({ source, count }) => [source, Number(count)])) }
}

/** Campaigns that send now, and those that wait for their time. */
export async function countCampaigns({ db }: Platform): Promise<Record<string, number>> {
  const count = async (status: 'EM_ANDAMENTO' | 'PROGRAMADA') => {
    const of = db.selectFrom('campaigns').where('status', '=', status)
    return Number((await of.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst())?.count ?? 0)
  }
  return { running: await count('EM_ANDAMENTO'), scheduled: await count('PROGRAMADA') }
}
