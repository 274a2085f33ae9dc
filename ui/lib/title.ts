import { useEffect } from 'react'
import { useTranslation } from './use-translation'

let screenTitle = ''
let newCount = 0

/** Sets the window title: number of waiting conversations, screen, product. */
export function useTitle(screen: string) {
  const { t } = useTranslation()
  useEffect(() => {
    screenTitle = `${screen} · ${t('common.product')}`
    updateTitle()
  }, [screen, t])
}

/** Sets the number of waiting conversations. */
export function setTitleCount(count: number) {
  newCount = count
  updateTitle()
}

function updateTitle() {
  if (screenTitle) document.title = newCount > 0 ? `(${newCount > 99 ? '99+' : newCount}) ${screenTitle}` : screenTitle
}
