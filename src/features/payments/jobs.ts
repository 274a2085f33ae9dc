import type { JobHandler } from '../../core/jobs/job'
import { log } from '../../core/log'
import { Platform } from '../../core/scope'
import { learnServiceId } from './card'
import { checkCharge } from './check'
import { cardName } from './efi-cards'

/** Somebody says that a charge was paid: the service is asked, as often as it takes to answer. */
export const checkPayment: JobHandler<{ txid: string; notification?: string }> = {
  async run(scope, { txid, notification }) {
    if (notification) await learnServiceId(scope, txid, notification)
    return checkCharge(new Platform(scope.ports), txid)
  },
  concurrency: 4,
}

const minute = 60_000

/** A service that never calls is asked by us: about what is new every minute, about all of the last day less often. */
export const reconcileNew = (platform: Platform) => reconcile(platform, 20 * minute)
export const reconcileAll = (platform: Platform) => reconcile(platform, 24 * 60 * minute)

async function reconcile(platform: Platform, age: number) {
  const charges = await platform.db
    .selectFrom('charges')
    .select('txid')
    .where('provider', 'in', ['efi', cardName])
    .where('status', '=', 'open')
    .where('createdAt', '>=', new Date(Date.now() - age).toISOString())
    .orderBy('createdAt')
    .execute()
  for (const { txid } of charges)
    await checkCharge(platform, txid).catch((err) => log.warn({ err, txid }, 'a charge could not be checked'))
}
