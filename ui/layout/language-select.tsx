import { Languages } from 'lucide-react'
import { type Language, languages } from '../../src/shared/enums'
import { BareSelect } from '../components/select'
import { chooseLanguage, language } from '../lib/language'
import { languageNames } from '../lib/language-names'
import { toastError } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/** Language choice as a native select, for the public screens and the drawer. */
export function LanguageSelect() {
  const { t } = useTranslation()
  return (
    <BareSelect
      label={t('shell.language')}
      icon={<Languages aria-hidden className="size-4" />}
      value={useValue(language)}
      choices={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={(next) => void chooseLanguage(next as Language).catch(toastError)}
    />
  )
}
