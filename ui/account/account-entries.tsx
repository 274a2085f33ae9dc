import {
  Bell,
  BookOpen,
  CircleHelp,
  CircleUser,
  Keyboard,
  type LucideIcon,
  Megaphone,
  RotateCw,
  Search,
} from 'lucide-react'
import { unreadAnnouncements } from '../lib/announcements'
import { useShortcut } from '../lib/keys'
import { toManual } from '../lib/manual'
import { openOverlay } from '../lib/overlay'
import { paths } from '../lib/paths'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { openAccountDialog } from './account-dialogs'

/** Entry of the account menu: a page (`to`) or an action (`run`). */
export interface AccountEntry {
  id: 'profile' | 'alerts' | 'announcements' | 'helps' | 'manual' | 'keys' | 'palette' | 'refresh'
  label: string
  icon: LucideIcon
  to?: string
  run?: () => void
  shortcut?: string
  /** Number of new items; the label names it. */
  count?: number
}

/** Entries of the account menu in their order. */
export function useAccountEntries(): AccountEntry[] {
  const { t } = useTranslation()
  const count = useValue(unreadAnnouncements)
  const [help, palette] = [useShortcut('keys.help'), useShortcut('palette.open')]
  return [
    { id: 'profile', label: t('profile.title'), icon: CircleUser, to: paths.profile },
    { id: 'alerts', label: t('account.alerts'), icon: Bell, run: () => openAccountDialog('notifications') },
    {
      id: 'announcements',
      label: count > 0 ? t('announcements.unread', { count }) : t('announcements.title'),
      icon: Megaphone,
      run: () => openAccountDialog('announcements'),
      count,
    },
    { id: 'helps', label: t('helps.title'), icon: CircleHelp, to: paths.helps },
    {
      id: 'manual',
      label: t('helps.manual'),
      icon: BookOpen,
      run: () => void open(toManual('inbox'), '_blank', 'noreferrer'),
    },
    { id: 'keys', label: t('keys.title'), icon: Keyboard, run: () => openOverlay('keys'), shortcut: help },
    { id: 'palette', label: t('palette.open'), icon: Search, run: () => openOverlay('palette'), shortcut: palette },
    { id: 'refresh', label: t('shell.refresh'), icon: RotateCw, run: () => location.reload() },
  ]
}
