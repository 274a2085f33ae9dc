import type { Platform } from './core/scope'

const day = 24 * 3_600_000
const atOnce = 2000

/**
 * Hourly: forgets what was kept only for a while. In steps, so that nobody waits long for the one writer.
 * Idempotency keys and stored inbox rows after a day, logins a day after they ran out, finished failures after 30 days.
 */
export async function housekeeping(platform: Platform, now = Date.now()) {
  const ago = (age: number) => new Date(now - age).toISOString()
  await inSteps(platform, ({ db }) => {
    const old = db.selectFrom('idempotency').select(['companyId', 'userId', 'key']).where('createdAt', '<', ago(day))
    return db
      .deleteFrom('idempotency')
      .where(({ eb, refTuple }) =>
        eb(refTuple('companyId', 'userId', 'key'), 'in', old.limit(atOnce).$asTuple('companyId', 'userId', 'key')),
      )
      .executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db.selectFrom('wa_inbox').select(['whatsappId', 'key']).where('storedAt', '<', ago(day)).limit(atOnce)
    return db
      .deleteFrom('wa_inbox')
      .where(({ eb, refTuple }) => eb(refTuple('whatsappId', 'key'), 'in', old.$asTuple('whatsappId', 'key')))
      .executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db.selectFrom('tokens').select('id').where('expiresAt', '<', ago(day)).limit(atOnce)
    return db.deleteFrom('tokens').where('id', 'in', old).executeTakeFirst()
  })
  await inSteps(platform, ({ db }) => {
    const old = db
      .selectFrom('jobs')
      .select('id')
      .where('failedAt', '<', ago(30 * day))
      .limit(atOnce)
    return db.deleteFrom('jobs').where('id', 'in', old).executeTakeFirst()
  })
}

async function inSteps(platform: Platform, step: (platform: Platform) => Promise<{ numDeletedRows: bigint }>) {
  while ((await platform.transaction(step)).numDeletedRows >= atOnce) await Bun.sleep(1)
}
