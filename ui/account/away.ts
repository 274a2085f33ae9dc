import i18n from 'i18next'
import type { User } from '../../src/features/accounts/users/model'
import { api, unwrapResponse } from '../lib/api'
import { me, updateMe } from '../lib/session'
import { toastError, toastSuccess } from '../lib/toast'

/** Sets whether queues give new tickets to the signed-in user. */
export async function setAway(away: boolean) {
  const current = me.peek()
  if (!current || current.away === away) return
  updateMe({ away })
  try {
    await unwrapResponse<User>(api.users({ id: current.id }).put({ away }))
    toastSuccess(i18n.t(away ? 'shell.nowAway' : 'shell.nowBack'))
  } catch (thrown) {
    updateMe({ away: !away })
    toastError(thrown)
  }
}
