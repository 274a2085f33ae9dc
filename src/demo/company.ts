import type { Services } from '../app'
import type { CompanyId } from '../core/schema'
import type { Platform } from '../core/scope'
import { hashPassword } from '../features/auth/passwords'
import type { Profile } from '../shared/enums'

/** How somebody signs in to the demonstration; everybody has the same password, which is no secret. */
export interface DemoLogin {
  email: string
  password: string
  /** For the person at the terminal. */
  who: string
}

const companyName = 'Padaria Aurora'
const password = 'balcao-demo'
const farAway = '2099-12-31'

const people: { name: string; email: string; profile: Profile; who: string; queues: number[] }[] = [
  { name: 'Ana Souza', email: 'ana@demo.balcao', profile: 'admin', who: 'administrator', queues: [0, 1] },
  { name: 'Sara Lima', email: 'sara@demo.balcao', profile: 'supervisor', who: 'supervisor', queues: [0, 1] },
  { name: 'Bruno Costa', email: 'bruno@demo.balcao', profile: 'user', who: 'agent', queues: [0] },
]
const queues = [
  { name: 'Pedidos', color: '#2563eb' },
  { name: 'Financeiro', color: '#16a34a' },
]

/** Makes the company of the demonstration at the first start; answers how to sign in. */
export async function seedDemo({ auth: { platform } }: Services): Promise<DemoLogin[]> {
  const there = await platform.db
    .selectFrom('companies')
    .select('id')
    .where('name', '=', companyName)
    .executeTakeFirst()
  if (!there) {
    const passwordHash = await hashPassword(password)
    await platform.transaction((platform) => makeCompany(platform, passwordHash))
  }
  return people.map(({ email, who }) => ({ email, password, who }))
}

async function makeCompany(platform: Platform, passwordHash: string) {
  const plan = await platform.db.selectFrom('plans').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const { id } = await platform.db
    .insertInto('companies')
    .values({
      name: companyName,
      email: 'contato@demo.balcao',
      phone: '11900000000',
      planId: plan.id,
      dueDate: farAway,
      trialExpiration: null,
      campaignsEnabled: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const queueIds = await makeQueues(platform, id)
  for (const person of people) await makePerson(platform, id, queueIds, { ...person, passwordHash })
}

async function makeQueues(platform: Platform, companyId: CompanyId): Promise<number[]> {
  const rows = queues.map((queue, orderQueue) => ({ ...queue, orderQueue }))
  const made = await platform.tenant(companyId).insert('queues', rows).returning('id').execute()
  return made.map(({ id }) => id)
}

async function makePerson(
  platform: Platform,
  companyId: CompanyId,
  queueIds: number[],
  { name, email, profile, passwordHash, queues }: (typeof people)[number] & { passwordHash: string },
) {
  const db = platform.tenant(companyId)
  const { id: userId } = await db
    .insert('users', { name, email, profile, passwordHash, whatsappId: null, language: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insert(
      'user_queues',
      queues.map((at) => ({ userId, queueId: queueIds[at] as number })),
    )
    .execute()
}
