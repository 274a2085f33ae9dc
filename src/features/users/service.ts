import type { Selectable } from 'kysely'
import type { Platform, Scope } from '../../core/scope'
import { isTaken } from '../../core/storage/expressions'
import type { Database } from '../../core/storage/schema'
import type { AllTicket, Language, Profile } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { can } from '../../shared/permissions'
import { audit } from '../audit/record'
import { refuseBeyondPlan } from '../plans/limit'
import { assertIdsExist } from '../tickets/checks'
import { endLogins } from './logins'
import type { NewUser, User, UserPatch } from './model'
import { checkPassword, hashPassword, verifyPassword } from './passwords'
import { getUser } from './read'

type Row = Selectable<Database['users']>

/** A colleague as admins see them, or oneself. @throws ERR_NO_USER_FOUND, ERR_NO_PERMISSION */
export async function showUser(scope: Scope, id: number): Promise<User> {
  const user = await getUser(scope, id)
  if (id !== scope.viewer.userId && !can(scope.viewer.profile, 'user:edit')) throw new AppError('ERR_NO_PERMISSION')
  return user
}

/**
 * One more of the company. 409 ERR_EMAIL_TAKEN, 400 ERR_WEAK_PASSWORD, 403 ERR_PLAN_LIMIT, 404 ERR_NO_QUEUE_FOUND or
 * ERR_NO_WAPP_FOUND.
 */
export async function createUser(outer: Scope, platform: Platform, input: NewUser): Promise<User> {
  const { name, email } = { name: named(input.name), email: input.email.toLowerCase() }
  checkPassword(input.password, { email, name })
  await refuseTaken(platform, email)
  await allKnown(outer, input) // once before the hash, which is dear, and once where nobody else can write
  const passwordHash = await hashPassword(input.password)
  const { profile, language = null, whatsappId = null, queueIds = [] } = input
  const values = { name, email, passwordHash, profile, language, whatsappId, allTicket: spelled(input.allTicket) }
  const create = async (scope: Scope) => {
    await refuseBeyondPlan(scope, 'users')
    await allKnown(scope, input)
    const { id } = await scope.db.insert('users', values).returning('id').executeTakeFirstOrThrow()
    await putQueues(scope, id, queueIds)
    const user = await getUser(scope, id)
    await audit(scope, { action: 'create', entity: 'user', entityId: id, name, after: facts(user) })
    scope.publish('user', { action: 'create', user })
    return user
  }
  return unlessTaken(outer.transaction(create))
}

/**
 * A person changes themselves, an admin anybody; a super user is changed by super users alone. One's own new e-mail or
 * password needs the current one (400 ERR_WRONG_PASSWORD), and a new password ends the other logins. 409
 * ERR_EMAIL_TAKEN, ERR_LAST_ADMIN; 400 ERR_WEAK_PASSWORD; 403 ERR_NO_PERMISSION; 404 of whatever an id names.
 */
export async function updateUser(
  outer: Scope,
  platform: Platform,
  id: number,
  given: UserPatch,
  tokenId?: number,
): Promise<User> {
  const row = await editable(outer, id)
  const isSelf = id === outer.viewer.userId
  // How long somebody waits before a message leaves is nobody else's business.
  if (!isSelf && given.undoSeconds !== undefined) throw new AppError('ERR_NO_PERMISSION')
  await allKnown(outer, given) // also of what is dropped: another company's ids are nobody's
  const input = can(outer.viewer.profile, 'user:edit') ? given : own(given)
  const values = valuesOf(input) // and nothing of the row: somebody else may change it while a password is hashed
  const { email = row.email, name = row.name } = values
  if (isSelf && (email !== row.email || input.password !== undefined)) await confirm(input.currentPassword, row)
  if (input.password !== undefined) {
    checkPassword(input.password, { email, name, super: row.super === 1 })
    values.passwordHash = await hashPassword(input.password)
  }
  await refuseTaken(platform, email, id)
  const update = async (scope: Scope) => {
    const before = { ...facts(await getUser(scope, id)), ...(input.password === undefined ? {} : { password: 'old' }) }
    await allKnown(scope, input)
    if (input.profile !== undefined && input.profile !== 'admin') await refuseLastAdmin(scope, id)
    if (input.queueIds) await putQueues(scope, id, input.queueIds)
    if (input.password !== undefined) await endLogins(scope, id, 'password', isSelf ? { except: tokenId } : {})
    return store(scope, id, values, before)
  }
  return unlessTaken(outer.transaction(update))
}

