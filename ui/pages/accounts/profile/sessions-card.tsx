import { signal } from '@preact/signals-react'
import type { LoginRow } from '../../../../src/features/accounts/users/model'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { useMe } from '../../../lib/session'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { LoginList } from '../../../logins/login-list'
import { ProfileSection } from './profile-section'

const sessionList = createList<LoginRow>({
  load: async () => ({ rows: (await unwrapResponse(api.auth.sessions.get())).sessions, hasMore: false }),
  compare: (a, b) => b.id - a.id,
})
/** True while a request is in flight; ignores further clicks. */
const busy = signal(false)

/** The user's logins, each of which can be ended. */
export function SessionsCard() {
  const { t } = useTranslation()
  const { devices, settings } = useMe().company
  const allowsSeveral = settings.some(({ key, value }) => key === 'severalDevices' && value === 'enabled')
  const endSessions = async (work: Promise<unknown>) => {
    if (busy.peek()) return
    busy.value = true
    await work.then(() => toastSuccess(t('logins.endedOne')), toastError)
    busy.value = false
    await sessionList.reload()
  }
  const lead = allowsSeveral && devices > 1 ? t('logins.several', { count: devices - 1 }) : t('logins.lead')
  return (
    <ProfileSection title={t('logins.title')} lead={lead}>
      <LoginList
        list={sessionList}
        isOwn
        onEnd={({ id }) => void endSessions(unwrapResponse(api.auth.sessions({ id }).delete()))}
        onEndAll={() => void endSessions(unwrapResponse(api.auth.sessions.delete()))}
      />
    </ProfileSection>
  )
}
