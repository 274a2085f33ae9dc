import { useEffect } from 'react'
import { useTranslation } from './use-translation'

let screenTitle = ''
let newCount = 0
let unsentText = ''

/** Sets the window title: unsent messages, number of waiting conversations, screen, product. */
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

/** Sets the part about unsent messages; '' for none. */
export function setTitleUnsent(text: string) {
  unsentText = text
  updateTitle()
}

function updateTitle() {
  if (!screenTitle) return
  const counted = newCount > 0 ? `(${newCount > 99 ? '99+' : newCount}) ${screenTitle}` : screenTitle
  document.title = unsentText ? `${unsentText} · ${counted}` : counted
}
