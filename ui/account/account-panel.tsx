import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { Avatar } from '../components/avatar'
import { AwayMark } from '../components/away-mark'
import { Badge } from '../components/badge'
import { Button } from '../components/button'
import { Key } from '../components/key'
import { SupportContact } from '../components/support-contact'
import { licenceEnd } from '../lib/licence-end'
import { useMe } from '../lib/session'
import { loadServerVersion, serverVersion } from '../lib/system'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { AccountChoices } from './account-choices'
import { type AccountEntry, useAccountEntries } from './account-entries'
import { confirmLogout } from './logout'

/** Greeting, company and role of the signed-in person. */
export function AccountHead() {
  const { t } = useTranslation()
  const { name, email, company, profile, away } = useMe()
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="relative flex shrink-0">
        <Avatar name={name} size="md" />
        {away && <AwayMark />}
      </span>
      <div className="min-w-0">
        <p className="truncate font-semibold">{t('shell.greeting', { name })}</p>
        <p className="truncate text-muted text-xs">
          {t('account.companyAndRole', { company: company.name, role: t(`users.profiles.${profile}`) })}
        </p>
        <p className="truncate text-faint text-xs">{email}</p>
      </div>
    </div>
  )
}

/**
 * Entries, choices and foot of the account menu. `onGo` closes the menu or sheet that holds them; `leftOut`: entry that
 * the sheet shows elsewhere.
 */
export function AccountBody({ onGo, leftOut }: { onGo: () => void; leftOut?: AccountEntry['id'] }) {
  const { t } = useTranslation()
  const entries = useAccountEntries().filter(({ id }) => id !== leftOut)
  return (
    <>
      <ul aria-label={t('account.actions')} className="flex flex-col">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} onGo={onGo} />
          </li>
        ))}
      </ul>
      <hr className="my-1 border-line" />
      <AccountChoices />
      <hr className="my-1 border-line" />
      <AccountFoot onGo={onGo} />
    </>
  )
}

const entryClass =
  'flex h-9 w-full items-center gap-3 rounded-md px-3 text-left hover:bg-hover touch:h-11 [&_svg]:size-4 [&_svg]:shrink-0'

function Entry({
  entry: { label, icon: Icon, to, run, shortcut, count = 0 },
  onGo,
}: {
  entry: AccountEntry
  onGo: () => void
}) {
  const content = (
    <>
      <Icon aria-hidden />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {count > 0 && (
        <Badge tone="accent">
          <span aria-hidden>{count}</span>
        </Badge>
      )}
      {shortcut && (
        <span aria-hidden className="touch:hidden">
          <Key>{shortcut}</Key>
        </span>
      )}
    </>
  )
  if (to)
    return (
      <Link href={to} onClick={onGo} className={entryClass}>
        {content}
      </Link>
    )
  const choose = () => {
    onGo()
    run?.()
  }
  return (
    <button type="button" onClick={choose} aria-keyshortcuts={shortcut} className={entryClass}>
      {content}
    </button>
  )
}

/** Licence date for admins, version, and the way out. */
function AccountFoot({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation()
  const { profile, company } = useMe()
  const version = useValue(serverVersion)
  useEffect(() => void loadServerVersion(), [])
  const leave = () => {
    onGo()
    void confirmLogout()
  }
  return (
    <div className="flex items-center gap-2 py-1 pr-1 pl-3">
      <div className="min-w-0 flex-1 text-faint text-xs">
        <SupportContact />
        {profile === 'admin' && <p>{licenceEnd(t, company)}</p>}
        {version && <p>{t('shell.version', { version })}</p>}
      </div>
      <Button variant="quiet" icon={<LogOut aria-hidden />} onClick={leave}>
        {t('shell.logout')}
      </Button>
    </div>
  )
}
