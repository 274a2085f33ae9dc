import { useEffect } from 'react'
import { useTranslation } from './use-translation'

let screenTitle = ''
let newCount = 0

/** The name of the window: how much is new, the screen, then the product. */
export function useTitle(screen: string) {
  const { t } = useTranslation()
  useEffect(() => {
    screenTitle = `${screen} · ${t('common.product')}`
    updateTitle()
  }, [screen, t])
}

/** How many conversations want to be looked at. */
export function setTitleCount(count: number) {
  newCount = count
  updateTitle()
}

function updateTitle() {
  if (screenTitle) document.title = newCount > 0 ? `(${newCount > 99 ? '99+' : newCount}) ${screenTitle}` : screenTitle
}
