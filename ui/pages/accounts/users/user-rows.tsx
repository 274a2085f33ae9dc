import { KeyRound, MonitorSmartphone, Pencil, ShieldOff, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { User } from '../../../../src/features/accounts/users/model'
import { Avatar } from '../../../components/avatar'
import { Badge } from '../../../components/badge'
import { ColorDot } from '../../../components/color-dot'
import { EmailAddress } from '../../../components/email-address'
import { ErrorState } from '../../../components/error-state'
import { IconButton } from '../../../components/icon-button'
import { InfiniteList, ListEnd } from '../../../components/infinite-list'
import { SkeletonRows } from '../../../components/skeleton'
import { SkeletonTable } from '../../../components/skeleton-table'
import { TableHead } from '../../../components/table-head'
import { TalkButton } from '../../../components/talk-button'
import { classes } from '../../../lib/classes'
import { connections } from '../../../lib/connections'
import { useList } from '../../../lib/list'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { seesNobody } from '../../../lib/sees-nobody'
import { useMe } from '../../../lib/session'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { LoginsDialog } from './logins-dialog'
import { removeSecondFactor, removeUser, userPages } from './store'

interface RowsProps {
  empty: ReactNode
  onEdit: (user: User) => void
}

/** Users as a table, or as cards on phones. */
export function UserRows({ empty, onEdit }: RowsProps) {
  const { t } = useTranslation()
  const isTable = useMediaQuery(breakpoints.table)
  if (isTable) return <UserTable empty={empty} onEdit={onEdit} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      <InfiniteList
        list={userPages}
        label={t('users.title')}
        className="divide-y divide-line"
        empty={empty}
        skeleton={<SkeletonRows rows={4} height={160} className="divide-y divide-line" />}
        render={(user) => <Card user={user} onEdit={() => onEdit(user)} />}
      />
    </div>
  )
}

const cell = 'px-4 py-2 align-middle'
/** Beside a form the table has the names and the buttons, and the profile where it fits. */
const hidden = {
  id: 'beside-panel:@max-4xl:hidden',
  email: 'beside-panel:@max-4xl:hidden',
  profile: 'beside-panel:@max-lg:hidden',
  queues: 'beside-panel:@max-2xl:hidden',
}

function UserTable({ empty, onEdit }: RowsProps) {
  const { t } = useTranslation()
  const { rows, state, failure, hasMore } = useList(userPages)
  useEffect(() => {
    if (userPages.state.peek() === 'idle') void userPages.more()
  }, [])
  const columns = [
    { text: 'ID', className: hidden.id },
    t('users.name'),
    { text: t('users.email'), className: hidden.email },
    { text: t('users.profile'), className: hidden.profile },
    { text: t('users.queues'), className: hidden.queues },
  ]
  if (rows.length === 0 && (state === 'failed' || (state === 'ready' && !hasMore)))
    return (
      <div className="rounded-lg border border-line bg-surface">
        {state === 'failed' ? <ErrorState failure={failure} onRetry={() => userPages.reload()} /> : empty}
      </div>
    )
  if (rows.length === 0) return <SkeletonTable columns={columns} rows={6} />
  return (
    <div className="@container rounded-lg border border-line bg-surface">
      <table className="page-table" aria-busy={state === 'loading'}>
        <TableHead columns={columns} actions={t('users.actions')} />
        <tbody className="divide-y divide-line">
          {rows.map((user) => (
            <tr key={user.id}>
              <td className={`${cell} ${hidden.id} w-16 text-faint tabular-nums`}>{user.id}</td>
              <th scope="row" className={`${cell} min-w-40 text-left font-normal beside-panel:@max-lg:min-w-0`}>
                <span className="block break-words font-medium">{user.name}</span>
                <OnlineState user={user} />
              </th>
              <td className={`${cell} ${hidden.email} lg:min-w-64 text-muted`}>
                <EmailAddress address={user.email} />
              </td>
              <td className={`${cell} ${hidden.profile}`}>
                <Profile user={user} />
              </td>
              <td className={`${cell} ${hidden.queues}`}>
                <Queues user={user} />
              </td>
              <td className={`${cell} py-2! whitespace-nowrap text-right beside-panel:@max-lg:whitespace-normal`}>
                <Actions user={user} onEdit={() => onEdit(user)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ListEnd list={userPages} />
    </div>
  )
}

function Card({ user, onEdit }: { user: User; onEdit: () => void }) {
  return (
    <li className="flex gap-3 px-4 py-3">
      <Avatar name={user.name} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="break-words font-medium">{user.name}</p>
        <p className="text-muted text-sm">
          <EmailAddress address={user.email} />
        </p>
        <OnlineState user={user} />
        <Profile user={user} />
        <Queues user={user} />
        <div className="-ml-2 flex">
          <Actions user={user} onEdit={onEdit} />
        </div>
      </div>
    </li>
  )
}

function OnlineState({ user: { online, lastSeenAt } }: { user: User }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-faint text-sm">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className={classes('size-2 rounded-full', online ? 'bg-good' : 'border border-edge')} />
        {online ? t('users.online') : t('users.offline')}
      </span>
      {!online && lastSeenAt && <span>{t('users.seenAt', { date: formatDateTime(lastSeenAt) })}</span>}
    </span>
  )
}

function Profile({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {t(`users.profiles.${user.profile}`)}
      {user.super && <Badge tone="accent">{t('users.isSuper')}</Badge>}
      {user.secondFactor && (
        <span className="flex items-center gap-1 text-faint text-xs [&_svg]:size-3.5">
          <KeyRound aria-hidden />
          {t('users.hasSecondFactor')}
        </span>
      )}
    </span>
  )
}

function Queues({ user: { queues, profile, allTicket } }: { user: User }) {
  const { t } = useTranslation()
  const numbers = useList(connections).rows
  const isBlind = seesNobody({ profile, allTicket, queueIds: queues.map(({ id }) => id) }, numbers)
  if (queues.length === 0)
    return (
      <span className={classes('text-sm', isBlind ? 'text-warn' : 'text-faint')}>
        {t(isBlind ? 'users.seesNobody' : 'users.noQueues')}
      </span>
    )
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm">
      {isBlind && <span className="text-warn">{t('users.noNumber')}</span>}
      {queues.map(({ id, name, color }) => (
        <span key={id} className="flex items-center gap-1.5">
          <ColorDot color={color} />
          {name}
        </span>
      ))}
    </span>
  )
}

function Actions({ user, onEdit }: { user: User; onEdit: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const isSelf = user.id === me.id
  const [showsLogins, setShowsLogins] = useState(false)
  // Only super users may change a super user.
  if (user.super && !me.super) return null
  return (
    <>
      <TalkButton person={user} />
      {user.secondFactor && !isSelf && (
        <IconButton label={t('users.removeSecondFactor')} onClick={() => void removeSecondFactor(user)}>
          <ShieldOff aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('logins.of', { name: user.name })} onClick={() => setShowsLogins(true)}>
        <MonitorSmartphone aria-hidden />
      </IconButton>
      <IconButton label={t('users.editOf', { name: user.name })} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      {!isSelf && (
        <IconButton
          label={t('users.deleteOf', { name: user.name })}
          tone="danger"
          onClick={() => void removeUser(user)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
      {showsLogins && <LoginsDialog user={user} onClose={() => setShowsLogins(false)} />}
    </>
  )
}
