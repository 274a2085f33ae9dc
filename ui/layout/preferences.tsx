import { Moon, Sun } from 'lucide-react'
import { Button } from '../components/button'
import { theme, toggleTheme } from '../lib/theme'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { LanguageSelect } from './language-select'
import { InstallCard } from './notifications-offers'
import { VolumeControl } from './volume'

/** Settings at the foot of the drawer that do not fit in the top bar of a phone. */
export function Preferences() {
  const { t } = useTranslation()
  const dark = useValue(theme) === 'dark'
  return (
    <div className="flex flex-col gap-3 border-line border-t p-4 sm:hidden">
      <InstallCard />
      <VolumeControl />
      <LanguageSelect />
      <Button icon={dark ? <Sun aria-hidden /> : <Moon aria-hidden />} onClick={toggleTheme}>
        {dark ? t('shell.useLight') : t('shell.useDark')}
      </Button>
    </div>
  )
}
