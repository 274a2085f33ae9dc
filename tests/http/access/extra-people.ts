import type { Kysely } from 'kysely'
import type { CompanyId, Database } from '../../../src/core/storage/schema'
import type { Authenticator } from '../../../src/features/accounts/auth/authenticator'
import { companies } from '../../installation'

const acme = companies.acme as CompanyId
const lateCompany = 4 as CompanyId
const times = { createdAt: '2020-01-01T00:00:00.000Z', rotatedAt: '2020-01-01T00:00:00.000Z' }

/** Vera is an agent of acme in queue 2; Eva is admin of a company whose licence has expired. */
export const extraPeople = {
  vera: { id: 7, companyId: acme, profile: 'user', renewalOnly: 0 },
  eva: { id: 8, companyId: lateCompany, profile: 'admin', renewalOnly: 1 },
} as const

/** Inserts Vera and Eva with a login each, Eva's company, and plan 2, which is not public. */
export async function insertExtraPeople(db: Kysely<Database>) {
  await insertLateCompany(db)
  await insertSecretPlan(db)
  const { passwordHash } = await db.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow()
  for (const [name, { id, companyId, profile, renewalOnly }] of Object.entries(extraPeople)) {
    const user = { id, companyId, name, email: `${name}@extra.test`, passwordHash, profile }
    await db
      .insertInto('users')
      .values({ ...user, whatsappId: null, language: null })
      .execute()
    const login = { id, companyId, userId: id, refreshHash: name, previousHash: null, userAgent: '', ...times }
    const end = { expiresAt: '2099-12-31T00:00:00.000Z', revokedAt: null, revokedFor: null }
    await db
      .insertInto('tokens')
      .values({ ...login, ...end, renewalOnly })
      .execute()
  }
  await db.insertInto('user_queues').values({ companyId: acme, userId: extraPeople.vera.id, queueId: 2 }).execute()
}

async function insertLateCompany(db: Kysely<Database>) {
  const company = { id: lateCompany, name: 'late', planId: 1, email: 'late@late.test', phone: '11999990000' }
  await db
    .insertInto('companies')
    .values({ ...company, dueDate: '2020-01-01', trialExpiration: null })
    .execute()
}

async function insertSecretPlan(db: Kysely<Database>) {
  const plan = { id: 2, name: 'Secreto', users: 1, connections: 1, queues: 1, value: 1, isPublic: 0 } as const
  const flags = { useCampaigns: 1, useSchedules: 1, useInternalChat: 1, useExternalApi: 1 } as const
  await db
    .insertInto('plans')
    .values({ ...plan, ...flags, useKanban: 1, useOpenAi: 1, useIntegrations: 1 })
    .execute()
}

export function signExtraToken(auth: Authenticator, name: keyof typeof extraPeople): Promise<string> {
  const { id, companyId } = extraPeople[name]
  return auth.tokens.sign({ tokenId: id, userId: id, companyId })
}
