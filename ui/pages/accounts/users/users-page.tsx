import { Plus, SearchX, Send, ShieldX, Users } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { User } from '../../../../src/features/accounts/users/model'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { PageHead } from '../../../components/page-head'
import { PageTools } from '../../../components/page-tools'
import { GapNotice } from '../../../first-steps/gap-notice'
import { api, unwrapResponse } from '../../../lib/api'
import { useCan } from '../../../lib/can'
import { useLinkedRow } from '../../../lib/linked-row'
import { useLive } from '../../../lib/realtime'
import { useTitle } from '../../../lib/title'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { InvitationRows } from './invitation-rows'
import { invitations } from './invitations'
import { InviteDialog } from './invite-dialog'
import { receiveUserEvent, searchUsers, userPages, userQuery } from './store'
import { UserDialog } from './user-dialog'
import { UserRows } from './user-rows'

export function UsersPage() {
  const { t } = useTranslation()
  useTitle(t('users.title'))
  if (!useCan('user:edit'))
    return <EmptyState isPage icon={<ShieldX />} title={t('users.refused')} text={t('users.refusedText')} />
  return <UserAdministration />
}

function UserAdministration() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ user: User | null } | null>(null)
  const count = useValue(userPages.count)
  const [isInviting, setInviting] = useState(new URLSearchParams(useSearch()).has('invite'))
  useLive({ user: receiveEvent }, reload)
  useLinkedRow((id) => unwrapResponse<User>(api.users({ id }).get()).then((user) => setOpen({ user }), toastError))
  return (
    <div className="page">
      <PageHead
        title={t('users.title')}
        lead={count === undefined ? t('users.lead') : t('users.count', { count })}
        add={{ label: t('invitations.add'), icon: <Send aria-hidden />, onAdd: () => setInviting(true) }}
      >
        <Button icon={<Plus aria-hidden />} onClick={() => setOpen({ user: null })}>
          {t('users.add')}
        </Button>
      </PageHead>
      <GapNotice kinds={['personWithoutTickets', 'queueWithoutPeople']} className="mb-4" />
      <InvitationRows />
      <PageTools search={{ label: t('users.search'), initial: userQuery.peek(), onSearch: searchUsers }} />
      <UserRows empty={<NoUsers />} onEdit={(user) => setOpen({ user })} />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {open && <UserDialog key={open.user?.id} user={open.user} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** A new user may have accepted an invitation. */
function receiveEvent(event: Parameters<typeof receiveUserEvent>[0]) {
  receiveUserEvent(event)
  const mayBeOpen = invitations.state.peek() === 'loading' || invitations.rows.peek().length > 0
  if (event.action === 'create' && mayBeOpen) void invitations.reload()
}

async function reload() {
  await Promise.all([userPages.reload(), invitations.reload()])
}

function NoUsers() {
  const { t } = useTranslation()
  const text = useValue(userQuery)
  if (text) return <EmptyState icon={<SearchX />} title={t('users.nothingFound', { text })} />
  return <EmptyState icon={<Users />} title={t('users.emptyTitle')} text={t('users.lead')} />
}
