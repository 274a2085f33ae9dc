import { CirclePause, CirclePlay, LogOut, Moon, Sun } from 'lucide-react'
import { useLocation } from 'wouter'
import { languages } from '../../src/shared/enums'
import { useAccountEntries } from '../account/account-entries'
import { setAway } from '../account/away'
import { confirmLogout } from '../account/logout'
import { chooseLanguage } from '../lib/language'
import { languageNames } from '../lib/language-names'
import { useMe } from '../lib/session'
import { theme, toggleTheme } from '../lib/theme'
import { toastError } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import type { Item } from './items'

type NamedItem = Item & { text: string }

/** Entries that the palette lists among its actions and pages, or that open the palette. */
const listedElsewhere = ['helps', 'keys', 'palette']

/** The rest of what the account menu does, as items of the palette. */
export function useAccountItems(): NamedItem[] {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { away } = useMe()
  const isDark = useValue(theme) === 'dark'
  const entries = useAccountEntries()
    .filter(({ id }) => !listedElsewhere.includes(id))
    .map(({ id, label, icon: Icon, to, run }) => ({
      id: `account:${id}`,
      icon: <Icon aria-hidden />,
      text: label,
      run: to ? () => navigate(to) : run!,
    }))
  return [
    ...entries,
    {
      id: 'account:availability',
      icon: away ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />,
      text: away ? t('shell.back') : t('shell.away'),
      run: () => void setAway(!away),
    },
    {
      id: 'account:theme',
      icon: isDark ? <Sun aria-hidden /> : <Moon aria-hidden />,
      text: isDark ? t('shell.useLight') : t('shell.useDark'),
      run: toggleTheme,
    },
    ...languages.map((language) => ({
      id: `account:${language}`,
      icon: <span aria-hidden>{language.toUpperCase()}</span>,
      text: `${t('shell.language')}: ${languageNames[language]}`,
      run: () => void chooseLanguage(language).catch(toastError),
    })),
    {
      id: 'account:logout',
      icon: <LogOut aria-hidden />,
      text: t('shell.logout'),
      run: () => void confirmLogout(),
    },
  ]
}
