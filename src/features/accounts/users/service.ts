import type { Selectable } from 'kysely'
import type { Platform, Scope } from '../../../core/scope'
import { isUniqueViolation } from '../../../core/storage/expressions'
import type { Database } from '../../../core/storage/schema'
import type { AllTicket, Language, Profile } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { can } from '../../../shared/permissions'
import { enqueueDistributionTo } from '../../inbox/distribution/enqueue-work'
import { assertIdsExist } from '../../inbox/tickets/state/checks'
import { recordAuditEntry } from '../../platform/audit/record'
import { refuseBeyondPlan } from '../../platform/company/plan-limit'
import { endLogins } from './logins'
import type { NewUser, User, UserPatch } from './model'
import { checkPassword } from './passwords/passwords'
import { getUser } from './read'
import { isSupportAddress } from './support-addresses'

type Row = Selectable<Database['users']>

/** Returns a user, to admins or to the user. @throws ERR_NO_USER_FOUND, ERR_NO_PERMISSION */
export async function showUser(scope: Scope, id: number): Promise<User> {
  const user = await getUser(scope, id)
  if (id !== scope.viewer.userId && !can(scope.viewer, 'user:edit')) throw new AppError('ERR_NO_PERMISSION')
  return user
}

/**
 * Creates a user.
 * @throws ERR_EMAIL_TAKEN, ERR_WEAK_PASSWORD, ERR_PLAN_LIMIT, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND
 */
export async function createUser(outer: Scope, platform: Platform, input: NewUser): Promise<User> {
  const prepared = await prepareUser(outer, platform, input)
  return translateEmailTaken(outer.transaction((scope) => insertUser(scope, platform, prepared)))
}

/**
 * Checks a new user and hashes the password, outside of the transaction that inserts the user.
 * @param network address or network whose turn the hashing takes
 * @throws ERR_WEAK_PASSWORD, ERR_PLAN_LIMIT, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND
 */
export async function prepareUser(
  scope: Scope,
  platform: Platform,
  input: NewUser,
  network = `company ${scope.companyId}`,
) {
  const { name, email } = { name: trimmedName(input.name), email: input.email.toLowerCase() }
  await checkPassword(platform, input.password, { companyId: scope.companyId, email, name })
  await assertReferencesExist(scope, input) // checked before the costly hash, and again inside the transaction
  await refuseBeyondPlan(scope, 'users')
  const passwordHash = await platform.ports.passwords.hash(input.password, network)
  const { profile, language = null, whatsappId = null, queueIds = [] } = input
  const allTicket = spellingOf(input.allTicket)
  return { values: { name, email, passwordHash, profile, language, whatsappId, allTicket }, queueIds }
}

/**
 * Inserts a prepared user. Call inside a transaction, and translate its error with `translateEmailTaken`.
 * @throws ERR_EMAIL_TAKEN, ERR_PLAN_LIMIT, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND
 */
export async function insertUser(
  scope: Scope,
  platform: Platform,
  { values, queueIds }: Awaited<ReturnType<typeof prepareUser>>,
): Promise<User> {
  const { name, email, whatsappId } = values
  await refuseBeyondPlan(scope, 'users')
  await assertReferencesExist(scope, { whatsappId, queueIds })
  // Last, because the answer also concerns other companies: asking for an e-mail costs a hash, or makes a user.
  await assertEmailFree(platform, email)
  const { id } = await scope.db.insert('users', values).returning('id').executeTakeFirstOrThrow()
  await replaceQueues(scope, id, queueIds)
  const user = await getUser(scope, id)
  await recordAuditEntry(scope, { action: 'create', entity: 'user', entityId: id, name, after: auditFields(user) })
  scope.publish('user', { action: 'create', user })
  return user
}

/**
 * Changes a user: users change themselves, admins all users; only super users change a super user. Changing one's own
 * e-mail or password requires the current password. A new password ends the other logins.
 * @throws ERR_WRONG_PASSWORD, ERR_EMAIL_TAKEN, ERR_LAST_ADMIN, ERR_WEAK_PASSWORD, ERR_NO_PERMISSION,
 *   ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND
 */
