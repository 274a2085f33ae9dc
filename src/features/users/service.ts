import type { Platform, Scope } from '../../core/scope'
import type { TenantDb } from '../../core/tenant'
import type { Language } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { checkPassword, hashPassword, verifyPassword } from '../auth/passwords'
import type { ListedUser, SelfInput, User } from './model'

/** One person of the company, or undefined. */
export async function findUser(db: TenantDb, id: number): Promise<User | undefined> {
  const row = await db
    .select('users')
    .select(['id', 'name', 'email', 'profile', 'super', 'allTicket', 'language', 'whatsappId', 'companyId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const queues = await db
    .select('user_queues')
    .innerJoin('queues', 'queues.id', 'user_queues.queueId')
    .select(['queues.id', 'queues.name', 'queues.color'])
    .where('userId', '=', id)
    .orderBy('queues.orderQueue')
    .orderBy('queues.id')
    .execute()
  return { ...row, super: row.super === 1, queues }
}

/** Everybody of the company, for the selects of transfer and filter: no addresses, no rights. */
export async function listUsers(scope: Scope): Promise<ListedUser[]> {
  const queues = await scope.db.select('user_queues').select(['userId', 'queueId']).execute()
  const people = await scope.db
    .select('users')
    .select(['id', 'name', 'profile'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return people.map((person) => ({
    ...person,
    queueIds: queues.filter(({ userId }) => userId === person.id).map(({ queueId }) => queueId),
  }))
}

/**
 * A person changes their own name, e-mail, password or language. A new e-mail or password needs the current password
 * (400 ERR_WRONG_PASSWORD). 409 ERR_EMAIL_TAKEN, 400 ERR_WEAK_PASSWORD; another person's id is 403 or 404.
 */
export async function updateSelf(scope: Scope, platform: Platform, id: number, input: SelfInput): Promise<User> {
  const mine = await ownRow(scope, id)
  const email = input.email?.toLowerCase() ?? mine.email
  const name = input.name ?? mine.name
  if (email !== mine.email || input.password !== undefined) await confirm(input.currentPassword, mine.passwordHash)
  if (input.password !== undefined) checkPassword(input.password, { email, name, super: mine.super === 1 })
  const passwordHash = input.password === undefined ? mine.passwordHash : await hashPassword(input.password)
  const language = input.language === undefined ? mine.language : input.language
  await refuseTaken(platform, email, id)
  return store(scope, id, { name, email, passwordHash, language })
}

/** The language of the interface, remembered with the person. */
export async function setLanguage(scope: Scope, language: Language): Promise<User> {
  return store(scope, scope.viewer.userId, { language })
}

async function ownRow(scope: Scope, id: number) {
  const row = await scope.db.select('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_USER_FOUND')
  if (id !== scope.viewer.userId) throw new AppError('ERR_NO_PERMISSION')
  return row
}

async function confirm(password: string | undefined, hash: string) {
  if (!(await verifyPassword(password ?? '', hash))) throw new AppError('ERR_WRONG_PASSWORD')
}

/** E-mails are unique across companies, because sign-in knows nothing else. */
export async function refuseTaken(platform: Platform, email: string, exceptId = 0) {
  const taken = await platform.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken && taken.id !== exceptId) throw new AppError('ERR_EMAIL_TAKEN')
}

interface Change {
  name?: string
  email?: string
  passwordHash?: string
  language?: Language | null
}

function store(scope: Scope, id: number, values: Change): Promise<User> {
  return scope.transaction(async (scope) => {
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('users')
      .set({ ...values, updatedAt })
      .where('id', '=', id)
      .execute()
    const user = await findUser(scope.db, id)
    if (!user) throw new AppError('ERR_NO_USER_FOUND')
    scope.publish('user', { action: 'update', user })
    scope.rightsChanged(id)
    return user
  })
}
