import i18n from 'i18next'
import type { User } from '../../src/features/accounts/users/model'
import { api, unwrapResponse } from '../lib/api'
import { me, updateMe } from '../lib/session'
import { toastError, toastSuccess } from '../lib/toast'

/** Switches whether queues give new tickets to the signed-in user. */
export async function toggleAway() {
  const current = me.peek()
  if (!current) return
  const away = !current.away
  updateMe({ away })
  try {
    await unwrapResponse<User>(api.users({ id: current.id }).put({ away }))
    toastSuccess(i18n.t(away ? 'shell.nowAway' : 'shell.nowBack'))
  } catch (thrown) {
    updateMe({ away: !away })
    toastError(thrown)
  }
}
