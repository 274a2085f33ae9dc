import type { ExpressionBuilder } from 'kysely'
import type { Scope } from '../../../core/scope'
import type { Database } from '../../../core/storage/schema'
import { hot, type TenantDb } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import type { SettingKey } from '../../../shared/settings'
import { foldText } from '../../../shared/text'
import type { ListedUser, User, UserQuery } from './model'

const columns = [
  'id',
  'name',
  'email',
  'profile',
  'super',
  'allTicket',
  'language',
  'whatsappId',
  'undoSeconds',
  'companyId',
  'online',
  'away',
  'lastSeenAt',
] as const

/** Column `secondFactor`: 1 for a user with a confirmed authenticator app or a passkey. */
export const secondFactor = ({ exists, or, selectFrom }: ExpressionBuilder<Database, 'users'>) =>
  or([
    exists(
      selectFrom('second_factors as f')
        .select('f.userId')
        .whereRef('f.companyId', '=', 'users.companyId')
        .whereRef('f.userId', '=', 'users.id')
        .where('f.confirmedAt', 'is not', null),
    ),
    exists(
      selectFrom('passkeys as k')
        .select('k.userId')
        .whereRef('k.companyId', '=', 'users.companyId')
        .whereRef('k.userId', '=', 'users.id'),
    ),
  ])
    .$castTo<number>()
    .as('secondFactor')

/** Column `requiredSince`: time since which the company of a login requires a second factor; null when it does not. */
export const requiredSince = ({ selectFrom }: ExpressionBuilder<Database, 'tokens'>) =>
  selectFrom('settings as s')
    .select('s.updatedAt')
    .whereRef('s.companyId', '=', 'tokens.companyId')
    .where('s.key', '=', 'secondFactorRequired' satisfies SettingKey)
    .where('s.value', '=', 'enabled')
    .as('requiredSince')

const rows = (db: TenantDb) =>
  db
    .select('users')
    .select(columns.map((column) => `users.${column}` as const))
    .select(secondFactor)

/** Returns a user of the company, or undefined. */
export async function findUser(db: TenantDb, id: number): Promise<User | undefined> {
  return (await usersOf(db, [id]))[0]
}

/** Returns a user of the company. @throws ERR_NO_USER_FOUND, also for another company's */
export async function getUser(scope: Scope, id: number): Promise<User> {
  const user = await findUser(scope.db, id)
  if (!user) throw new AppError('ERR_NO_USER_FOUND')
  return user
}

/** Returns these users in the order of `ids`, with two queries for any number. */
async function usersOf(db: TenantDb, ids: number[]): Promise<User[]> {
  const people = await rows(db).where('users.id', 'in', ids).execute()
  const queues = await db
    .select('user_queues')
    .innerJoin('queues', 'queues.id', 'user_queues.queueId')
    .select(['userId', 'queues.id', 'queues.name', 'queues.color'])
    .where('userId', 'in', ids)
    .orderBy('queues.orderQueue')
    .orderBy('queues.id')
    .execute()
  const users = people.map((person) => ({
    ...person,
    super: person.super === 1,
    online: person.online === 1,
    away: person.away === 1,
    secondFactor: person.secondFactor === 1,
    queues: queues.filter(({ userId }) => userId === person.id).map(({ userId: _, ...queue }) => queue),
  }))
  return users.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

const allUsers = hot<{}>()((db) => db.select('users').select(['id', 'name', 'email']).where('support', '=', 0))

/**
 * Returns a page of the company's users by name, compared without accents. A plan allows some hundreds of users: all
 * names are compared, and only the page is read in full.
 */
export async function listPage(scope: Scope, { searchParam = '', pageNumber = 1, cursor }: UserQuery) {
  const text = foldText(searchParam)
  const matching = (await scope.db.run(allUsers, {}))
    .map(({ id, name, email }) => ({
      id,
      key: `${foldText(name)}|${String(id).padStart(16, '0')}`,
      email: foldText(email),
    }))
    .filter(({ key, email }) => key.slice(0, -17).includes(text) || email.includes(text))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const size = pageSizes.other
  const rest =
    cursor === undefined ? matching.slice((pageNumber - 1) * size) : matching.filter(({ key }) => key > cursor)
  const shown = rest.slice(0, size)
  const users =
    shown.length === 0
      ? []
      : await usersOf(
          scope.db,
          shown.map(({ id }) => id),
        )
  const hasMore = rest.length > size
  return { users, hasMore, count: matching.length, next: hasMore ? (shown.at(-1)?.key ?? null) : null }
}

/** Column `openTickets`: number of open tickets that the user holds. */
const openTickets = ({ selectFrom }: ExpressionBuilder<Database, 'users'>) =>
  selectFrom('tickets as t')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('t.companyId', '=', 'users.companyId')
    .whereRef('t.userId', '=', 'users.id')
    .where('t.status', '=', 'open')
    .as('openTickets')

/** Returns all users of the company for the selects of transfer and filter, without e-mail addresses and rights. */
export async function listUsers(scope: Scope): Promise<ListedUser[]> {
  const queues = await scope.db.select('user_queues').select(['userId', 'queueId']).execute()
  const people = await scope.db
    .select('users')
    .select(['id', 'name', 'profile', 'online', 'away'])
    .select(openTickets)
    .where('support', '=', 0)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return people.map((person) => ({
    ...person,
    online: person.online === 1,
    away: person.away === 1,
    openTickets: Number(person.openTickets),
    queueIds: queues.filter(({ userId }) => userId === person.id).map(({ queueId }) => queueId),
  }))
}
