import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { NewUser, SuperChange, User, UserPatch } from '../../../../src/features/accounts/users/model'
import { foldText } from '../../../../src/shared/text'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { toastError, toastSuccess } from '../../../lib/toast'

export const userQuery = signal('')

/** Order of the server: name without case and accents, then id. */
const keyOf = ({ id, name }: User) => `${foldText(name)}|${String(id).padStart(16, '0')}`
export function byName(a: User, b: User): number {
  const [one, other] = [keyOf(a), keyOf(b)]
  return one === other ? 0 : one < other ? -1 : 1
}

export const userPages = createList<User>({
  compare: byName,
  pagedBy: byName,
  load: async (cursor) => {
    const searchParam = userQuery.peek() || undefined
    const { users, hasMore, next, count } = await unwrapResponse(api.users.get({ query: { searchParam, cursor } }))
    return { rows: users, hasMore, next, count }
  },
})

export function searchUsers(text: string) {
  if (text === userQuery.peek()) return
  userQuery.value = text
  userPages.clear()
  void userPages.more()
}

type UserEvent = { action: 'create' | 'update'; user: User } | { action: 'delete'; userId: number }

/** Applies a user event to the loaded pages. */
export function receiveUserEvent(event: UserEvent) {
  if (event.action === 'delete') return userPages.drop(event.userId)
  const { user } = event
  const text = foldText(userQuery.peek())
  if (!foldText(user.name).includes(text) && !foldText(user.email).includes(text)) return userPages.drop(user.id)
  userPages.receiveEvent(user)
}

/**
 * Creates or updates a user. @throws AppError
 * @param superChange change of the super user flag, sent after the user
 */
export async function saveUser(user: User | null, input: NewUser & UserPatch, superChange?: SuperChange) {
  let saved = await unwrapResponse<User>(user ? api.users({ id: user.id }).put(input) : api.users.post(input))
  if (superChange) saved = await unwrapResponse<User>(api.users({ id: saved.id }).super.put(superChange))
  receiveUserEvent({ action: user ? 'update' : 'create', user: saved })
  toastSuccess(i18n.t(user ? 'users.saved' : 'users.created'))
}

export async function removeUser(user: User) {
  const isConfirmed = await confirm({
    title: i18n.t('users.deleteTitle', { name: user.name }),
    text: i18n.t('users.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  await unwrapResponse(api.users({ id: user.id }).delete()).then(() => {
    receiveUserEvent({ action: 'delete', userId: user.id })
    toastSuccess(i18n.t('users.deleted'))
  }, toastError)
}

/** Removes the second factor of a user who lost phone and recovery codes. */
export async function removeSecondFactor(user: User) {
  const isConfirmed = await confirm({
    title: i18n.t('users.removeTitle', { name: user.name }),
    text: i18n.t('users.removeText'),
    action: i18n.t('users.removeAction'),
    danger: true,
  })
  if (!isConfirmed) return
  await unwrapResponse(api.users({ id: user.id })['second-factor'].delete()).then(() => {
    userPages.patch(user.id, { secondFactor: false })
    toastSuccess(i18n.t('users.removed'))
  }, toastError)
}
