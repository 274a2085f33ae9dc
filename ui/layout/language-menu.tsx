import { Languages } from 'lucide-react'
import { languages } from '../../src/shared/enums'
import { IconButton } from '../components/icon-button'
import { Menu } from '../components/menu'
import { chooseLanguage, language } from '../lib/language'
import { languageNames } from '../lib/language-names'
import { toastError } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

export function LanguageMenu() {
  const { t } = useTranslation()
  const current = useValue(language)
  return (
    <Menu
      trigger={
        <IconButton label={t('shell.language')}>
          <Languages aria-hidden />
        </IconButton>
      }
      entries={languages.map((choice) => ({
        label: languageNames[choice],
        checked: choice === current,
        onSelect: () => void chooseLanguage(choice).catch(toastError),
      }))}
    />
  )
}
