import { useEffect } from 'react'
import type { MenuEntry } from '../../../../components/menu'
import { useValue } from '../../../../lib/use-value'
import { clearFilters } from '../store/change-filters'
import { applyView, currentFilter, isActiveView, loadViews, views } from '../store/saved-views'

/** Menu entries of the user's saved views; the active one is switched off by a second choice. */
export function useViewEntries(): MenuEntry[] {
  const all = useValue(views)
  useValue(currentFilter)
  useEffect(() => void loadViews(), [])
  return all.map((view) => {
    const checked = isActiveView(view)
    return { label: view.name, checked, onSelect: () => (checked ? clearFilters() : applyView(view)) }
  })
}
