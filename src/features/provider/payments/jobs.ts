import type { JobHandler } from '../../../core/jobs/job'
import { log } from '../../../core/log'
import { Platform } from '../../../core/scope'
import { storeServiceId } from './card'
import { checkCharge } from './check'
import { cardName } from './efi-cards'

/** Checks a charge after a notification; retried until the payment service answers. */
export const checkPayment: JobHandler<{ txid: string; notification?: string }> = {
  async run(scope, { txid, notification }) {
    if (notification) await storeServiceId(scope, txid, notification)
    return checkCharge(new Platform(scope.ports), txid)
  },
  concurrency: 4,
}

const minute = 60_000

/**
 * Polls the payment service in case its webhook does not arrive: charges of the last 20 minutes every minute, all of
 * the last 24 hours less often.
 */
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
