import type { JobHandler } from '../../../core/jobs/job'
import { log } from '../../../core/log'
import { Platform } from '../../../core/scope'
import { storeServiceId } from './card'
import { checkCharge } from './check'
import { askedDays } from './former'
import { isEndedHereOnly, unasked } from './may-be-paid'

/** Checks a charge after a notification; retried until the payment service answers. */
export const checkPayment: JobHandler<{ txid: string; notification?: string }> = {
  async run(scope, { txid, notification }) {
    if (notification) await storeServiceId(scope, txid, notification)
    return checkCharge(new Platform(scope.ports), txid)
  },
  concurrency: 4,
}

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Polls the payment service in case its webhook does not arrive: charges of the last 20 minutes every minute, all of
 * the last 24 hours less often, and of the last 45 days some times a day, because codes can be paid late.
 */
export const reconcileNew = (platform: Platform) => reconcile(platform, 20 * minute)
export const reconcileAll = (platform: Platform) => reconcile(platform, day)
export async function reconcileOld(platform: Platform) {
  await reconcile(platform, askedDays * day)
  await findLatePayments(platform)
}

async function reconcile(platform: Platform, age: number) {
  const charges = await platform.db
    .selectFrom('charges')
    .select('txid')
    .where('provider', '<>', unasked)
    .where('status', '=', 'open')
    .where('createdAt', '>=', new Date(Date.now() - age).toISOString())
    .orderBy('createdAt')
    .execute()
  await checkAll(platform, charges)
}

/**
 * Asks about codes that ended here and can still be paid: with another price than the invoice has now, or a second time.
 * A person decides about that money.
 */
async function findLatePayments(platform: Platform) {
  const ended = platform.db.selectFrom('charges').select('txid').where(isEndedHereOnly)
  await checkAll(platform, await ended.orderBy('charges.createdAt').execute())
}

async function checkAll(platform: Platform, charges: { txid: string }[]) {
  for (const { txid } of charges)
    await checkCharge(platform, txid).catch((err) => log.warn({ err, txid }, 'a charge could not be checked'))
}
