import i18n from 'i18next'
import {
  CirclePause,
  CirclePlay,
  CircleUser,
  Keyboard,
  LogOut,
  Menu as MenuIcon,
  Moon,
  RotateCw,
  Search,
  Sun,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { Avatar } from '../components/avatar'
import { AwayMark } from '../components/away-mark'
import { Badge } from '../components/badge'
import { confirm } from '../components/confirm'
import { IconButton } from '../components/icon-button'
import { Menu } from '../components/menu'
import { classes } from '../lib/classes'
import { needsAttention } from '../lib/connections'
import { useShortcut } from '../lib/keys'
import { licenceEnd } from '../lib/licence-end'
import { undeliveredEntries } from '../lib/outbox/entries'
import { paths } from '../lib/paths'
import { logout, useMe } from '../lib/session'
import { theme, toggleTheme } from '../lib/theme'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { openOverlay } from '../palette/overlay'
import { AnnouncementsPopover } from './announcements-popover'
import { toggleAway } from './away'
import { ChatsPopover } from './chats-popover'
import { LanguageMenu } from './language-menu'
import { Notifications } from './notifications'
import { useNotifications } from './use-notifications'
import { VolumePopover } from './volume'

/** Top bar with greeting, search, notifications and settings; on phones the settings are in the drawer. */
export function TopBar({ onMenu, isHiddenOnPhones }: { onMenu: () => void; isHiddenOnPhones: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  const dark = useValue(theme) === 'dark'
  useNotifications()
  const attention = useValue(needsAttention)
  return (
    <header
      className={classes(
        'flex h-13 shrink-0 items-center gap-1 border-line border-b bg-surface px-2 sm:px-4',
        isHiddenOnPhones && 'max-sm:hidden',
      )}
      style={{ marginTop: 'var(--safe-top)' }}
    >
      <IconButton label={t('shell.openMenu')} onClick={onMenu} className="lg:hidden">
        <MenuIcon aria-hidden />
        {attention && (
          <Badge tone="danger" label={t('shell.attention')} className="absolute top-0 right-0 h-4! min-w-4! sm:hidden">
            !
          </Badge>
        )}
      </IconButton>
      <p className="min-w-0 flex-1 truncate px-1 max-sm:invisible">
        <span className="font-medium">{t('shell.greeting', { name: me.name })}</span>
        {me.profile === 'admin' && (
          <span className="ml-3 hidden text-faint text-sm sm:inline">{licenceEnd(t, me.company)}</span>
        )}
      </p>
      <SearchButton />
      <div className="hidden items-center gap-1 sm:flex">
        <LanguageMenu />
        <IconButton label={dark ? t('shell.useLight') : t('shell.useDark')} onClick={toggleTheme}>
          {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
        </IconButton>
        <VolumePopover />
      </div>
      <Notifications />
      <AnnouncementsPopover />
      <ChatsPopover />
      <IconButton label={t('shell.refresh')} onClick={() => location.reload()} className="max-[350px]:hidden">
        <RotateCw aria-hidden />
      </IconButton>
      <ProfileMenu />
    </header>
  )
}

/** Button that opens the palette, for users without a keyboard. */
function SearchButton() {
  const { t } = useTranslation()
  const shortcut = useShortcut('palette.open')
  return (
    <IconButton label={t('palette.open')} shortcut={shortcut} onClick={() => openOverlay('palette')}>
      <Search aria-hidden />
    </IconButton>
  )
}

/** Asks for confirmation if messages are unsent; they stay in this browser for the same user. */
async function confirmLogout() {
  const question = {
    title: i18n.t('unsent.logoutTitle'),
    text: i18n.t('unsent.logoutText'),
    action: i18n.t('shell.logout'),
  }
  if (undeliveredEntries.peek().length === 0 || (await confirm(question))) void logout()
}

function ProfileMenu() {
  const { t } = useTranslation()
  const { name, email, company, profile, away } = useMe()
  const [, navigate] = useLocation()
  const help = useShortcut('keys.help')
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('shell.profile')}
          className="flex size-control shrink-0 items-center justify-center rounded-full"
        >
          <span className="relative flex">
            <Avatar name={name} size="sm" />
            {away && <AwayMark />}
          </span>
        </button>
      }
      header={
        <>
          <p className="truncate font-medium">{name}</p>
          <p className="truncate text-faint text-sm">{email}</p>
          <p className="truncate text-faint text-sm">{company.name}</p>
          {profile === 'admin' && <p className="text-faint text-sm sm:hidden">{licenceEnd(t, company)}</p>}
        </>
      }
      entries={[
        {
          label: away ? t('shell.back') : t('shell.away'),
          icon: away ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />,
          onSelect: () => void toggleAway(),
        },
        { label: t('profile.title'), icon: <CircleUser aria-hidden />, onSelect: () => navigate(paths.profile) },
        { label: t('keys.title'), icon: <Keyboard aria-hidden />, shortcut: help, onSelect: () => openOverlay('keys') },
        { label: t('shell.logout'), icon: <LogOut aria-hidden />, onSelect: () => void confirmLogout() },
      ]}
    />
  )
}