export async function updateUser(
  outer: Scope,
  platform: Platform,
  id: number,
  change: UserPatch,
  tokenId?: number,
): Promise<User> {
  const row = await getEditableUser(outer, id)
  const isSelf = id === outer.viewer.userId
  // The undo time is a personal preference; admins may send it back as they read it, and not change it.
  const { undoSeconds = row.undoSeconds } = change
  if (!isSelf && undoSeconds !== row.undoSeconds) throw new AppError('ERR_NO_PERMISSION')
  // Also checks ids that are dropped below, so that another company's id is always an error.
  await assertReferencesExist(outer, change)
  const input = can(outer.viewer, 'user:edit') ? change : withoutRights(change)
  const values = valuesOf(input) // without the row's columns, which may change while the password is hashed
  const { email = row.email, name = row.name } = values
  if (isSelf && (email !== row.email || input.password !== undefined))
    await assertCurrentPassword(platform, input.currentPassword, row)
  if (input.password !== undefined) {
    await checkPassword(platform, input.password, { companyId: row.companyId, email, name, super: row.super === 1 })
    values.passwordHash = await platform.ports.passwords.hash(input.password, `company ${outer.companyId}`)
  }
  await assertEmailFree(platform, email, id)
  const update = async (scope: Scope) => {
    const before = {
      ...auditFields(await getUser(scope, id)),
      ...(input.password === undefined ? {} : { password: 'old' }),
    }
    await assertReferencesExist(scope, input)
    if (input.profile !== undefined && input.profile !== 'admin') await assertNotLastAdmin(scope, id)
    await storeAvailability(scope, id, input)
    if (input.password !== undefined) await endLogins(scope, id, 'password', isSelf ? { except: tokenId } : {})
    return storeUser(scope, id, values, before)
  }
  return translateEmailTaken(outer.transaction(update))
}

/** Stores the queues of a user; a user with other queues, or back from being away, may be given waiting tickets. */
async function storeAvailability(scope: Scope, id: number, { queueIds, away }: UserPatch) {
  if (queueIds) await replaceQueues(scope, id, queueIds)
  if (queueIds || away === false) await enqueueDistributionTo(scope, id)
}

/** Stores the language of the acting user's interface. */
export const setLanguage = (outer: Scope, language: Language): Promise<User> =>
  outer.transaction((scope) => storeUser(scope, scope.viewer.userId, { language }))

/** Returns the row of a user that the acting user may change. @throws ERR_NO_USER_FOUND, ERR_NO_PERMISSION */
export async function getEditableUser(scope: Scope, id: number): Promise<Row> {
  const row = await scope.db.select('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_USER_FOUND')
  const { userId, super: above } = scope.viewer
  const may = id === userId || (can(scope.viewer, 'user:edit') && (row.super === 0 || above))
  if (!may || row.support === 1) throw new AppError('ERR_NO_PERMISSION')
  return row
}

/**
 * Checks that an e-mail is free. E-mails are unique across companies, because the login form has no company; those of
 * support users are reserved. @throws ERR_EMAIL_TAKEN
 */
export async function assertEmailFree(platform: Platform, email: string, exceptId = 0) {
  const taken = await platform.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (isSupportAddress(email) || (taken && taken.id !== exceptId)) throw new AppError('ERR_EMAIL_TAKEN')
}

/** Checks that the company keeps an admin. @throws ERR_LAST_ADMIN */
export async function assertNotLastAdmin(scope: Scope, id: number) {
  const admins = await scope.db
    .select('users')
    .select('id')
    .where('profile', '=', 'admin')
    .where('support', '=', 0)
    .execute()
  if (admins.length === 1 && admins[0]?.id === id) throw new AppError('ERR_LAST_ADMIN')
}