/** The language of the interface, remembered with the person. */
export const setLanguage = (outer: Scope, language: Language): Promise<User> =>
  outer.transaction((scope) => store(scope, scope.viewer.userId, { language }))

/** The row of somebody whom the acting person may change. @throws ERR_NO_USER_FOUND, ERR_NO_PERMISSION */
export async function editable(scope: Scope, id: number): Promise<Row> {
  const row = await scope.db.select('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_USER_FOUND')
  const { userId, profile, super: above } = scope.viewer
  const may = id === userId || (can(profile, 'user:edit') && (row.super === 0 || above))
  if (!may || row.support === 1) throw new AppError('ERR_NO_PERMISSION')
  return row
}

/** E-mails are unique across companies, because sign-in knows nothing else. */
export async function refuseTaken(platform: Platform, email: string, exceptId = 0) {
  const taken = await platform.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken && taken.id !== exceptId) throw new AppError('ERR_EMAIL_TAKEN')
}

/** Somebody must be left who can let others in. @throws ERR_LAST_ADMIN */
export async function refuseLastAdmin(scope: Scope, id: number) {
  const admins = await scope.db
    .select('users')
    .select('id')
    .where('profile', '=', 'admin')
    .where('support', '=', 0)
    .execute()
  if (admins.length === 1 && admins[0]?.id === id) throw new AppError('ERR_LAST_ADMIN')
}

async function confirm(password: string | undefined, { passwordHash }: Row) {
  if (!(await verifyPassword(password ?? '', passwordHash))) throw new AppError('ERR_WRONG_PASSWORD')
}

/** Two at once with one address: the table itself refuses the second. */
const unlessTaken = (work: Promise<User>): Promise<User> =>
  work.catch((error) => {
    if (isTaken(error, 'users', 'email')) throw new AppError('ERR_EMAIL_TAKEN')
    throw error
  })

function named(typed: string): string {
  const name = typed.trim()
  if (name.length < 2) throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  return name
}

const own = ({ profile: _, allTicket: __, queueIds: ___, whatsappId: ____, ...rest }: UserPatch): UserPatch => rest

const spelled = (given: UserPatch['allTicket']): AllTicket => (given === 'enabled' ? 'enabled' : 'desabled')

interface Change {
  name?: string
  email?: string
  passwordHash?: string
  language?: Language | null
  undoSeconds?: number
  profile?: Profile
  allTicket?: AllTicket
  whatsappId?: number | null
}

/** What was asked for of the columns, the password's apart; absent ones stay. @throws ERR_VALIDATION */
function valuesOf({ language, undoSeconds, profile, whatsappId, ...given }: UserPatch): Change {
  const spelledOut = {
    email: given.email?.toLowerCase(),
    name: given.name === undefined ? undefined : named(given.name),
    allTicket: given.allTicket && spelled(given.allTicket),
  }
  const asked = { language, undoSeconds, profile, whatsappId, ...spelledOut }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
}

/** @throws ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND, also for another company's */
async function allKnown(scope: Scope, { queueIds = [], whatsappId }: Pick<UserPatch, 'queueIds' | 'whatsappId'>) {
  await assertIdsExist(scope, { whatsappId })
  for (const queueId of queueIds) await assertIdsExist(scope, { queueId })
}

async function putQueues(scope: Scope, userId: number, asked: number[]) {
  const queueIds = [...new Set(asked)]
  await scope.db.delete('user_queues').where('userId', '=', userId).execute()
  const rows = queueIds.map((queueId) => ({ userId, queueId }))
  if (rows.length > 0) await scope.db.insert('user_queues', rows).execute()
}

/** What the log says of a person. */
export const facts = ({ name, email, profile, allTicket, whatsappId, language, queues }: User) => ({
  ...{ name, email, profile, allTicket, whatsappId, language },
  queues: queues.map(({ name }) => name),
})

/** @param before what the log compares with; without it nothing is written there */
async function store(scope: Scope, id: number, values: Change, before?: object): Promise<User> {
  const updatedAt = new Date().toISOString()
  await scope.db
    .update('users')
    .set({ ...values, updatedAt })
    .where('id', '=', id)
    .execute()
  const user = await getUser(scope, id)
  if (before) {
    const after = { ...facts(user), ...('password' in before ? { password: 'new' } : {}) }
    await audit(scope, { action: 'update', entity: 'user', entityId: id, name: user.name, before, after })
  }
  scope.publish('user', { action: 'update', user })
  scope.rightsChanged(id)
  return user
}
