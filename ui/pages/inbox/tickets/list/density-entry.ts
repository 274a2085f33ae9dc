import type { MenuEntry } from '../../../../components/menu'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { density, setDensity } from '../store/density'

/** Menu entry that changes the height of the rows for this user. */
export function useDensityEntry(): MenuEntry {
  const { t } = useTranslation()
  const isComfortable = useValue(density) === 'comfortable'
  return {
    label: t('lists.comfortable'),
    checked: isComfortable,
    onSelect: () => setDensity(isComfortable ? 'compact' : 'comfortable'),
  }
}