async function assertCurrentPassword({ ports }: Platform, password: string | undefined, { passwordHash }: Row) {
  if (!(await ports.passwords.verify(password ?? '', passwordHash))) throw new AppError('ERR_WRONG_PASSWORD')
}

/** Translates the unique index's error, which refuses the second of two concurrent requests. */
export const translateEmailTaken = (work: Promise<User>): Promise<User> =>
  work.catch((error) => {
    if (isUniqueViolation(error, 'users', 'email')) throw new AppError('ERR_EMAIL_TAKEN')
    throw error
  })

function trimmedName(typed: string): string {
  const name = typed.trim()
  if (name.length < 2) throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  return name
}

const withoutRights = ({ profile: _, allTicket: __, queueIds: ___, whatsappId: ____, ...rest }: UserPatch): UserPatch =>
  rest

const spellingOf = (value: UserPatch['allTicket']): AllTicket => (value === 'enabled' ? 'enabled' : 'desabled')

interface Change {
  name?: string
  email?: string
  passwordHash?: string
  language?: Language | null
  undoSeconds?: number
  away?: 0 | 1
  profile?: Profile
  allTicket?: AllTicket
  whatsappId?: number | null
}

/** Returns the columns to change, without the password; absent fields stay unchanged. @throws ERR_VALIDATION */
function valuesOf({ language, undoSeconds, profile, whatsappId, away, ...given }: UserPatch): Change {
  const spelledOut = {
    email: given.email?.toLowerCase(),
    name: given.name === undefined ? undefined : trimmedName(given.name),
    allTicket: given.allTicket && spellingOf(given.allTicket),
    away: away === undefined ? undefined : away ? 1 : 0,
  }
  const patch = { language, undoSeconds, profile, whatsappId, ...spelledOut }
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

/** Checks that the queues and the connection exist in the company. @throws ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND */
async function assertReferencesExist(
  scope: Scope,
  { queueIds = [], whatsappId }: Pick<UserPatch, 'queueIds' | 'whatsappId'>,
) {
  await assertIdsExist(scope, { whatsappId })
  for (const queueId of queueIds) await assertIdsExist(scope, { queueId })
}

async function replaceQueues(scope: Scope, userId: number, newQueueIds: number[]) {
  const queueIds = [...new Set(newQueueIds)]
  const member = await scope.db.select('user_queues').select('queueId').where('userId', '=', userId).execute()
  const removedIds = member.map(({ queueId }) => queueId).filter((queueId) => !queueIds.includes(queueId))
  // The other rows stay, because they hold the user's turn in the distribution.
  if (removedIds.length > 0)
    await scope.db.delete('user_queues').where('userId', '=', userId).where('queueId', 'in', removedIds).execute()
  const added = queueIds.filter((queueId) => !member.some((one) => one.queueId === queueId))
  const rows = added.map((queueId) => ({ userId, queueId }))
  if (rows.length > 0) await scope.db.insert('user_queues', rows).execute()
}

/** Fields of a user written to the audit log. */
export const auditFields = ({ name, email, profile, allTicket, whatsappId, language, queues }: User) => ({
  ...{ name, email, profile, allTicket, whatsappId, language },
  queues: queues.map(({ name }) => name),
})

/**
 * Stores the values and publishes the user.
 * @param before state for the audit log; without it the change is not logged
 */
async function storeUser(scope: Scope, id: number, values: Change, before?: object): Promise<User> {
  const updatedAt = new Date().toISOString()
  await scope.db
    .update('users')
    .set({ ...values, updatedAt })
    .where('id', '=', id)
    .execute()
  const user = await getUser(scope, id)
  if (before) {
    const after = { ...auditFields(user), ...('password' in before ? { password: 'new' } : {}) }
    await recordAuditEntry(scope, { action: 'update', entity: 'user', entityId: id, name: user.name, before, after })
  }
  scope.publish('user', { action: 'update', user })
  if (values.away !== undefined)
    scope.publish('team', { action: 'update', userId: id, online: user.online, away: user.away })
  scope.rightsChanged(id)
  return user
}
