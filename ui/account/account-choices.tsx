import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Language, languages } from '../../src/shared/enums'
import { Segmented } from '../components/segmented'
import { chooseLanguage, language } from '../lib/language'
import { languageNames } from '../lib/language-names'
import { useMe } from '../lib/session'
import { setTheme, type Theme, theme } from '../lib/theme'
import { toastError } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { setAway } from './away'
import { VolumeControl } from './volume'

/** Whether queues give new tickets to the person. */
export function Availability() {
  const { t } = useTranslation()
  const { away } = useMe()
  return (
    <Segmented<'available' | 'paused'>
      label={t('account.availability')}
      value={away ? 'paused' : 'available'}
      onChange={(next) => void setAway(next === 'paused')}
      choices={[
        { value: 'available', label: t('account.available'), icon: <Dot className="bg-online" /> },
        { value: 'paused', label: t('account.paused'), icon: <Dot className="bg-away" /> },
      ]}
    />
  )
}

const Dot = ({ className }: { className: string }) => (
  <span aria-hidden className={`size-2 rounded-full ${className}`} />
)

/** Theme, language and volume of this device. */
export function AccountChoices() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2 px-3 py-2">
      <Choice label={t('account.theme')}>
        <Segmented<Theme>
          label={t('account.theme')}
          value={useValue(theme)}
          onChange={setTheme}
          choices={[
            { value: 'light', label: t('account.light'), icon: <Sun aria-hidden /> },
            { value: 'dark', label: t('account.dark'), icon: <Moon aria-hidden /> },
          ]}
        />
      </Choice>
      <Choice label={t('shell.language')}>
        <Segmented<Language>
          label={t('shell.language')}
          value={useValue(language)}
          onChange={(next) => void chooseLanguage(next).catch(toastError)}
          choices={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
        />
      </Choice>
      <VolumeControl />
    </div>
  )
}

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-center gap-2">
    <span aria-hidden className="w-16 shrink-0 text-muted text-sm">
      {label}
    </span>
    <div className="min-w-0 flex-1">{children}</div>
  </div>
)
