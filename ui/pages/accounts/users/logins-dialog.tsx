import { useState } from 'react'
import type { LoginRow, User } from '../../../../src/features/accounts/users/model'
import { Dialog } from '../../../components/dialog'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { LoginList } from '../../../logins/login-list'

const loginsOf = (id: number) =>
  createList<LoginRow>({
    load: async () => ({ rows: (await unwrapResponse(api.users({ id }).sessions.get())).sessions, hasMore: false }),
    compare: (a, b) => b.id - a.id,
  })

/** Logins of a user, for admins. */
export function LoginsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const [list] = useState(() => loginsOf(user.id))
  const [isBusy, setBusy] = useState(false)
  const end = async (work: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    await work().then(() => toastSuccess(t('logins.endedOne')), toastError)
    setBusy(false)
    await list.reload()
  }
  return (
    <Dialog open title={t('logins.of', { name: user.name })} onClose={onClose}>
      <LoginList
        list={list}
        isOwn={false}
        onEnd={({ id }) => void end(() => unwrapResponse(api.users.sessions({ id }).delete()))}
        onEndAll={() => void end(() => unwrapResponse(api.users({ id: user.id }).sessions.delete()))}
      />
    </Dialog>
  )
}
